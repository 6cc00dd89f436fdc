// A frame of a scene as SVG, drawn as the command draws it: fills by group, strong lines where groups
// meet, labels so that nothing is told by colour alone. A board that shows the next frame of the same
// cells changes fills and lines in place, so that nothing on the page moves.
//
// Cells may be touched: by mouse or finger, also dragged across, or by keys: arrows walk, Enter
// touches, Shift with arrows drags.

import { fill, h, svg } from "./ui.js";

const SIZE = 56;
/** The longest side of a layer in pixels. */
const MOST = 540;

/**
 * @typedef {object} Touching
 * @property {(path: number[]) => void} [drag] a finger goes on
 * @property {(path: number[]) => void} touch a finger has gone
 */

export class Board {
  /** @param {Touching} [touching] */
  constructor(touching) {
    this.touching = touching;
    this.element = h("div", { class: touching ? "board playable" : "board" });
    this.shape = "";
    /** @type {{ group: SVGElement, face: SVGElement, text: SVGElement, cell: Cell }[]} */
    this.cells = [];
    /** @type {{ lines: SVGElement, first: number, count: number }[]} */
    this.layers = [];
    /** @type {number[]} */
    this.path = [];
    this.focus = 0;
    if (touching) this.listen();
  }

  /**
   * Shows a frame.
   * @param {Frame} frame
   */
  show(frame) {
    const cells = frame.layers.flatMap((layer) => layer.cells);
    const shape = JSON.stringify([frame.layers.map((l) => l.cells.length), cells.map((c) => [c.outline, c.round]), frame.links, cells.length ? null : frame.notes]);
    if (shape !== this.shape) this.build(frame);
    this.shape = shape;
    let at = 0;
    for (const cell of cells) this.paint(at++, cell);
    for (const layer of this.layers) {
      layer.lines.replaceChildren(...borders(cells.slice(layer.first, layer.first + layer.count)));
    }
  }

  /** @param {Frame} frame */
  build(frame) {
    this.cells = [];
    this.layers = [];
    const parts = frame.layers.map((layer, number) => {
      const box = bounds(layer.cells);
      const scale = Math.min(SIZE, MOST / Math.max(box.width, box.height, 1));
      const first = this.cells.length;
      const lines = svg("g", { class: "lines" });
      const faces = svg("g", {});
      const links = svg("g", { class: "links" });
      for (const link of number === 0 ? frame.links : []) {
        links.append(svg("line", { x1: link.from[0], y1: link.from[1], x2: link.to[0], y2: link.to[1], class: link.strong ? "strong" : "" }));
      }
      for (const cell of layer.cells) faces.append(this.place(cell));
      const pad = 0.06;
      const picture = svg("svg", {
        viewBox: `${box.x - pad} ${box.y - pad} ${box.width + 2 * pad} ${box.height + 2 * pad}`,
        width: Math.ceil((box.width + 2 * pad) * scale), height: Math.ceil((box.height + 2 * pad) * scale),
        role: this.touching ? "group" : "img", "aria-label": layer.caption || frame.caption || "the board",
      }, links, faces, lines);
      this.layers.push({ lines, first, count: layer.cells.length });
      return h("figure", {}, picture, layer.caption ? h("figcaption", {}, layer.caption) : null);
    });
    const words = this.cells.length ? [] : frame.notes.map((note) => h("pre", { class: "words" }, note));
    fill(this.element, ...parts, ...words);
    if (this.touching) this.rove(Math.min(this.focus, this.cells.length - 1), false);
  }

  /** @param {Cell} cell */
  place(cell) {
    const number = this.cells.length;
    const [x, y, radius] = middle(cell);
    const face = cell.round
      ? svg("circle", { cx: x, cy: y, r: radius * 0.88 })
      : svg("polygon", { points: cell.outline.map((p) => p.join(",")).join(" ") });
    const text = svg("text", { x, y: y + 0.02, class: "label" });
    const group = svg("g", { class: "cell", "data-cell": number }, face, text);
    if (this.touching) {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
    }
    this.cells.push({ group, face, text, cell });
    return group;
  }

  /**
   * @param {number} number
   * @param {Cell} cell
   */
  paint(number, cell) {
    const { group, face, text } = this.cells[number];
    this.cells[number].cell = cell;
    const colour = cell.ink ?? cell.fill;
    face.setAttribute("fill", colour);
    face.setAttribute("class", cell.group === null && cell.round ? "hole" : "face");
    if (text.textContent !== cell.label) {
      text.textContent = cell.label;
      const radius = middle(cell)[2];
      const size = Math.min(radius * 1.05, (radius * 1.8) / Math.max(1, cell.label.length * 0.62));
      text.setAttribute("font-size", size.toFixed(3));
    }
    text.setAttribute("fill", dark(colour) ? "#fff" : "#22262b");
    if (this.touching) group.setAttribute("aria-label", `cell ${number + 1}, ${cell.label || "empty"}`);
  }

