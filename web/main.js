// The page: which part is shown at which address, and light or dark.

import { takeToken } from "./api.js";
import { showGallery } from "./gallery.js";
import { fill, h, say } from "./ui.js";

const THEME = "puzzle-theme";
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** What the part that is shown does when another takes its place. */
let leave = () => {};

function theme() {
  const chosen = localStorage.getItem(THEME);
  if (chosen) document.documentElement.dataset.theme = chosen;
  else delete document.documentElement.dataset.theme;
}

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** How often another part was asked for. */
let asked = 0;

async function show() {
  const mine = ++asked;
  leave();
  leave = () => {};
  say("");
  const name = /^\/p\/(.+)$/.exec(location.pathname)?.[1];
  try {
    if (name || location.pathname === "/own") {
      const { showPuzzle, showOwn } = await import("./puzzle.js");
      const gone = name ? await showPuzzle(main, decodeURIComponent(name)) : await showOwn(main);
      if (mine === asked) leave = gone;
      else {
        // Another address was asked for meanwhile; what stands there now may be this one.
        gone();
        void show();
      }
    } else {
      document.title = "Puzzle Processor";
      await showGallery(main);
    }
  } catch (error) {
    const lacking = /** @type {any} */ (error).problem?.status === 401;
    fill(
      main,
      h("h1", {}, lacking ? "Who are you?" : "This did not work"),
      h("p", { class: "refusal" }, String(/** @type {Error} */ (error).message)),
      lacking ? h("p", {}, "The server shows puzzles only to whoever has its address with the token: the one that ",
        h("code", {}, "puzzle serve"), " printed when it started.") : h("p", {}, h("a", { href: "/" }, "Back to the gallery")),
    );
  }
}

/** @param {string} address */
export function go(address) {
  history.pushState(null, "", address);
  void show();
  scrollTo(0, 0);
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  const own = link && link.origin === location.origin && !link.download && !link.target && !link.hash.startsWith("#main");
  if (!own || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.pathname + link.hash);
});
addEventListener("popstate", () => void show());
document.getElementById("theme")?.addEventListener("click", () => {
  localStorage.setItem(THEME, isDark() ? "light" : "dark");
  theme();
});

takeToken();
theme();
void show();
