// Asking a puzzle: any question that its family answers, with any choice of its tables. The search
// runs in the server; its progress comes as events, its solutions are fetched as they are shown.

import { Refused, follow, get, post, remove } from "./api.js";
import { Board } from "./board.js";
import { drawing } from "./puzzle.js";
import { Solid } from "./solid.js";
import { button, digits, download, fill, h, say } from "./ui.js";

/**
 * @param {Subject} subject
 * @param {Puzzle} puzzle
 */
export function solver(subject, puzzle) {
  const choices = new Choices(puzzle);
  const show = new Shown(subject);
  const meter = h("progress", { max: 1, value: 0, "aria-label": "how much of the search is done" });
  const figures = h("p", { class: "figures" }, "Choose a question and press Solve.");
  const told = h("div", { class: "told" });
  const start = button("Solve", () => void begin(), { class: "main", id: "solve" });
  const stop = button("Stop", () => void halt(), { disabled: true });
  const goOn = button("Continue", () => void resume(), { disabled: true });
  /** @type {AbortController | null} */
  let watching = null;
  /** @type {string | null} */
  let job = null;

  const begin = async () => {
    await leave();
    show.clear();
    fill(told);
    try {
      const begun = await post("ask", { puzzle: subject, ...choices.asked() });
      job = begun.id;
      show.of(begun.id, choices.asked());
      await watch(begun.id);
    } catch (error) {
      refused(error);
    }
  };
  const watch = async (/** @type {string} */ id) => {
    watching = new AbortController();
    start.disabled = true;
    stop.disabled = false;
    goOn.disabled = true;
    try {
      const end = await follow(id, seen, watching.signal);
      if (end) finish(end);
    } catch (error) {
      if (!watching?.signal.aborted) refused(error);
    }
  };
  const seen = (/** @type {Job} */ now) => {
    if (now.fraction > 0) meter.value = now.fraction;
    else meter.removeAttribute("value");
    const rate = now.elapsed_s > 0 ? now.nodes / now.elapsed_s : 0;
    const done = now.fraction > 0 ? `${(100 * now.fraction).toFixed(1)} % · ` : "";
    const found = Math.max(now.found, now.counted);
    figures.textContent = `${done}${digits(found)} found · ${digits(now.nodes)} nodes, ${digits(Math.round(rate))} a second · ${now.elapsed_s.toFixed(1)} s`;
    void show.latest(now.kept);
  };
  const finish = (/** @type {Job} */ end) => {
    watching = null;
    start.disabled = false;
    stop.disabled = true;
    goOn.disabled = !end.can_go_on;
    meter.value = end.answer?.complete || end.answer?.told.enough ? 1 : end.fraction;
    if (end.problem) {
      figures.textContent = "";
      fill(told, h("p", { class: "refusal" }, end.problem.detail));
      say(end.problem.detail);
      return;
    }
    const line = headline(end);
    figures.textContent = `${digits(end.nodes || end.answer.nodes)} nodes · ${end.elapsed_s.toFixed(2)} s · engine ${end.answer.engine}`;
    const text = end.answer.told.text.trim();
    fill(told, h("p", { class: "headline" }, line), text && text !== line ? h("pre", {}, text) : null,
      ...end.answer.told.remarks.map((/** @type {string} */ remark) => h("p", { class: "quiet" }, remark)),
      end.answer.told.reasons.length
        ? h("details", {}, h("summary", {}, "How it was done"), h("ul", {}, ...end.answer.told.reasons.map((/** @type {string} */ r) => h("li", {}, r))))
        : null);
    say(line);
    if (end.answer.told.scene) show.puzzle(end.answer.told.scene);
    void show.end(end);
  };
  const refused = (/** @type {unknown} */ error) => {
    start.disabled = false;
    stop.disabled = true;
    figures.textContent = "";
    fill(told, h("p", { class: "refusal" }, error instanceof Refused ? error.message : String(error)));
  };
  const halt = async () => {
    stop.disabled = true;
    if (job) await post(`jobs/${job}/stop`).catch(refused);
  };
  const resume = async () => {
    if (!job) return;
    try {
      await post(`jobs/${job}/continue`);
      fill(told);
      await watch(job);
    } catch (error) {
      refused(error);
    }
  };
  const leave = async () => {
    watching?.abort();
    watching = null;
    const old = job;
    job = null;
    if (old) await remove(`jobs/${old}`).catch(() => {});
  };
  show.puzzle(puzzle.scene);
  const element = h("div", { class: "two" },
    h("section", { class: "stage", "aria-label": "Solutions" }, show.element),
    h("section", { class: "side", "aria-label": "Question" }, choices.element,
      h("div", { class: "row" }, start, stop, goOn), meter, figures, told));
  return { element, leave: () => void leave() };
}