  /**
   * Marks cells, or none.
   * @param {Iterable<number>} numbers
   * @param {string} [mark]
   */
  mark(numbers, mark = "marked") {
    for (const { group } of this.cells) group.classList.remove(mark);
    for (const number of numbers) this.cells[number]?.group.classList.add(mark);
  }

  listen() {
    const element = this.element;
    element.addEventListener("pointerdown", (event) => {
      const cell = cellAt(event);
      if (cell === null || event.button !== 0) return;
      event.preventDefault();
      this.rove(cell, true);
      this.begin([cell]);
    });
    element.addEventListener("pointermove", (event) => {
      if (!this.path.length) return;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
      if (!under || !element.contains(under)) return;
      const cell = Number(under.getAttribute("data-cell"));
      if (cell !== this.path[this.path.length - 1]) this.extend(cell);
    });
    addEventListener("pointerup", () => this.end());
    addEventListener("pointercancel", () => this.end());
    element.addEventListener("focusin", (event) => {
      const cell = cellAt(event);
      if (cell !== null && cell !== this.focus) this.rove(cell, false);
    });
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("keyup", (event) => {
      if (event.key === "Shift") this.end();
    });
  }

  /** @param {number[]} path */
  begin(path) {
    this.path = path;
    this.mark(path, "touched");
  }

  /** @param {number} cell */
  extend(cell) {
    this.path.push(cell);
    this.mark(this.path, "touched");
    this.touching?.drag?.(this.path);
  }

  end() {
    if (!this.path.length) return;
    const path = this.path;
    this.begin([]);
    this.touching?.touch(path);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const next = this.next(this.focus, step);
      if (next === null) return;
      if (event.shiftKey && !this.path.length) this.begin([this.focus]);
      this.rove(next, true);
      if (event.shiftKey) this.extend(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.touching?.touch([this.focus]);
    }
  }

  /**
   * The nearest cell in a direction.
   * @param {number} from
   * @param {[number, number]} step
   */
  next(from, [dx, dy]) {
    const home = this.layers.find((l) => from >= l.first && from < l.first + l.count);
    const [x, y] = middle(this.cells[from].cell);
    let best = null, least = Infinity;
    for (let n = home?.first ?? 0; home && n < home.first + home.count; n++) {
      const [u, v] = middle(this.cells[n].cell);
      const along = (u - x) * dx + (v - y) * dy, across = Math.abs((u - x) * dy + (v - y) * dx);
      const far = along + 3 * across;
      if (along > 0.2 && far < least) [best, least] = [n, far];
    }
    return best;
  }

  /**
   * @param {number} cell
   * @param {boolean} focus
   */
  rove(cell, focus) {
    this.cells[this.focus]?.group.setAttribute("tabindex", "-1");
    this.focus = Math.max(0, cell);
    const group = this.cells[this.focus]?.group;
    group?.setAttribute("tabindex", "0");
    if (focus) group?.focus({ preventScroll: true });
  }
}

/** @param {Event} event */
function cellAt(event) {
  const found = /** @type {Element} */ (event.target).closest("[data-cell]");
  return found ? Number(found.getAttribute("data-cell")) : null;
}

/** @param {Cell[]} cells */
function bounds(cells) {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    for (const [x, y] of cell.outline) {
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
    }
  }
  return cells.length ? { x: x0, y: y0, width: x1 - x0, height: y1 - y0 } : { x: 0, y: 0, width: 1, height: 1 };
}

/**
 * The middle of a cell and the radius of the circle in it.
 * @param {Cell} cell
 * @returns {[number, number, number]}
 */
function middle(cell) {
  const outline = cell.outline, n = outline.length || 1;
  const x = outline.reduce((sum, p) => sum + p[0], 0) / n, y = outline.reduce((sum, p) => sum + p[1], 0) / n;
  if (n < 3) return [x, y, 0.5];
  let radius = Infinity;
  outline.forEach(([ax, ay], i) => {
    const [bx, by] = outline[(i + 1) % n];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    radius = Math.min(radius, Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length);
  });
  return [x, y, radius];
}

/**
 * Strong lines where groups meet, thin ones within.
 * @param {Cell[]} cells
 */
function borders(cells) {
  /** @type {Map<string, { a: number[], b: number[], groups: (number | null)[] }>} */
  const sides = new Map();
  for (const cell of cells) {
    if (cell.round) continue;
    cell.outline.forEach((a, i) => {
      const b = cell.outline[(i + 1) % cell.outline.length];
      const ends = [a, b].map((p) => p.map((v) => Math.round(v * 1e4)).join(",")).sort().join(" ");
      const side = sides.get(ends) ?? { a, b, groups: [] };
      side.groups.push(cell.group);
      sides.set(ends, side);
    });
  }
  let [strong, thin] = ["", ""];
  for (const { a, b, groups } of sides.values()) {
    const line = `M${a.join(" ")}L${b.join(" ")}`;
    if (groups.length < 2 || groups[0] !== groups[1]) strong += line;
    else thin += line;
  }
  return [svg("path", { d: thin, class: "thin" }), svg("path", { d: strong, class: "strong" })];
}

/** @param {string} colour */
function dark(colour) {
  const part = (/** @type {number} */ at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) <= 0.2;
}
