// A server and a browser for the scenarios. The tools live below target/tools, so they are required by
// path; the server is the command itself, on a port of its own.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const tools = process.env.PAGE_TOOLS ?? new URL("../../target/tools/page", import.meta.url).pathname;
export const load = createRequire(join(tools, "node_modules/"));

/** Starts `puzzle serve`; says where it is and how it is ended. */
export async function serve() {
  const command = process.env.PUZZLE ?? "puzzle";
  const child = spawn(command, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const url = await new Promise((found, failed) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) found(text.split("\n")[0]);
    });
    child.on("error", failed);
    child.on("exit", (code) => failed(new Error(`puzzle serve ended with ${code}`)));
  });
  return { url, child, end: () => child.kill("SIGINT") };
}

/** Starts Debian's Chromium with a profile of its own. */
export async function browse() {
  const { chromium } = load("playwright-core");
  const profile = mkdtempSync(join(tmpdir(), "puzzle-page-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    viewport: { width: 1200, height: 900 },
    colorScheme: "light",
    reducedMotion: "reduce",
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--font-render-hinting=none",
    ],
  });
  context.setDefaultTimeout(Number(process.env.PAGE_PATIENCE ?? 30000));
  return {
    context,
    async end() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/**
 * Waits until a function says so in the page. (Playwright's own way evaluates a text there, which the
 * page's policy forbids, as it should.)
 */
export async function wait(page, says, argument, patience = 60000) {
  const begun = Date.now();
  while (!(await page.evaluate(says, argument))) {
    if (Date.now() - begun > patience) throw new Error(`it does not come: ${says}`);
    await page.waitForTimeout(30);
  }
}
