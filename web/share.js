// An own puzzle in the fragment of an address: the text, deflated, in the letters that addresses
// allow. Fragments stay in the browser; nobody is sent the text who is not given the address.

/**
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {string} packed
 * @returns {Promise<string>}
 */
export async function unpack(packed) {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** The text in this page's address, if there is one. */
export async function textOfAddress() {
  const found = /^#text=(.+)$/.exec(location.hash);
  if (!found) return null;
  try {
    return await unpack(found[1]);
  } catch {
    return null;
  }
}

/**
 * The address of a text.
 * @param {string} text
 */
export async function addressOf(text) {
  return `/own#text=${await pack(text)}`;
}
