// Playing by the puzzle's own rules, which the server knows: the page brings all moves and gets the
// board after them. So undo and redo are a matter of how many moves are brought, and the scrubber too.

import { Refused, post } from "./api.js";
import { Board } from "./board.js";
import { picture } from "./puzzle.js";
import { button, fill, h, say } from "./ui.js";

/**
 * @param {Subject} subject
 * @param {Puzzle} puzzle
 */
export function player(subject, puzzle) {
  const game = new Game(subject, puzzle);
  void game.ask({});
  return { element: game.element, leave: () => game.leave() };
}

class Game {
  /**
   * @param {Subject} subject
   * @param {Puzzle} puzzle
   */
  constructor(subject, puzzle) {
    this.subject = subject;
    /** All moves that were made, and how many of them are brought. */
    this.moves = /** @type {string[]} */ ([]);
    this.at = 0;
    /** Cells that were touched and do not mean a move yet. */
    this.pending = /** @type {number[]} */ ([]);
    this.machine = /** @type {"" | "first" | "second"} */ ("");
    this.order = 0;
    this.left = false;
    this.board = new Board({ touch: (path) => void this.touch(path), drag: (path) => void this.drag(path) });
    this.undo = button("Undo", () => this.go(this.at - 1), { accesskey: "z" });
    this.redo = button("Redo", () => this.go(this.at + 1));
    this.again = button("Start again", () => this.go(0));
    this.hint = button("Hint", () => void this.ask({ hint: true }));
    this.check = button("Mistakes", () => void this.ask({ check: true }), { hidden: true });
    this.time = h("input", { type: "range", min: 0, value: 0, "aria-label": "moves made" });
    this.time.addEventListener("input", () => this.go(Number(this.time.value)));
    this.count = h("span", { class: "quiet" });
    this.told = h("p", { class: "headline", "aria-live": "polite" });
    this.meant = h("div", { class: "row meant" });
    this.list = h("ol", { class: "moves" });
    this.word = h("input", { id: "word", placeholder: "or type a move", autocomplete: "off" });
    const type = h("form", {
      class: "row", onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void this.make(this.word.value.trim());
        this.word.value = "";
      },
    }, h("label", { for: "word", class: "hidden" }, "A move"), this.word, h("button", {}, "Make it"));
    this.opponent = h("select", { id: "side" }, h("option", { value: "" }, "both sides myself"),
      h("option", { value: "second" }, "the first player"), h("option", { value: "first" }, "the second player"));
    this.opponent.addEventListener("input", () => {
      this.machine = /** @type {any} */ (this.opponent.value);
      void this.ask({}).then(() => this.answer());
    });
    this.sides = h("div", { class: "field", hidden: true }, h("label", { for: "side" }, "I play"), this.opponent);
    this.help = h("p", { class: "quiet" });
    const goals = puzzle.scene.frames.slice(1).filter((frame) => frame.layers.length).slice(0, 12);
    this.element = h("div", { class: "two" },
      h("section", { class: "stage", "aria-label": "Board" }, h("div", { class: "plate stage-plate" }, this.board.element), this.meant,
        h("div", { class: "row" }, this.undo, this.redo, this.hint, this.check, this.again),
        h("div", { class: "row film" }, this.time, this.count)),
      h("section", { class: "side", "aria-label": "The game" }, this.told, this.sides,
        goals.length ? h("details", { open: true, class: "goals" }, h("summary", {}, goals.length > 2 ? "Pieces" : "Where it should get"),
          h("div", { class: goals.length > 2 ? "frames many" : "frames" }, ...goals.map(picture))) : null,
        type, h("details", {}, h("summary", {}, "How moves are made"), this.help,
          h("p", { class: "quiet" }, "With mouse or finger: touch a cell, or drag across cells. With keys: arrows walk on the board, Enter touches, Shift with arrows drags, U takes back, R makes again, H asks for a hint.")),
        this.list));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  leave() {
    this.left = true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (/** @type {Element} */ (event.target).matches("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    const act = /** @type {Record<string, () => void>} */ ({
      u: () => this.go(this.at - 1), r: () => this.go(this.at + 1), h: () => void this.ask({ hint: true }),
      Escape: () => this.forget(),
    })[event.key];
    if (act) act();
  }

  forget() {
    this.pending = [];
    this.board.mark([], "pending");
    fill(this.meant);
  }

  /**
   * Brings the moves, and what else is asked; shows what comes back, unless something was asked since.
   * @param {{ touch?: number[], hint?: boolean, check?: boolean, moves?: string[], preview?: boolean }} more
   * @returns {Promise<Played | null>}
   */
  async ask({ touch, hint, check, moves = this.moves.slice(0, this.at), preview = false }) {
    const order = ++this.order;
    if (hint || check) this.told.textContent = "Thinking …";
    try {
      const played = await post("play", { puzzle: this.subject, moves, touch, hint, check });
      if (order !== this.order || this.left) return null;
      this.show(played, preview);
      return played;
    } catch (error) {
      if (order === this.order) this.told.textContent = error instanceof Refused ? error.message : String(error);
      return null;
    }
  }