/** @param {Job} end */
function headline(end) {
  const answer = end.answer, told = answer.told;
  if (answer.up_to_symmetry !== undefined || answer.up_to_turns !== undefined) {
    return `${answer.complete ? "" : "at least "}${digits(answer.up_to_symmetry ?? answer.up_to_turns)} up to symmetry`;
  }
  if (answer.distance !== undefined) return `${digits(answer.distance)} moves`;
  if (end.found > 0) {
    const many = end.found === 1 ? `${told.noun.replace(/s$/, "")}` : told.noun;
    return `${digits(end.found)} ${many}${answer.complete && end.question === "all" ? ", that is all" : answer.complete || told.enough ? "" : " so far"}`;
  }
  if (answer.count !== undefined) {
    if (answer.count === "0" && answer.complete) return "no solution";
    return `${answer.complete ? "" : "at least "}${digits(answer.count)} ${answer.count === "1" ? "solution" : "solutions"}`;
  }
  return answer.complete ? "answered" : "stopped";
}

/** The question and its choices. */
class Choices {
  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.question = h("select", { id: "question" }, ...puzzle.questions
      .filter((q) => !["original", "graph", "facts"].includes(q.name))
      .map((q) => h("option", { value: q.name }, q.about)));
    this.limit = h("input", { type: "number", id: "limit", min: 1, placeholder: "all" });
    const limited = h("div", { class: "field" }, h("label", { for: "limit" }, "at most"), this.limit);
    /** @type {{ choice: Choosing, input: HTMLInputElement }[]} */
    this.fields = [];
    const tables = puzzle.tables.filter((table) => table.choices.length).map((table) =>
      h("fieldset", {}, h("legend", {}, table.heading), ...table.choices.map((choice) => this.field(choice))));
    const sync = () => {
      limited.hidden = this.question.value !== "all";
    };
    this.question.addEventListener("input", sync);
    sync();
    this.element = h("form", { class: "choices", onsubmit: (/** @type {Event} */ e) => e.preventDefault() },
      h("div", { class: "field" }, h("label", { for: "question" }, "I want"), this.question), limited,
      tables.length ? h("details", {}, h("summary", {}, "More choices"), ...tables) : null);
  }

  /** @param {Choosing} choice */
  field(choice) {
    const id = `choice-${choice.name}`, flag = choice.value === "flag";
    const input = h("input", { id, type: flag ? "checkbox" : "text", placeholder: flag ? false : choice.hint });
    if (choice.asks) {
      const asks = choice.asks;
      input.addEventListener("input", () => {
        const on = flag ? input.checked : input.value !== "";
        if (on && [...this.question.options].some((o) => o.value === asks)) this.question.value = asks;
        this.question.dispatchEvent(new Event("input"));
      });
    }
    this.fields.push({ choice, input });
    return h("div", { class: flag ? "field flag" : "field" }, h("label", { for: id, title: choice.about }, choice.name.replaceAll("-", " ")),
      input, h("small", {}, choice.about));
  }

  asked() {
    /** @type {Record<string, string | boolean>} */
    const chosen = {};
    for (const { choice, input } of this.fields) {
      if (choice.value === "flag") {
        if (input.checked) chosen[choice.name] = true;
      } else if (input.value.trim()) chosen[choice.name] = input.value.trim();
    }
    const limit = this.question.value === "all" && this.limit.value ? Number(this.limit.value) : undefined;
    return { question: this.question.value, limit, choices: chosen };
  }
}

/** The solution that is shown: its frames with a scrubber, its solid, and the way to others. */
class Shown {
  /** @param {Subject} subject */
  constructor(subject) {
    this.subject = subject;
    this.board = new Board();
    /** @type {Solid | null} */
    this.solid = null;
    this.picture = h("div", { class: "plate stage-plate" });
    this.caption = h("p", { class: "quiet caption" });
    this.number = h("input", { type: "number", min: 1, value: 1, "aria-label": "number of the solution" });
    this.of_ = h("span", { class: "quiet" });
    this.walk = h("div", { class: "row walk", hidden: true }, button("◀", () => this.step(-1), { "aria-label": "the solution before" }),
      this.number, this.of_, button("▶", () => this.step(1), { "aria-label": "the next solution" }));
    this.time = h("input", { type: "range", min: 0, value: 0, "aria-label": "the moves of the solution" });
    this.run = button("▶ Play back", () => this.play(), {});
    this.film = h("div", { class: "row film", hidden: true }, this.run, this.time);
    this.save = h("div", { class: "row saves", hidden: true }, h("span", { class: "quiet" }, "Download"), ...["svg", "png", "text", "json"].map((form) =>
      button(form.toUpperCase(), () => void this.download(form), { "aria-label": `download this solution as ${form}` })));
    this.element = h("div", {}, this.picture, this.caption, this.film, this.walk, this.save);
    this.number.addEventListener("change", () => void this.fetch(Number(this.number.value)));
    this.time.addEventListener("input", () => this.frame(Number(this.time.value)));
    /** @type {string | null} */
    this.id = null;
    /** @type {any} */
    this.asked = {};
    this.kept = 0;
    this.pinned = false;
    this.busy = false;
    /** @type {Solution | null} */
    this.solution = null;
    this.playing = 0;
  }

