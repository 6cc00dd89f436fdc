// A puzzle on its own address: the board, and beside it what can be done: solve, play, edit, the
// processor. Which of these there are, and what can be asked, the server says of each puzzle.

import { Refused, get, post } from "./api.js";
import { Board } from "./board.js";
import { textOfAddress } from "./share.js";
import { button, fill, h } from "./ui.js";

/** @typedef {{ element: HTMLElement, leave?: () => void }} Part */

/**
 * @param {HTMLElement} main
 * @param {string} name
 */
export async function showPuzzle(main, name) {
  const puzzle = await get(`puzzles/${encodeURIComponent(name)}`);
  return show(main, puzzle, { name }, puzzle.text ?? "");
}

/** What an own puzzle begins with. */
const BEGINNING = "simple";

/** @param {HTMLElement} main */
export async function showOwn(main) {
  const shared = await textOfAddress();
  const text = shared ?? sessionStorage.getItem("puzzle-own") ?? (await get(`puzzles/${BEGINNING}`)).text;
  const puzzle = await post("check", { puzzle: { text } });
  if (puzzle.valid) return show(main, puzzle, { text }, text, shared ? "solve" : "edit");
  document.title = "Your own puzzle";
  const { editor } = await import("./editor.js");
  fill(main, h("h1", {}, "Your own puzzle"), editor({ text }, text).element);
  return () => {};
}

/**
 * @param {HTMLElement} main
 * @param {Puzzle} puzzle
 * @param {Subject} subject
 * @param {string} text
 * @param {string} [first]
 */
function show(main, puzzle, subject, text, first) {
  document.title = `${puzzle.title} · Puzzle Processor`;
  const place = h("div", { class: "part" });
  /** @type {Part | null} */
  let part = null;
  let chosen = 0;
  let shown = "";
  // What is typed is kept while another part is shown.
  let typed = { subject, text };
  /** @type {[string, string, () => Promise<Part>][]} */
  const parts = [["solve", "Solve", async () => (await import("./solve.js")).solver(subject, puzzle)]];
  if (puzzle.plays) parts.push(["play", "Play", async () => (await import("./play.js")).player(subject, puzzle)]);
  parts.push(["edit", "Edit", async () => (await import("./editor.js")).editor(typed.subject, typed.text, (now) => (typed = now))]);
  if (puzzle.compiles) {
    parts.push(["processor", "Processor", async () => (await import("./processor.js")).processor(subject, puzzle)]);
  }
  const tabs = parts.map(([id, title, open]) => {
    const tab = button(title, () => void choose(id, open), { role: "tab", id: `tab-${id}`, "aria-selected": "false", tabindex: -1 });
    return { id, open, tab };
  });
  /**
   * @param {string} id
   * @param {() => Promise<Part>} open
   */
  const choose = async (id, open) => {
    // Whoever asks for what is open already keeps what was typed there.
    if (id === shown) return;
    shown = id;
    const mine = ++chosen;
    part?.leave?.();
    part = null;
    for (const other of tabs) {
      other.tab.setAttribute("aria-selected", String(other.id === id));
      other.tab.tabIndex = other.id === id ? 0 : -1;
    }
    sessionStorage.setItem("puzzle-part", id);
    place.setAttribute("aria-labelledby", `tab-${id}`);
    try {
      const opened = await open();
      // Another one may have been chosen meanwhile.
      if (mine !== chosen) return opened.leave?.();
      part = opened;
      fill(place, part.element);
    } catch (error) {
      if (mine !== chosen) return;
      shown = "";
      fill(place, h("p", { class: "refusal" }, error instanceof Refused ? error.message : String(error)));
    }
  };
  const bar = h("div", { role: "tablist", class: "tabs", "aria-label": "What to do with it" }, ...tabs.map((t) => t.tab));
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex((t) => t.tab === document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next.tab.focus();
    void choose(next.id, next.open);
  });
  place.setAttribute("role", "tabpanel");
  fill(
    main,
    h("h1", {}, puzzle.title),
    h("p", { class: "quiet" }, `${puzzle.about}`),
    ...puzzle.warnings.map((warning) => h("pre", { class: "refusal" }, warning)),
    bar,
    place,
    about(puzzle),
  );
  const wanted = first ?? sessionStorage.getItem("puzzle-part") ?? "solve";
  const begin = tabs.find((t) => t.id === wanted) ?? tabs[0];
  void choose(begin.id, begin.open);
  return () => {
    chosen++;
    part?.leave?.();
  };
}

/** @param {Puzzle} puzzle */
function about(puzzle) {
  const rows = puzzle.figures.map(([what, much]) => h("div", {}, h("dt", {}, what), h("dd", {}, much)));
  const known = puzzle.known === "?" ? null : h("div", {}, h("dt", {}, "known answer"), h("dd", {}, puzzle.known));
  return h("details", { class: "about", open: true }, h("summary", {}, "About this puzzle"),
    h("dl", {}, ...rows, known),
    puzzle.source ? h("p", { class: "quiet" }, `Source: ${puzzle.source}`) : null);
}

/**
 * The drawing of a puzzle: its first pictures, the others below.
 * @param {Scene} scene
 * @param {number} [most]
 */
export function drawing(scene, most = 14) {
  const frames = scene.frames.slice(0, most).map((frame) => picture(frame));
  return h("div", { class: scene.frames.length > 2 ? "frames many" : "frames" }, ...frames);
}

/** @param {Frame} frame */
export function picture(frame) {
  const board = new Board();
  board.show(frame);
  return h("div", { class: "frame" }, frame.caption ? h("h3", {}, frame.caption) : null, board.element,
    ...(frame.layers.some((layer) => layer.cells.length) ? frame.notes : []).map((note) => h("p", { class: "note" }, note)));
}
