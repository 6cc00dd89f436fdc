// How fast the page is, by `cargo xtask frames`: figures for the book, nothing is asserted.
//
// The browser's own trace says how long scripts, styles and layouts took; they are added up from one
// frame to the next while a solid is dragged. Idle and solving pages are held by one server at a time.

import { browse, serve } from "./browser.mjs";

const server = await serve();
const { context, end } = await browse();
const origin = new URL(server.url).origin;
const page = await context.newPage();
const quantile = (list, part) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];

// The size of the page, and its first picture.
const sizes = new Map();
page.on("response", async (response) => {
  const path = new URL(response.url()).pathname;
  if (!path.startsWith("/api/")) sizes.set(path, (await response.body().catch(() => Buffer.alloc(0))).length);
});
await page.goto(server.url);
await page.locator(".card").first().waitFor();
const firsts = [];
for (let i = 0; i < 11; i++) {
  await page.goto(`${origin}/p/simple`);
  await page.locator(".stage .cell").first().waitFor();
  firsts.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
}
for (const tab of ["Play", "Edit", "Processor"]) {
  await page.getByRole("tab", { name: tab }).click();
  await page.waitForTimeout(300);
}
const all = [...sizes].filter(([path]) => path.startsWith("/web/") || path === "/p/simple");
const total = all.reduce((sum, [, size]) => sum + size, 0);
const solid = sizes.get("/web/solid.js") ?? 0;
console.log(`first picture after ${quantile(firsts, 0.5).toFixed(0)} ms (median of ${firsts.length}, cache warm)`);
console.log(`the page has ${((total - solid) / 1000).toFixed(0)} kB without the solid view, which has ${(solid / 1000).toFixed(0)} kB`);

// Frames while a solid is dragged.
const WORK = new Set(["FireAnimationFrame", "EventDispatch", "Layout", "UpdateLayoutTree", "FunctionCall"]);
for (const name of process.argv.includes("--crowd") ? [] : ["soma", "hollow-pyramid"]) {
  await page.goto(`${origin}/p/${name}`);
  await page.getByRole("tab", { name: "Solve" }).click();
  await page.locator("#solve").click();
  const canvas = page.locator("canvas.solid");
  await canvas.waitFor({ timeout: 600000 });
  await page.waitForTimeout(500);
  const session = await context.newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  const done = new Promise((found) => session.on("Tracing.tracingComplete", found));
  await session.send("Tracing.start", { categories: "devtools.timeline", transferMode: "ReportEvents" });
  const box = await canvas.boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  for (let i = 0; i < 240; i++) {
    await page.mouse.move(box.x + 200 + 120 * Math.sin(i / 20), box.y + 200 + 60 * Math.cos(i / 15));
    await page.waitForTimeout(8);
  }
  await page.mouse.up();
  await session.send("Tracing.end");
  await done;
  const frames = events.filter((e) => e.name === "FireAnimationFrame").map((e) => e.ts).sort((a, b) => a - b);
  // What lies within another event is counted with it.
  const tops = [];
  const work = events.filter((e) => e.ph === "X" && WORK.has(e.name)).sort((a, b) => a.ts - b.ts || b.dur - a.dur);
  for (const event of work) {
    const last = tops[tops.length - 1];
    if (!last || last.tid !== event.tid || event.ts >= last.ts + last.dur) tops.push(event);
  }
  const spent = frames.slice(1).map((to, i) => tops.filter((e) => e.ts > frames[i] && e.ts <= to).reduce((sum, e) => sum + e.dur, 0) / 1000);
  const under = spent.filter((ms) => ms < 8).length / spent.length;
  console.log(`${name}: ${spent.length} frames, script and layout ${quantile(spent, 0.5).toFixed(2)} ms in the middle, ${quantile(spent, 0.95).toFixed(2)} ms at 95 %; ${(100 * under).toFixed(1)} % under 8 ms`);
}

// Many pages of one server.
const token = await page.evaluate(() => localStorage.getItem("puzzle-token"));
const call = (path, client, options = {}) => fetch(`${origin}/api/v1/${path}`, {
  ...options, headers: { Authorization: `Bearer ${token}`, "Puzzle-Client": client, ...options.headers },
});
const begun = Date.now();
// A connection that was idle may be closed at the moment when it is used again: then once more.
const again = (act) => act().catch(act);
await Promise.all(Array.from({ length: 200 }, async (_, i) => {
  await again(async () => (await fetch(`${origin}/p/simple`)).text());
  await again(async () => (await call("puzzles/simple", `idle ${i}`)).json());
}));
const idle = Date.now() - begun;
const streams = await Promise.all(Array.from({ length: 20 }, async (_, i) => {
  const body = JSON.stringify({ puzzle: { name: "pentominoes-8x8-hole" }, question: "all" });
  const job = await again(async () => (await call("ask", `solving ${i}`, { method: "POST", body })).json());
  return (await call(`jobs/${job.id}`, `solving ${i}`, { headers: { Accept: "text/event-stream" } })).body.getReader();
}));
let told = 0;
const until = Date.now() + 5000;
await Promise.all(streams.map(async (reader) => {
  while (Date.now() < until && !(await reader.read()).done) told++;
}));
const slow = [];
for (let i = 0; i < 20; i++) {
  const from = performance.now();
  await (await call("puzzles/simple", "asks")).json();
  slow.push(performance.now() - from);
}
console.log(`200 pages were served in ${idle} ms; with 20 searches running, ${told} events in 5 s, and a call takes ${quantile(slow, 0.5).toFixed(0)} ms in the middle`);
await end();
server.end();
process.exit(0);
