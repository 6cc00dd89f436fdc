// The processor, visible: the compiled program with the instruction at hand, q as lights on the cells
// and pieces, the stack, the search tree as it grows, and how often each line was executed as heat.

import { Refused, post } from "./api.js";
import { Board } from "./board.js";
import { Tree } from "./tree.js";
import { button, digits, fill, h, say } from "./ui.js";

const LINE = 22;

/**
 * @param {Subject} subject
 * @param {Puzzle} puzzle
 */
export async function processor(subject, puzzle) {
  const view = new Processor(subject, puzzle);
  await view.compile();
  return { element: view.element, leave: () => view.hold() };
}

class Processor {
  /**
   * @param {Subject} subject
   * @param {Puzzle} puzzle
   */
  constructor(subject, puzzle) {
    this.subject = subject;
    this.board = new Board();
    this.lights = new Board();
    this.tree = new Tree();
    /** @type {Map<number, number>} */
    this.heat = new Map();
    this.steps = 0;
    this.timer = 0;
    this.busy = false;
    /** @type {Registers | null} */
    this.state = null;
    const named = new Set(puzzle.tables.flatMap((t) => t.choices.map((c) => c.name)));
    this.order = h("input", { id: "order", placeholder: "least-growing-footprint, reading or a list of aspects" });
    this.restrict = h("input", { id: "restrict", placeholder: "none, auto or a piece" });
    this.overlap = h("select", { id: "overlap" }, ...["greedy", "best", "off"].map((o) => h("option", { value: o }, o)));
    for (const input of [this.order, this.restrict, this.overlap]) {
      input.addEventListener("change", () => void this.compile());
    }
    const field = (/** @type {string} */ id, /** @type {string} */ name, /** @type {HTMLElement} */ input) =>
      named.has(id) || id === "overlap" ? h("div", { class: "field" }, h("label", { for: id }, name), input) : null;
    this.registers = h("dl", { class: "registers" });
    this.chips = h("div", { class: "chips", "aria-label": "q of the other aspects" });
    this.listing = h("div", { class: "listing", tabindex: 0, role: "region", "aria-label": "the program" });
    this.lines = h("div", { class: "lines" });
    this.listing.append(this.lines);
    this.listing.addEventListener("scroll", () => void this.window());
    this.speed = h("input", { type: "range", min: 0, max: 6, step: 0.1, value: 0.8, id: "speed" });
    this.pace = h("span", { class: "quiet" });
    this.speed.addEventListener("input", () => this.paced());
    this.runner = button("▶ Run", () => this.toggle(), { class: "main" });
    this.told = h("p", { class: "quiet", "aria-live": "polite" });
    this.element = h("div", { class: "processor" },
      h("div", { class: "row" }, button("Step", () => void this.go("steps", 1)), button("Step over", () => void this.go("over")),
        button("To the next solution", () => void this.go("solution")), this.runner, button("Reset", () => void this.reset()),
        h("label", { for: "speed" }, "Speed"), this.speed, this.pace),
      this.told,
      h("div", { class: "three" },
        h("section", { "aria-label": "Program" }, h("h2", {}, "Program"), this.listing),
        h("section", { "aria-label": "Board" }, h("h2", {}, "Placed"), h("div", { class: "plate" }, this.board.element),
          h("h2", {}, "q: what is free"), h("div", { class: "plate" }, this.lights.element), this.chips, this.registers),
        h("section", { "aria-label": "Search tree" }, h("h2", {}, "Search tree"), h("div", { class: "plate tree-plate", tabindex: 0, role: "region", "aria-label": "the search tree" }, this.tree.element))),
      h("details", {}, h("summary", {}, "Compile otherwise"), field("order", "order", this.order), field("restrict", "restrict", this.restrict),
        field("overlap", "overlap", this.overlap)));
    this.paced();
  }

  asked() {
    /** @type {Record<string, string>} */
    const choices = {};
    if (this.order.value.trim()) choices.order = this.order.value.trim();
    if (this.restrict.value.trim()) choices.restrict = this.restrict.value.trim();
    return { puzzle: this.subject, choices, overlap: this.overlap.value };
  }

  /** A program for the order and the rest; the registers are as at the beginning. */
  async compile() {
    this.hold();
    try {
      /** @type {Program} */
      const program = await post("program", this.asked());
      this.program = program;
      /** @type {Map<number, Program["lines"][number]>} */
      this.known = new Map(program.lines.map((line, i) => [program.from + i, line]));
      this.names = new Map(program.procedures.map(([start, name, comment]) => [start, `${name}${comment ? `: ${comment}` : ""}`]));
      this.lines.style.height = `${program.length * LINE}px`;
      await this.reset();
    } catch (error) {
      this.told.textContent = error instanceof Refused ? error.message : String(error);
    }
  }

  async reset() {
    this.hold();
    this.heat.clear();
    this.steps = 0;
    this.tree.clear();
    this.state = null;
    await this.go("steps", 0);
  }

  /**
   * @param {"steps" | "over" | "solution"} until
   * @param {number} [steps]
   */
  async go(until, steps = 0) {
    if (this.busy) return;
    this.busy = true;
    try {
      /** @type {Executed} */
      const done = await post("run", { ...this.asked(), until, steps, ...(this.state ? { state: this.state } : {}) });
      this.state = done.state;
      this.steps += done.executed;
      for (const [address, times] of done.visits) this.heat.set(address, (this.heat.get(address) ?? 0) + times);
      this.tree.follow(done.events);
      this.show(done);
    } catch (error) {
      this.hold();
      this.told.textContent = error instanceof Refused ? error.message : String(error);
    } finally {
      this.busy = false;
    }
  }

