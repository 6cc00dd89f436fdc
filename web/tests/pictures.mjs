// The six pictures of the page that README and book show: made by `cargo xtask pictures`, compared by
// `cargo xtask test`. Fonts differ between machines, so pictures are compared small: 150 pixels wide,
// by the mean difference of their colours.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { browse, serve, wait } from "./browser.mjs";

const folder = new URL("../../book/src/page/", import.meta.url);
const write = process.argv.includes("--write");
/** How much the colours may differ in the mean, of 255. */
const MOST = 8;

const server = await serve();
const { context, end } = await browse();
const origin = new URL(server.url).origin;
const page = await context.newPage();
await page.goto(server.url);
await page.locator(".card").first().waitFor();

const open = async (path, tab) => {
  await page.goto(origin + path);
  if (tab) await page.getByRole("tab", { name: tab }).click();
};
const until = (says, argument) => wait(page, says, argument);
const headline = (text) => page.locator(".headline").filter({ hasText: text }).waitFor();

const pictures = {
  async gallery() {
    await page.goto(origin);
    await page.locator(".card").first().waitFor();
    await until(() => [...document.images].filter((i) => i.getBoundingClientRect().top < 900 && i.offsetParent).every((i) => i.complete && i.naturalWidth));
  },
  async solve() {
    await open("/p/pentominoes-6x10", "Solve");
    await page.getByLabel("I want").selectOption("all");
    await page.getByLabel("at most").fill("100");
    await page.locator("#solve").click();
    await headline("100 solutions");
    await page.waitForTimeout(300);
  },
  async solid() {
    await open("/p/soma", "Solve");
    await page.locator("#solve").click();
    await headline("1 solution");
    await page.getByLabel("Pull apart").fill("45");
    await page.waitForTimeout(300);
  },
  async klotski() {
    await open("/p/klotski", "Play");
    await page.locator(".playable .cell").first().waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "Make this move" }).waitFor({ timeout: 60000 });
  },
  async nonogram() {
    await open("/p/nonogram-cup", "Solve");
    await page.locator("#solve").click();
    await headline("1 solution");
    await page.waitForTimeout(300);
  },
  async processor() {
    await open("/p/simple", "Processor");
    await page.locator(".line.here").waitFor();
    for (let i = 1; i <= 3; i++) {
      await page.getByRole("button", { name: "To the next solution" }).click();
      await until((n) => document.querySelector(".registers").textContent.includes(`nos${n}`), i);
    }
    await page.waitForTimeout(200);
  },
};

/** The mean difference of two pictures, both made small by the browser itself. */
const difference = (a, b) => page.evaluate(async ([a, b]) => {
  const pixels = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(150, 112);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, 150, 112);
    return context.getImageData(0, 0, 150, 112).data;
  };
  const [one, other] = [await pixels(a), await pixels(b)];
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += Math.abs(one[i] - other[i]);
  return sum / (one.length * 0.75);
}, [a.toString("base64"), b.toString("base64")]);

let failed = 0;
mkdirSync(folder, { recursive: true });
for (const [name, show] of Object.entries(pictures)) {
  await show();
  await page.mouse.move(0, 0);
  const made = await page.screenshot();
  const file = new URL(`${name}.png`, folder);
  if (write) {
    writeFileSync(file, made);
    console.log(`wrote ${name}.png`);
    continue;
  }
  const far = await difference(made, readFileSync(file));
  const good = far <= MOST;
  failed += good ? 0 : 1;
  console.log(`${good ? "ok  " : "FAIL"} ${name}: the colours differ by ${far.toFixed(1)} in the mean`);
  if (!good && process.env.PAGE_SHOTS) writeFileSync(`${process.env.PAGE_SHOTS}/${name}.png`, made);
}
await end();
server.end();
process.exit(failed ? 1 : 0);
