// What a newcomer does, in a real browser: each scenario is a sentence of what must work.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { browse, load, serve, wait } from "./browser.mjs";

const server = await serve();
const { context, end } = await browse();
const origin = new URL(server.url).origin;
const page = await context.newPage();
const errors = [];
const foreign = [];
page.on("pageerror", (error) => errors.push(String(error)));
page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
page.on("request", (request) => {
  const url = request.url();
  if (!url.startsWith(origin) && !/^(blob|data):/.test(url)) foreign.push(url);
});

const open = async (path, tab) => {
  await page.goto(origin + path);
  if (tab) await page.getByRole("tab", { name: tab }).click();
};
const until = (says, argument) => wait(page, says, argument);
const cell = (number) => page.locator(`.playable [data-cell="${number}"]`);
const headline = () => page.locator(".headline");
const has = async (locator, text) => {
  await locator.filter({ hasText: text }).first().waitFor();
};

const scenarios = {
  async "the gallery shows the catalogue with drawings, and finds by name, kind and size"() {
    await page.goto(server.url);
    await page.locator(".card").first().waitFor();
    assert.equal(new URL(page.url()).hash, "", "the token is taken out of the address");
    assert.ok((await page.locator(".card").count()) > 50);
    await page.getByLabel("Find").fill("meteor");
    assert.equal(await page.locator(".card:visible").count(), 1);
    const drawn = page.locator(".card:visible img");
    await drawn.evaluate((image) => image.complete || new Promise((done) => (image.onload = done)));
    assert.ok((await drawn.evaluate((image) => image.naturalWidth)) > 20);
  },
  async "a card leads to the puzzle's own address, and back"() {
    await page.locator(".card:visible a").click();
    await page.getByRole("heading", { level: 1 }).filter({ hasText: /meteor/i }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/p/meteor");
    await page.goBack();
    await page.locator(".gallery").waitFor();
  },
  async "6x10 pentominoes are solved: one, then several to walk through"() {
    await open("/p/pentominoes-6x10", "Solve");
    await page.locator("#solve").click();
    await has(headline(), "1 solution");
    assert.equal(await page.locator(".stage .cell").count(), 60);
    await page.getByLabel("I want").selectOption("all");
    await page.getByLabel("at most").fill("5");
    await page.locator("#solve").click();
    await has(headline(), "5 solutions");
    await page.getByRole("button", { name: "the next solution" }).click();
    await until(() => document.querySelector(".walk input").value === "2");
  },
  async "a long search shows how far it is, is stopped, and goes on"() {
    await page.getByLabel("I want").selectOption("all");
    await page.getByLabel("at most").fill("");
    await page.locator("#solve").click();
    await until(() => /a second/.test(document.querySelector(".figures").textContent));
    await page.getByRole("button", { name: "Stop" }).click();
    await until(() => !document.querySelector("#solve").disabled);
    const goOn = page.getByRole("button", { name: "Continue" });
    if (await goOn.isEnabled()) {
      await goOn.click();
      await page.getByRole("button", { name: "Stop" }).click();
      await until(() => !document.querySelector("#solve").disabled);
    }
    await headline().waitFor();
  },
  async "a count is exact, also up to symmetry"() {
    await open("/p/pentominoes-3x20", "Solve");
    await page.getByLabel("I want").selectOption("count");
    await page.locator("#solve").click();
    await has(headline(), "8 solutions");
    await page.getByLabel("I want").selectOption("classes");
    await page.locator("#solve").click();
    await has(headline(), "2 up to symmetry");
  },
  async "the Soma cube is solved and turned by mouse and keys"() {
    await open("/p/soma", "Solve");
    await page.locator("#solve").click();
    const canvas = page.locator("canvas.solid");
    await canvas.waitFor();
    const look = () => canvas.evaluate((c) => c.toDataURL());
    await page.waitForTimeout(200);
    const before = await look();
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + 150, box.y + 150);
    await page.mouse.down();
    await page.mouse.move(box.x + 260, box.y + 190, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(200);
    const turned = await look();
    assert.notEqual(turned, before);
    await canvas.press("ArrowLeft");
    await page.waitForTimeout(200);
    assert.notEqual(await look(), turned);
    await page.getByLabel("Take layers off").fill("1");
    await page.getByLabel("Pull apart").fill("80");
  },
  async "Klotski is played: a block slides, is taken back, and a hint tells the next move"() {
    await open("/p/klotski", "Play");
    await page.locator(".playable .cell").first().waitFor();
    const hint = page.getByRole("button", { name: "Hint" });
    await hint.click();
    await page.getByRole("button", { name: "Make this move" }).click({ timeout: 60000 });
    await has(page.locator(".film .quiet"), "1 of 1 moves");
    await page.getByRole("button", { name: "Undo" }).click();
    await has(page.locator(".film .quiet"), "0 of 1 moves");
    await page.getByRole("button", { name: "Redo" }).click();
    await has(page.locator(".film .quiet"), "1 of 1 moves");
  },
  async "a block is dragged by mouse"() {
    await open("/p/klotski", "Play");
    await page.locator(".playable .cell").first().waitFor();
    const from = await cell(17).boundingBox();
    const to = await cell(18).boundingBox();
    const up = await cell(13).boundingBox();
    for (const [a, b] of [[up, from], [from, to], [from, up], [to, from]]) {
      await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await page.mouse.down();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
      await page.mouse.up();
      await page.waitForTimeout(150);
    }
    await page.locator(".moves li").first().waitFor();
  },
  async "pegs jump by keys alone"() {
    await open("/p/pegs-english-33", "Play");
    await page.locator(".playable .cell").first().waitFor();
    await cell(16).focus();
    for (const key of ["ArrowUp", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await page.locator(".moves li").first().waitFor();
    assert.equal(await page.locator(".moves li").count(), 1);
  },
  async "a nonogram is filled in by touch and stroke, and a hint finds what is wrong"() {
    await open("/p/nonogram-cup", "Play");
    const last = page.locator(".playable .cell").last();
    await last.waitFor();
    await last.click();
    await page.locator(".moves li").first().waitFor();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "Make this move" }).waitFor();
    await page.locator("#word").fill("1,1");
    await page.getByRole("button", { name: "Make it" }).click();
    await has(page.locator(".film .quiet"), "2 of 2 moves");
    await page.getByRole("button", { name: "Mistakes" }).click();
    await page.locator(".playable .cell.wrong").first().waitFor();
  },
  async "a sudoku takes values that fit, and a given one stays"() {
    await open("/p/sudoku-example", "Play");
    const empty = page.locator('.playable .cell[aria-label$="empty"]').first();
    await empty.click();
    await page.locator(".meant button").first().click();
    await page.locator(".moves li").first().waitFor();
  },
  async "a pentomino is put down by drawing it"() {
    await open("/p/pentominoes-6x10", "Play");
    await page.locator(".playable .cell").first().waitFor();
    for (const number of [0, 1, 2, 3, 4]) await cell(number).click();
    await has(page.locator(".film .quiet"), "1 of 1 moves");
  },
  async "a game is played against the machine"() {
    await open("/p/cram-4x5", "Play");
    await page.getByLabel("I play").selectOption("second");
    await cell(0).click();
    await cell(1).click();
    await until(() => document.querySelectorAll(".moves li").length >= 2);
  },
  async "queens are put down, and what they attack is refused"() {
    await open("/p/queens-6", "Play");
    await page.locator(".playable .cell").first().waitFor();
    await cell(0).click();
    await has(page.locator(".film .quiet"), "1 of 1 moves");
    await cell(1).click();
    await page.waitForTimeout(300);
    await has(page.locator(".film .quiet"), "1 of 1 moves");
  },
  async "the solution of a sliding puzzle is played back with a scrubber"() {
    await open("/p/knuth-example", "Solve");
    await page.getByLabel("I want").selectOption("shortest");
    await page.locator("#solve").click();
    await has(headline(), "20 moves");
    await page.getByLabel("the moves of the solution").fill("20");
    await has(page.locator(".caption"), "20");
  },
  async "the simple puzzle's program is stepped through, and its tree grows"() {
    await open("/p/simple", "Processor");
    await page.locator(".line.here").waitFor();
    for (let i = 0; i < 3; i++) {
      await page.getByRole("button", { name: "Step", exact: true }).click();
      await page.waitForTimeout(150);
    }
    await page.getByRole("button", { name: "To the next solution" }).click();
    await page.locator(".tree circle.solution").waitFor();
    await has(page.locator(".registers"), "nos");
    assert.ok((await page.locator(".tree circle").count()) >= 3);
  },
  async "a mistake in an own text is told under its line, and mended"() {
    await open("/own");
    const text = page.locator("#text");
    await text.waitFor();
    const good = await text.inputValue();
    await text.fill(good.replace("grid", "girt"));
    await page.locator("#wrong:visible").filter({ hasText: "grid" }).waitFor();
    await page.locator(".numbers .bad").waitFor();
    await text.fill(good);
    await page.locator("#wrong").waitFor({ state: "hidden" });
  },
  async "a drawing is changed by touch, and the text with it"() {
    await page.locator(".drawing").first().waitFor();
    const before = await page.locator("#text").inputValue();
    await page.locator(".drawing .cellrow button.off").first().click();
    assert.notEqual(await page.locator("#text").inputValue(), before);
  },
  async "what was typed stays when its part, or another, is asked for"() {
    const text = page.locator("#text");
    const typed = `# mine\n${await text.inputValue()}`;
    await text.fill(typed);
    await page.getByRole("tab", { name: "Edit" }).click();
    await page.waitForTimeout(300);
    assert.equal(await text.inputValue(), typed);
    await page.getByRole("tab", { name: "Solve" }).click();
    await page.locator("#solve").waitFor();
    await page.getByRole("tab", { name: "Edit" }).click();
    await text.waitFor();
    assert.equal(await text.inputValue(), typed);
  },
  async "an own puzzle is shared by its address alone"() {
    await page.locator("#text").fill('family = "queens"\nname = "Mine"\nsize = 5\n');
    await page.waitForTimeout(600);
    await page.getByRole("button", { name: "Solve and play it" }).click();
    await has(page.getByRole("heading", { level: 1 }), "Mine");
    assert.match(new URL(page.url()).hash, /^#text=/);
    await page.reload();
    await has(page.getByRole("heading", { level: 1 }), "Mine");
  },
  async "a file is dropped in and written in other forms"() {
    await open("/own");
    await page.locator("#text").waitFor();
    const edit = page.getByRole("tab", { name: "Edit" });
    if (await edit.count()) await edit.click();
    await page.locator("#file").setInputFiles({ name: "drop.non", mimeType: "text/plain", buffer: Buffer.from("width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\n") });
    const save = page.getByRole("button", { name: "xml", exact: true });
    await save.waitFor();
    const waiting = page.waitForEvent("download");
    await save.click();
    assert.equal((await waiting).suggestedFilename(), "puzzle.xml");
  },
  async "without the token nothing is answered, and the page says so"() {
    const kept = await page.evaluate(() => localStorage.getItem("puzzle-token"));
    await page.evaluate(() => localStorage.removeItem("puzzle-token"));
    errors.length = 0;
    await page.goto(origin + "/p/soma");
    await has(page.getByRole("heading", { level: 1 }), "Who are you?");
    errors.length = 0;
    await page.evaluate((token) => localStorage.setItem("puzzle-token", token), kept);
  },
  async "every part of the page is without serious findings of axe, in light and dark"() {
    const axe = readFileSync(load.resolve("axe-core/axe.min.js"), "utf8");
    for (const scheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      for (const [path, tab] of [["/"], ["/p/simple", "Solve"], ["/p/klotski", "Play"], ["/p/simple", "Edit"], ["/p/simple", "Processor"]]) {
        await open(path, tab);
        await page.waitForTimeout(500);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
        const serious = violations.filter((v) => ["serious", "critical"].includes(v.impact));
        const told = serious.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html).join(" ")}`);
        assert.deepEqual(told, [], `${scheme} ${path} ${tab ?? ""}`);
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
  },
  async "it fits a narrow screen"() {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ["/", "/p/klotski", "/p/soma"]) {
      await open(path);
      await page.waitForTimeout(400);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 361, `${path} is ${wide} wide`);
    }
    await page.setViewportSize({ width: 1200, height: 900 });
  },
};

const only = process.argv[2];
let failed = 0;
for (const [name, run] of Object.entries(scenarios)) {
  if (only && !name.includes(only) && !name.startsWith("the gallery shows")) continue;
  const begun = Date.now();
  errors.length = 0;
  try {
    await run();
    assert.deepEqual(errors, [], "errors in the console");
    console.log(`ok   ${((Date.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${((Date.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${name}\n${error.stack ?? error}`);
    if (process.env.PAGE_SHOTS) await page.screenshot({ path: `${process.env.PAGE_SHOTS}/failed-${failed}.png` });
  }
}
assert.deepEqual(foreign, [], "nothing is asked of anybody else");
await end();
const ended = new Promise((found) => server.child.on("exit", found));
server.end();
assert.equal(await ended, 0, "Ctrl-C ends the server in order");
console.log(failed ? `${failed} scenarios failed` : "every scenario passed");
process.exit(failed ? 1 : 0);