  /** @param {Executed} done */
  show(done) {
    const { state } = done;
    if (this.board.element.isConnected || this.steps === 0) this.board.show(done.scene.frames[0]);
    this.light(state.q);
    const rows = { pc: state.pc, nos: state.nos, sp: state.ended ? 0 : state.stack.length + 1, stack: state.stack.join(" ") || "empty", steps: this.steps };
    fill(this.registers, ...Object.entries(rows).map(([name, value]) =>
      h("div", {}, h("dt", {}, name), h("dd", {}, typeof value === "number" ? digits(value) : value))));
    this.told.textContent = done.fault ?? (state.ended ? `Ended: ${digits(state.nos)} solutions after ${digits(this.steps)} instructions.`
      : done.events[done.events.length - 1] === "s" ? `Solution ${digits(state.nos)}.` : this.explain(state));
    if (state.ended || done.fault) {
      this.hold();
      say(this.told.textContent ?? "");
    }
    this.follow(state.pc);
    void this.window();
  }

  /** What the instruction at hand will do. @param {Registers} state */
  explain(state) {
    const line = this.known?.get(state.pc);
    if (!line) return "";
    const [mnemonic, aspect, target, embedding] = line, name = aspect === null ? "" : this.program?.aspects[aspect] ?? aspect;
    if (mnemonic === "IF") return `Is ${name} free? ${state.q[Number(aspect)] > 0 ? "Yes: cover it and go on." : `No: jump to ${target}.`}`;
    if (mnemonic === "MF") return `Make ${name} free again.`;
    if (mnemonic === "CALL") return `Embedding ${embedding} is placed; solve the rest at ${target}.`;
    if (mnemonic === "RETURN") return state.stack.length ? "Back to where the embedding was placed: take it away." : "Nothing is placed: the end.";
    return "Everything is covered: a solution.";
  }

  /** @param {number[]} q */
  light(q) {
    const frame = this.program?.places.frames[0];
    if (!frame) return;
    const aspects = this.program?.aspects ?? [];
    const shown = new Set();
    const layers = frame.layers.map((layer) => ({
      ...layer, cells: layer.cells.map((cell) => {
        const aspect = Number(cell.label);
        if (cell.label === "" || !(aspect in q)) return cell;
        shown.add(aspect);
        return { ...cell, ink: q[aspect] > 0 ? "#ffe680" : "#4a4f57", label: aspects[aspect].length > 4 ? "" : aspects[aspect], shade: null };
      }),
    }));
    this.lights.show({ ...frame, notes: [], layers });
    const rest = q.map((free, aspect) => ({ free, aspect })).filter(({ aspect }) => !shown.has(aspect)).slice(0, 200);
    fill(this.chips, ...rest.map(({ free, aspect }) =>
      h("span", { class: free > 0 ? "chip on" : "chip", title: free > 0 ? "free" : "covered" }, free > 1 ? `${aspects[aspect]} ${free}` : aspects[aspect])));
  }

  /** @param {number} pc */
  follow(pc) {
    const top = pc * LINE, list = this.listing;
    if (top < list.scrollTop + LINE || top > list.scrollTop + list.clientHeight - 2 * LINE) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  /** Draws the lines that are seen; fetches those that are not known yet. */
  async window() {
    const program = this.program;
    if (!program || !this.known) return;
    const first = Math.max(0, Math.floor(this.listing.scrollTop / LINE) - 4);
    const last = Math.min(program.length, first + Math.ceil((this.listing.clientHeight || 440) / LINE) + 8);
    if (!this.known.has(first) || !this.known.has(last - 1)) {
      const from = Math.max(0, first - 400);
      /** @type {Program} */
      const more = await post("program", { ...this.asked(), from });
      more.lines.forEach((line, i) => this.known?.set(from + i, line));
    }
    const most = Math.log(1 + Math.max(1, ...this.heat.values()));
    const rows = [];
    for (let address = first; address < last; address++) {
      const line = this.known.get(address);
      if (line) rows.push(this.line(address, line, Math.log(1 + (this.heat.get(address) ?? 0)) / most));
    }
    fill(this.lines, ...rows);
  }

  /**
   * @param {number} address
   * @param {Program["lines"][number]} line
   * @param {number} heat
   */
  line(address, [mnemonic, aspect, target, embedding], heat) {
    const times = this.heat.get(address) ?? 0;
    const words = [mnemonic, aspect === null ? "" : this.program?.aspects[aspect], target === null ? "" : `→ ${target}`].filter(Boolean).join(" ");
    const remark = this.names?.get(address) ?? (embedding === null ? "" : `embedding ${embedding}`);
    const here = this.state?.pc === address && !this.state.ended;
    const row = h("div", { class: `line${here ? " here" : ""}${this.names?.has(address) ? " head" : ""}` },
      h("span", { class: "address" }, String(address)), h("span", { class: "word" }, words),
      h("span", { class: "remark" }, remark), h("span", { class: "times" }, times ? digits(times) : ""));
    row.style.top = `${address * LINE}px`;
    row.style.setProperty("--heat", heat.toFixed(2));
    return row;
  }

  rate() {
    return Math.round(10 ** Number(this.speed.value));
  }

  paced() {
    this.pace.textContent = `${digits(this.rate())} a second`;
  }

  toggle() {
    if (this.timer) return this.hold();
    this.runner.textContent = "❚❚ Hold";
    let owed = 0, last = performance.now();
    this.timer = window.setInterval(() => {
      const now = performance.now();
      owed = Math.min(owed + ((now - last) * this.rate()) / 1000, this.rate());
      last = now;
      if (owed >= 1 && !this.busy) {
        void this.go("steps", Math.floor(owed));
        owed -= Math.floor(owed);
      }
    }, 40);
  }

  hold() {
    clearInterval(this.timer);
    this.timer = 0;
    this.runner.textContent = "▶ Run";
  }
}
