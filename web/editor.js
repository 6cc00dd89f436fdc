// An own puzzle: its text beside its picture, with what is wrong under the line while one types; its
// drawings as grids to be touched; files dropped in and written out in every form that is known.

import { Refused, post } from "./api.js";
import { drawings } from "./drawings.js";
import { drawing } from "./puzzle.js";
import { addressOf } from "./share.js";
import { button, calm, download, fill, h, say } from "./ui.js";

/**
 * @param {Subject} subject
 * @param {string} text
 * @param {(typed: { subject: Subject, text: string }) => void} [keep]
 */
export function editor(subject, text, keep = () => {}) {
  const area = h("textarea", { id: "text", spellcheck: "false", rows: 22, "aria-describedby": "wrong" });
  area.value = text;
  const numbers = h("div", { class: "numbers", "aria-hidden": "true" });
  const wrong = h("pre", { id: "wrong", class: "refusal", role: "status", hidden: true });
  const preview = h("div", { class: "plate stage-plate preview" });
  const facts = h("p", { class: "quiet" });
  const saves = h("div", { class: "row saves" });
  /** @type {Subject} */
  let now = subject;
  let order = 0;
  const change = (/** @type {string} */ changed) => {
    const at = area.scrollTop;
    area.value = changed;
    area.scrollTop = at;
    edited();
  };
  const grids = drawings(() => area.value, change);
  const lines = (/** @type {number | null} */ bad) => {
    const count = area.value.split("\n").length;
    fill(numbers, ...Array.from({ length: count }, (_, i) => h("div", { class: i + 1 === bad ? "bad" : "" }, String(i + 1))));
    numbers.scrollTop = area.scrollTop;
  };
  area.addEventListener("scroll", () => (numbers.scrollTop = area.scrollTop));
  const check = async () => {
    const mine = ++order;
    const asked = "base64" in now && area.value === "" ? now : { text: area.value, ...("called" in now && now.called ? { called: now.called } : {}) };
    let checked;
    try {
      checked = await post("check", { puzzle: asked });
    } catch (error) {
      checked = { valid: false, refusal: { rendered: error instanceof Refused ? error.message : String(error), line: null } };
    }
    if (mine !== order) return;
    wrong.hidden = checked.valid;
    wrong.textContent = checked.valid ? "" : checked.refusal.rendered;
    lines(checked.valid ? null : checked.refusal.line);
    area.setAttribute("aria-invalid", String(!checked.valid));
    open.disabled = share.disabled = !checked.valid;
    if (!checked.valid) return fill(saves);
    now = asked;
    fill(preview, drawing(checked.scene, 20));
    facts.textContent = `${checked.title}: ${checked.about}. ${checked.figures.map((/** @type {string[]} */ f) => f.join(" ")).join(", ")}${checked.impossible ? `. No solution: ${checked.impossible}` : ""}`;
    fill(saves, h("span", { class: "quiet" }, "Download"), ...checked.formats.map((/** @type {string[]} */ [form, about]) =>
      button(form, () => void save(form), { title: about })),
      ...["svg", "png"].map((form) => button(form.toUpperCase(), () => void save(form))));
    sessionStorage.setItem("puzzle-own", area.value);
  };
  const save = async (/** @type {string} */ form) => {
    try {
      if (form === "svg" || form === "png") {
        const drawn = await post("draw", { puzzle: now, as: form });
        const bytes = form === "png" ? Uint8Array.from(atob(drawn.png), (c) => c.charCodeAt(0)) : drawn.svg;
        return download(`puzzle.${form}`, bytes, form === "png" ? "image/png" : "image/svg+xml");
      }
      download(`puzzle.${form}`, (await post("convert", { puzzle: now, to: form })).text, "text/plain");
    } catch (error) {
      say(String(/** @type {Error} */ (error).message));
      facts.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  const later = calm(200, () => void check());
  const edited = () => {
    keep({ subject: now, text: area.value });
    lines(null);
    grids.show();
    later();
  };
  area.addEventListener("input", edited);
  const open = button("Solve and play it", () => void go(), { class: "main" });
  const share = button("Copy its address", () => void copy());
  const go = async () => {
    if ("base64" in now) return say("a file of this form has no text to be shared; download it in another form first");
    sessionStorage.setItem("puzzle-part", "solve");
    (await import("./main.js")).go(await addressOf(area.value));
  };
  const copy = async () => {
    const address = location.origin + (await addressOf(area.value));
    history.replaceState(null, "", new URL(address).pathname + new URL(address).hash);
    await navigator.clipboard?.writeText(address).catch(() => {});
    facts.textContent = "The address of this page now holds the whole puzzle; it was copied. The text is in its fragment, which browsers send to nobody.";
  };
  const add = button("Add a section like the last", () => {
    const last = area.value.lastIndexOf("\n[[");
    if (last >= 0) change(`${area.value.trimEnd()}\n\n${area.value.slice(last + 1).trim()}\n`);
  });
  const take = async (/** @type {File} */ file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let found = null;
    try {
      found = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      let letters = "";
      for (const byte of bytes) letters += String.fromCharCode(byte);
      now = { base64: btoa(letters), called: file.name };
      area.value = "";
    }
    if (found !== null) {
      now = { text: found, called: file.name };
      area.value = found;
    }
    edited();
  };
  const choose = h("input", { type: "file", id: "file", class: "hidden" });
  choose.addEventListener("change", () => choose.files?.[0] && void take(choose.files[0]));
  const element = h("div", { class: "two editor" },
    h("section", { class: "stage", "aria-label": "Text" },
      h("label", { for: "text" }, "The puzzle as text; drop a file on it"), h("div", { class: "code" }, numbers, area), wrong,
      h("div", { class: "row" }, open, share, button("Open a file", () => choose.click()), h("label", { for: "file", class: "hidden" }, "A file"), choose, add), saves),
    h("section", { class: "side", "aria-label": "Picture" }, facts, preview, h("h2", {}, "Drawings"), grids.element));
  element.addEventListener("dragover", (event) => {
    event.preventDefault();
    element.classList.add("dropping");
  });
  element.addEventListener("dragleave", () => element.classList.remove("dropping"));
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    element.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) void take(file);
  });
  lines(null);
  void check();
  return { element };
}
