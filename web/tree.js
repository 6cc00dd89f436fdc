// The search tree as it grows (document 000, Figures 7 and 8): a node for every call of a procedure,
// named after the embedding that was placed; a ring where a solution was found; the path to where
// the processor is, drawn strongly.

import { fill, svg } from "./ui.js";

/** @typedef {{ label: string, children: Node2[], parent: Node2 | null, solution: boolean, x: number, y: number }} Node2 */

/** More nodes are not kept: what was searched through longest ago is cut to its first nodes. */
const MOST = 160;
const SIBLINGS = 3;

export class Tree {
  constructor() {
    this.element = svg("svg", { class: "tree", role: "img", "aria-label": "the search tree" });
    this.root = node("", null);
    this.at = this.root;
    this.size = 1;
    this.draw();
  }

  clear() {
    this.at = this.root = node("", null);
    this.size = 1;
    this.draw();
  }

  /** @param {("c" | "r" | "s" | number)[]} events */
  follow(events) {
    for (const event of events) {
      if (event === "s") this.at.solution = true;
      else if (event === "r") {
        this.at = this.at.parent ?? this.at;
      } else {
        const child = node(event === "c" ? "" : String(event), this.at);
        this.at.children.push(child);
        this.at = child;
        this.size++;
        if (this.size > MOST) this.prune();
      }
    }
    this.draw();
  }

  /** Keeps the path to where the processor is, and of what is done beside it the last few nodes. */
  prune() {
    this.size = 1;
    for (let one = this.at; one.parent; one = one.parent) {
      const beside = one.parent.children.filter((child) => child !== one).slice(-SIBLINGS);
      for (const child of beside) child.children = [];
      one.parent.children = [...beside, one];
      this.size += one.parent.children.length;
    }
  }

  draw() {
    let next = 0, deepest = 0;
    const lay = (/** @type {Node2} */ one, /** @type {number} */ depth) => {
      one.y = depth;
      deepest = Math.max(deepest, depth);
      for (const child of one.children) lay(child, depth + 1);
      const first = one.children[0], last = one.children[one.children.length - 1];
      one.x = first ? (first.x + last.x) / 2 : next++;
    };
    lay(this.root, 0);
    const path = new Set();
    for (let up = /** @type {Node2 | null} */ (this.at); up; up = up.parent) path.add(up);
    /** @type {SVGElement[]} */
    const lines = [];
    /** @type {SVGElement[]} */
    const dots = [];
    const walk = (/** @type {Node2} */ one) => {
      for (const child of one.children) {
        lines.push(svg("line", {
          x1: one.x * 30 + 20, y1: one.y * 38 + 20, x2: child.x * 30 + 20, y2: child.y * 38 + 20, class: path.has(child) ? "path" : "",
        }));
        walk(child);
      }
      const kind = [one.solution ? "solution" : "", path.has(one) ? "path" : "", one === this.at ? "here" : ""].join(" ").trim();
      dots.push(svg("circle", { cx: one.x * 30 + 20, cy: one.y * 38 + 20, r: 11, class: kind }));
      if (one.label) dots.push(svg("text", { x: one.x * 30 + 20, y: one.y * 38 + 20, class: kind }, one.label));
    };
    walk(this.root);
    const [width, height] = [Math.max(1, next) * 30 + 16, deepest * 38 + 40];
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.setAttribute("width", String(width));
    this.element.setAttribute("height", String(height));
    fill(this.element, ...lines, ...dots);
    const plate = this.element.parentElement;
    plate?.scrollTo(this.at.x * 30 - plate.clientWidth / 2, this.at.y * 38 - plate.clientHeight / 2);
  }
}

/**
 * @param {string} label
 * @param {Node2 | null} parent
 * @returns {Node2}
 */
function node(label, parent) {
  return { label, children: [], parent, solution: false, x: 0, y: 0 };
}
