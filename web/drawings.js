// Drawings in a text: every `"""` text of a description in which each line is a row of cells can be
// changed by finger as well. This knows nothing of what the cells mean: a touch puts the chosen
// character there, and the server says what the text is then.

import { button, fill, h } from "./ui.js";

/** @typedef {{ key: string, start: number, end: number, rows: string[] }} Drawing */

/**
 * The drawings of a text, with their places.
 * @param {string} text
 * @returns {Drawing[]}
 */
export function findDrawings(text) {
  const found = [];
  const pattern = /^([A-Za-z_-]+)\s*=\s*"""\n([\s\S]*?)"""/gm;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const start = match.index + match[0].indexOf('"""') + 4;
    const rows = match[2].replace(/\n$/, "").split("\n");
    const drawn = rows.every((row) => /^\S*$/.test(row.trimEnd()) && row.length <= 60);
    if (drawn && rows.length <= 200) found.push({ key: match[1], start, end: start + match[2].length, rows });
  }
  return found;
}

/**
 * What stands before a drawing: the section it belongs to, with its name.
 * @param {string} text
 * @param {Drawing} drawing
 */
function title(text, drawing) {
  const before = text.slice(0, drawing.start);
  const section = [...before.matchAll(/^\[+([\w.-]+)\]+/gm)].pop();
  const name = /name\s*=\s*"([^"]*)"/.exec(before.slice(section?.index ?? 0));
  return [section?.[1], section && name?.[1], drawing.key].filter(Boolean).join(" ");
}

/**
 * Grids for all drawings of a text.
 * @param {() => string} text
 * @param {(text: string) => void} change
 */
export function drawings(text, change) {
  const element = h("div", { class: "drawings" });
  let pen = "#";
  const pens = h("div", { class: "row pens", role: "group", "aria-label": "what a touch draws" });
  const show = () => {
    const found = findDrawings(text());
    const used = new Set(["#", "."]);
    for (const row of found.flatMap((one) => one.rows)) for (const letter of row.trim()) used.add(letter);
    fill(pens, h("span", { class: "quiet" }, "Draw with"), ...[...used].slice(0, 24).map((letter) =>
      button(letter === "." ? "· empty" : letter, () => {
        pen = letter;
        show();
      }, { "aria-pressed": String(letter === pen) })));
    fill(element, found.length ? pens : null, ...found.map((one) => grid(text(), one, () => pen, change)));
  };
  show();
  return { element, show };
}

/**
 * @param {string} text
 * @param {Drawing} drawing
 * @param {() => string} pen
 * @param {(text: string) => void} change
 */
function grid(text, drawing, pen, change) {
  const rows = drawing.rows.map((row) => row.trimEnd());
  const write = (/** @type {string[]} */ lines) => {
    // An empty line separates layers, so a row must not become empty.
    change(`${text.slice(0, drawing.start)}${lines.map((l) => l + "\n").join("")}${text.slice(drawing.end)}`);
  };
  const wide = Math.max(...rows.map((row) => row.length));
  const name = title(text, drawing);
  const table = h("div", { class: "cells", role: "group", "aria-label": name });
  rows.forEach((row, r) => {
    if (!row) return table.append(h("div", { class: "gap", "aria-hidden": "true" }));
    const line = h("div", { class: "cellrow" });
    [...row.padEnd(wide, ".")].forEach((letter, c) => {
      const cell = button(letter === "." ? "" : letter, () => {
        const cells = [...row.padEnd(wide, ".")];
        cells[c] = cells[c] === pen() ? "." : pen();
        write(rows.map((other, n) => (n === r ? cells.join("") : other)));
      }, { class: letter === "." ? "off" : "on", "aria-label": `row ${r + 1}, column ${c + 1}: ${letter === "." ? "empty" : letter}` });
      line.append(cell);
    });
    table.append(line);
  });
  const blank = ".".repeat(wide || 1);
  const full = rows.filter(Boolean);
  return h("figure", { class: "drawing" }, h("figcaption", {}, name), table,
    h("div", { class: "row small" },
      button("+ row", () => write([...rows, blank])),
      button("+ column", () => write(rows.map((row) => (row ? row.padEnd(wide, ".") + "." : row)))),
      button("+ layer", () => write([...rows, "", ...full.slice(0, layerHeight(rows)).map(() => blank)])),
      button("− row", () => rows.length > 1 && write(rows.slice(0, -1)), { "aria-label": "take the last row away" }),
      button("− column", () => wide > 1 && write(rows.map((row) => row.slice(0, wide - 1))), { "aria-label": "take the last column away" })));
}

/** How many rows the first layer has. @param {string[]} rows */
function layerHeight(rows) {
  const gap = rows.indexOf("");
  return gap < 0 ? rows.length : gap;
}
