// Calls of the server. Every call carries the token, which came in the fragment of the address that
// `puzzle serve` printed and is kept for this server alone.

const KEPT = "puzzle-token";
const CLIENT = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

/** Takes the token out of the address, if it is there. */
export function takeToken() {
  const found = /^#token=([0-9a-f]+)/.exec(location.hash);
  if (!found) return;
  localStorage.setItem(KEPT, found[1]);
  history.replaceState(null, "", location.pathname);
}

/** A call that was refused: what the server says is wrong. */
export class Refused extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 * @param {string} [accept]
 */
async function request(method, path, body, signal, accept = "application/json") {
  const headers = {
    Authorization: `Bearer ${localStorage.getItem(KEPT) ?? ""}`,
    "Puzzle-Client": CLIENT,
    Accept: accept,
  };
  const text = body === undefined ? undefined : JSON.stringify(body);
  let response;
  try {
    response = await fetch(`/api/v1/${path}`, { method, headers, body: text, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused({ type: "", title: "no answer", status: 0, detail: "The server does not answer. Does `puzzle serve` still run?" });
  }
  if (!response.ok) throw new Refused(await response.json());
  return response;
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export async function get(path, signal) {
  return (await request("GET", path, undefined, signal)).json();
}

/**
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 */
export async function post(path, body, signal) {
  return (await request("POST", path, body, signal)).json();
}

/** @param {string} path */
export async function remove(path) {
  await request("DELETE", path);
}

/**
 * Follows a search until it ends: calls `seen` whenever something has changed.
 * @param {string} id
 * @param {(job: Job) => void} seen
 * @param {AbortSignal} signal
 * @returns {Promise<Job | null>}
 */
export async function follow(id, seen, signal) {
  const response = await request("GET", `jobs/${id}`, undefined, signal, "text/event-stream");
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return null;
    text += decoder.decode(value, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const data = lines.find((line) => line.startsWith("data: "));
      if (!data) continue;
      const job = JSON.parse(data.slice(6));
      if (lines.includes("event: end")) return job;
      seen(job);
    }
  }
}