  /**
   * @param {Played} played
   * @param {boolean} preview
   */
  show(played, preview) {
    this.board.show(played.scene.frames[0]);
    if (preview) return;
    const made = played.moves;
    if (made.length > this.at) {
      this.moves = made;
      this.forget();
    } else this.moves.splice(0, this.at, ...made);
    this.at = made.length;
    this.players = played.players;
    this.over = played.over;
    this.sides.hidden = played.players < 2;
    this.undo.disabled = this.again.disabled = this.at === 0;
    this.redo.disabled = this.at >= this.moves.length;
    this.hint.disabled = played.over !== null;
    this.check.hidden = !played.checks;
    this.board.mark(played.mistakes?.cells ?? [], "wrong");
    this.time.max = String(this.moves.length);
    this.time.value = String(this.at);
    this.count.textContent = `${this.at} of ${this.moves.length} moves`;
    this.help.textContent = played.help;
    if (played.over) this.told.textContent = played.over === "solved" ? "Solved!" : played.over;
    else if (played.hint) this.told.textContent = "";
    else this.told.textContent = played.players > 1 ? `It is the ${this.at % 2 ? "second" : "first"} player's turn.` : this.at ? "" : "Your move.";
    if (played.mistakes) {
      this.told.textContent = played.mistakes.about;
      say(played.mistakes.about);
    }
    if (played.hint) this.hinted(played.hint);
    else this.choices(played.meant);
    fill(this.list, ...this.moves.map((word, i) => h("li", { class: i < this.at ? "" : "undone" }, word)));
    if (played.over) say(this.told.textContent ?? "");
  }

  /** @param {{ word: string | null, about: string }} hint */
  hinted(hint) {
    this.told.textContent = hint.word ? `Hint: ${hint.word}` : "Hint";
    const word = hint.word;
    fill(this.meant, h("span", {}, hint.about), word ? button("Make this move", () => void this.make(word), { class: "main" }) : null);
    say(`${hint.word ?? ""} ${hint.about}`);
  }

  /** @param {[string, string][]} meant */
  choices(meant) {
    if (!meant.length) return fill(this.meant);
    const few = meant.slice(0, 40);
    fill(this.meant, h("span", { class: "quiet" }, meant.length > 40 ? `${meant.length} fit here; touch more cells, or` : "Which?"),
      ...few.map(([word, label]) => this.choice(word, label)), button("None", () => this.forget()));
  }

  /**
   * A move that may be meant: the board shows it while one points at it.
   * @param {string} word
   * @param {string} label
   */
  choice(word, label) {
    const see = (/** @type {string[]} */ more) => void this.ask({ moves: [...this.moves.slice(0, this.at), ...more], preview: true });
    return button(label, () => void this.make(word), {
      onpointerenter: () => see([word]), onpointerleave: () => see([]), onfocus: () => see([word]), onblur: () => see([]),
    });
  }

  /** A finger goes on: the board shows what the stroke so far would do. @param {number[]} path */
  async drag(path) {
    await this.ask({ touch: path, preview: true });
  }

  /** @param {number[]} path */
  async touch(path) {
    if (path.length > 1) this.pending = [];
    const touch = [...this.pending.filter((cell) => cell !== path[0] || path.length > 1), ...path];
    let played = await this.ask({ touch });
    if (played && !played.meant.length && played.moves.length === this.at && this.pending.length && this.moves.length === this.at) {
      // Together they mean nothing: begin with the last one.
      if (!this.board.cells.length) return;
      const before = this.at;
      played = await this.ask({ touch: path });
      if (!played || this.at > before) return;
      this.pending = played.meant.length ? path : [];
    } else if (played) this.pending = played.meant.length ? touch : [];
    this.board.mark(this.pending, "pending");
    this.answer();
  }

  /** @param {string} word */
  async make(word) {
    if (!word) return;
    this.forget();
    const before = this.moves.slice(0, this.at);
    const kept = [this.moves, this.at];
    this.moves = [...before];
    if (!(await this.ask({ moves: [...before, word] }))) [this.moves, this.at] = /** @type {[string[], number]} */ (kept);
    this.answer();
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.moves.length, at));
    this.forget();
    void this.ask({});
  }

  /** The machine moves, if it is its turn. */
  async answer() {
    const turn = this.at % 2 ? "second" : "first";
    if (this.players !== 2 || this.over || this.machine !== turn || this.at < this.moves.length) return;
    this.told.textContent = "The machine thinks …";
    const moves = this.moves.slice(0, this.at);
    try {
      const played = await post("play", { puzzle: this.subject, moves, hint: true });
      const word = played.hint?.word ?? played.possible[0];
      if (word && this.at === moves.length) await this.make(word);
    } catch (error) {
      this.told.textContent = String(/** @type {Error} */ (error).message);
    }
  }
}