  /** @param {Scene} scene */
  puzzle(scene) {
    fill(this.picture, drawing(scene));
  }

  clear() {
    this.kept = 0;
    this.pinned = false;
    this.solution = null;
    clearInterval(this.playing);
    this.walk.hidden = this.film.hidden = this.save.hidden = true;
  }

  /**
   * @param {string} id
   * @param {any} asked
   */
  of(id, asked) {
    this.id = id;
    this.asked = asked;
  }

  /**
   * Shows the newest, unless somebody looks at another one or one is on its way.
   * @param {number} kept
   */
  async latest(kept) {
    this.count(kept);
    if (kept > 0 && !this.pinned && !this.busy && kept !== this.solution?.number) await this.fetch(kept, true);
  }

  /** @param {number} kept */
  count(kept) {
    this.kept = kept;
    this.walk.hidden = kept < 2;
    this.number.max = String(kept);
    this.of_.textContent = `of ${digits(kept)}`;
  }

  /** @param {Job} end */
  async end(end) {
    this.count(end.kept);
    if (end.kept > 0 && !this.pinned) await this.fetch(end.kept > 1 ? 1 : end.kept, true);
  }

  /** @param {number} by */
  step(by) {
    void this.fetch(Math.min(this.kept, Math.max(1, (this.solution?.number ?? 1) + by)));
  }

  /**
   * @param {number} number
   * @param {boolean} [follows]
   */
  async fetch(number, follows = false) {
    if (!this.id || number < 1) return;
    this.pinned ||= !follows;
    this.busy = true;
    try {
      this.show(await get(`jobs/${this.id}/solutions/${number}`));
    } catch (error) {
      this.caption.textContent = String(/** @type {Error} */ (error).message);
    } finally {
      this.busy = false;
    }
  }

  /** @param {Solution} solution */
  show(solution) {
    this.solution = solution;
    this.number.value = String(solution.number);
    const frames = solution.scene.frames;
    this.film.hidden = frames.length < 2;
    this.save.hidden = false;
    this.time.max = String(frames.length - 1);
    clearInterval(this.playing);
    this.run.textContent = "▶ Play back";
    const bodies = frames[0]?.bodies;
    if (frames.length === 1 && bodies?.length) {
      if (this.solid) this.solid.show(bodies);
      else this.solid = new Solid(bodies);
      const flat = h("details", {}, h("summary", {}, "Layer by layer"), this.board.element);
      if (!this.picture.contains(this.solid.element)) fill(this.picture, this.solid.element, flat);
    } else if (!this.picture.contains(this.board.element)) fill(this.picture, this.board.element);
    this.frame(0);
  }

  /** @param {number} number */
  frame(number) {
    const frame = this.solution?.scene.frames[number];
    if (!frame) return;
    this.time.value = String(number);
    this.board.show(frame);
    this.caption.textContent = [frame.caption, this.solution?.note, ...frame.notes].filter(Boolean).join(" · ");
  }

  play() {
    clearInterval(this.playing);
    if (this.run.textContent === "❚❚ Hold") {
      this.run.textContent = "▶ Play back";
      return;
    }
    this.run.textContent = "❚❚ Hold";
    const last = Number(this.time.max);
    if (Number(this.time.value) === last) this.frame(0);
    this.playing = window.setInterval(() => {
      const next = Number(this.time.value) + 1;
      this.frame(next);
      if (next >= last) {
        clearInterval(this.playing);
        this.run.textContent = "▶ Play back";
      }
    }, 350);
  }

  /** @param {string} form */
  async download(form) {
    if (!this.solution) return;
    const name = `solution-${this.solution.number}.${form === "text" ? "txt" : form}`;
    if (form === "json") return download(name, JSON.stringify({ number: this.solution.number, ...this.solution.fields }), "application/json");
    const { question, choices } = this.asked;
    const drawn = await post("draw", { puzzle: this.subject, solution: this.solution.solution, question, choices, as: form });
    if (form === "png") download(name, Uint8Array.from(atob(drawn.png), (c) => c.charCodeAt(0)), "image/png");
    else download(name, drawn[form], form === "svg" ? "image/svg+xml" : "text/plain");
  }
}
