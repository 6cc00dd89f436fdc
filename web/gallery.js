// The gallery: every entry of the catalogue with its drawing, searched by name, family and figures.

import { get } from "./api.js";
import { fill, h } from "./ui.js";

/** @typedef {{ name: string, title: string, family: string, about: string, known: string, figures: [string, string][] }} Entry */

/** @type {any} */
let list = null;

/** @param {HTMLElement} main */
export async function showGallery(main) {
  list ??= await get("puzzles");
  const wanted = new URLSearchParams(location.search).get("find") ?? "";
  const grid = h("ul", { class: "gallery" });
  const count = h("p", { class: "quiet", "aria-live": "polite" });
  const find = h("input", {
    type: "search", id: "find", placeholder: "name, kind or size: soma, 6x10, 15 pegs", value: wanted,
    autocomplete: "off",
  });
  const family = h("select", { id: "family" }, h("option", { value: "" }, "all kinds"));
  const used = new Set(list.puzzles.map((/** @type {Entry} */ entry) => entry.family));
  for (const known of list.families) {
    if (used.has(known.name)) family.append(h("option", { value: known.name, title: known.about }, known.name));
  }
  const cards = mixed(list.puzzles).map((/** @type {Entry} */ entry) => ({ entry, card: card(entry) }));
  const show = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { entry, card } of cards) {
      const text = [entry.name, entry.title, entry.family, entry.about, entry.figures.flat().join(" ")].join(" ").toLowerCase();
      const fits = words.every((word) => text.includes(word)) && (!family.value || family.value === entry.family);
      card.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    count.textContent = shown === cards.length ? `${shown} puzzles` : `${shown} of ${cards.length} puzzles`;
    const address = find.value ? `/?find=${encodeURIComponent(find.value)}` : "/";
    history.replaceState(null, "", address);
  };
  find.addEventListener("input", show);
  family.addEventListener("input", show);
  grid.append(...cards.map((/** @type {{ card: Node }} */ one) => one.card));
  fill(
    main,
    h("section", { class: "hero" },
      h("h1", {}, "Look, play, solve, step through"),
      h("p", {}, "Pick a puzzle: it is solved on this machine while you watch, played by its own rules, and its program for the puzzle processor can be stepped through. Or ",
        h("a", { href: "/own" }, "draw your own"), ".")),
    h("form", { class: "find", role: "search", onsubmit: (/** @type {Event} */ e) => e.preventDefault() },
      h("label", { for: "find" }, "Find"), find, h("label", { for: "family" }, "Kind"), family),
    count,
    grid,
    h("section", { class: "patterns" }, h("h2", {}, "Names with numbers"),
      h("p", { class: "quiet" }, "These are puzzles of any size: put numbers for the letters."), patterns(list.patterns)),
  );
  show();
}

/**
 * A puzzle of every kind, then another of every kind: so the first rows show what there is.
 * @param {Entry[]} entries
 */
function mixed(entries) {
  /** @type {Map<string, Entry[]>} */
  const kinds = new Map();
  for (const entry of entries) kinds.set(entry.family, [...(kinds.get(entry.family) ?? []), entry]);
  const columns = [...kinds.values()].sort((a, b) => b.length - a.length);
  const longest = Math.max(0, ...columns.map((column) => column.length));
  return Array.from({ length: longest }, (_, i) => columns.flatMap((column) => column[i] ?? [])).flat();
}

/** @param {Entry} entry */
function card(entry) {
  const picture = h("img", {
    src: `/api/v1/puzzles/${encodeURIComponent(entry.name)}/picture`, alt: "", loading: "lazy", width: 220, height: 150,
  });
  return h("li", { class: "card" },
    h("a", { href: `/p/${entry.name}` },
      h("span", { class: "plate" }, picture),
      h("strong", {}, entry.title),
      h("span", { class: "quiet" }, entry.family, entry.known === "?" ? "" : ` · ${entry.known}`)));
}

/** @param {{ form: string, about: string }[]} forms */
function patterns(forms) {
  return h("ul", { class: "forms" }, ...forms.map(({ form, about }) => {
    const input = h("input", { value: form.replace(/[NRC]/g, (letter) => ({ N: "6", R: "4", C: "6" })[letter] ?? letter), "aria-label": `name like ${form}` });
    return h("li", {}, h("form", {
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        (await import("./main.js")).go(`/p/${encodeURIComponent(input.value.trim())}`);
      },
    }, h("code", {}, form), input, h("button", {}, "Open"), h("span", { class: "quiet" }, about)));
  }));
}
