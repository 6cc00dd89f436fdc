// Small things that all parts of the page use: elements, messages, formats.

/**
 * An element with properties and children. Properties that begin with `on` are listeners, the others
 * are attributes; `false`, `null` and `undefined` leave an attribute away.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [properties]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * The same for SVG.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Replaces all that is in an element.
 * @param {Element} element
 * @param {...(Node | string | null | undefined | false)} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * Says something to everybody, those who listen to the page included.
 * @param {string} text
 */
export function say(text) {
  const place = document.getElementById("say");
  if (place) place.textContent = text;
}

/**
 * A number with separators.
 * @param {number | string} number
 */
export function digits(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u2009");
}

/**
 * A button.
 * @param {string} text
 * @param {() => void} act
 * @param {Record<string, any>} [more]
 */
export function button(text, act, more = {}) {
  return h("button", { type: "button", onclick: act, ...more }, text);
}

/**
 * Hands a file over.
 * @param {string} name
 * @param {BlobPart} content
 * @param {string} type
 */
export function download(name, content, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/**
 * Calls a function when nobody has asked for it for some time.
 * @param {number} milliseconds
 * @param {() => void} act
 */
export function calm(milliseconds, act) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(act, milliseconds);
  };
}
