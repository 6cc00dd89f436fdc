// A solid in space, turned by mouse, finger or keys; layers taken off from above, pieces pulled apart.
//
// Cells are prisms or balls that do not cut each other, seen in parallel. Then nearer ones may be
// painted over farther ones, sorted by their middles: for cells of equal size on a lattice, where one
// covers a part of another its middle is nearer. Of prisms only faces are drawn that look at the
// viewer and have no cell in front of them. No library, no graphics card: a canvas.

import { h } from "./ui.js";

/** @typedef {{ corners: number[][], normal: number[], centre: number[], strong: boolean[], fill: string, label: string, group: number }} Face */
/** @typedef {{ centre: number[], faces: Face[], ball: number | null, body: Body3 }} Shape */

const HEIGHT = 380;

export class Solid {
  /** @param {Body3[]} bodies */
  constructor(bodies) {
    this.yaw = Math.PI / 4;
    this.pitch = 0.56;
    this.spread = 0;
    this.cut = 0;
    this.canvas = h("canvas", {
      class: "solid", width: 560, height: HEIGHT, tabindex: 0, role: "img",
      "aria-label": "the solid; arrow keys turn it, plus and minus pull the pieces apart",
    });
    const layers = 1 + Math.max(0, ...bodies.map((body) => body.layer));
    this.slider = h("input", { type: "range", min: 0, max: layers - 1, value: 0, id: "layers" });
    this.puller = h("input", { type: "range", min: 0, max: 100, value: 0, id: "apart" });
    this.slider.addEventListener("input", () => this.set({ cut: Number(this.slider.value) }));
    this.puller.addEventListener("input", () => this.set({ spread: Number(this.puller.value) / 100 }));
    this.element = h("div", { class: "solid-view" }, this.canvas,
      h("div", { class: "row" }, h("label", { for: "layers" }, "Take layers off"), this.slider,
        h("label", { for: "apart" }, "Pull apart"), this.puller));
    /** @type {Map<string, HTMLCanvasElement>} */
    this.balls = new Map();
    this.frame = 0;
    this.listen();
    this.show(bodies);
  }

  /** @param {Partial<{ yaw: number, pitch: number, spread: number, cut: number }>} view */
  set(view) {
    Object.assign(this, view);
    if (view.spread !== undefined || view.cut !== undefined) this.shapes = this.build();
    this.ask();
  }

  /**
   * Shows other bodies from where one looks.
   * @param {Body3[]} bodies
   */
  show(bodies) {
    this.bodies = bodies;
    this.balls.clear();
    const points = bodies.flatMap((b) => b.base.flatMap((p) => [[p[0], p[1], b.low], [p[0], p[1], b.high]]));
    const range = [0, 1, 2].map((i) => [Math.min(...points.map((p) => p[i])), Math.max(...points.map((p) => p[i]))]);
    this.middle = range.map(([low, high]) => (low + high) / 2);
    this.radius = 0.5 + Math.hypot(...range.map(([low, high]) => (high - low) / 2));
    this.shapes = this.build();
    this.ask();
  }

  /** The cells as they stand: without the layers taken off, and pulled apart. @returns {Shape[]} */
  build() {
    const bodies = (this.bodies ?? []).filter((body) => body.layer >= this.cut);
    /** @type {Map<number, { sum: number[], count: number }>} */
    const groups = new Map();
    for (const body of bodies) {
      const centre = centreOf(body), group = groups.get(body.group) ?? { sum: [0, 0, 0], count: 0 };
      group.sum = group.sum.map((v, i) => v + centre[i]);
      group.count++;
      groups.set(body.group, group);
    }
    const away = (/** @type {Body3} */ body) => {
      const group = /** @type {{ sum: number[], count: number }} */ (groups.get(body.group));
      return group.sum.map((v, i) => (v / group.count - (this.middle ?? [0, 0, 0])[i]) * this.spread * 1.6);
    };
    const shapes = bodies.map((body) => shape(body, away(body)));
    return hideInner(shapes);
  }

  /** Draws with the next picture of the screen. */
  ask() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    this.frame = 0;
    const canvas = this.canvas, context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const ratio = Math.min(2, devicePixelRatio || 1), width = canvas.clientWidth || 560;
    if (canvas.width !== Math.round(width * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(HEIGHT * ratio);
      this.balls.clear();
    }
    const scale = (Math.min(canvas.width, canvas.height) / 2 / ((this.radius ?? 1) * (1 + this.spread * 0.9))) * 0.98;
    const [ca, sa, cb, sb] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const [mx, my, mz] = this.middle ?? [0, 0, 0];
    const [ox, oy] = [canvas.width / 2, canvas.height / 2];
    const flat = (/** @type {number[]} */ p) => {
      const [x, y, z] = [p[0] - mx, p[1] - my, p[2] - mz];
      return [ox + (x * ca - y * sa) * scale, oy + ((x * sa + y * ca) * sb - z * cb) * scale];
    };
    const view = [sa * cb, ca * cb, sb];
    const near = (/** @type {number[]} */ p) => p[0] * view[0] + p[1] * view[1] + p[2] * view[2];
    const light = [0.35 * ca + 0.2 * sa, -0.35 * sa + 0.2 * ca, 0.9];
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.lineJoin = context.lineCap = "round";
    context.textAlign = "center";
    context.textBaseline = "middle";
    const font = Math.round(scale * 0.42);
    context.font = `600 ${font}px system-ui, sans-serif`;
    const sorted = [...(this.shapes ?? [])].sort((a, b) => near(a.centre) - near(b.centre));
    for (const one of sorted) {
      if (one.ball !== null) this.ball(context, one, flat(one.centre), one.ball * scale, font);
      for (const face of one.faces) {
        const facing = near(face.normal);
        if (facing <= 1e-6) continue;
        paint(context, face, face.corners.map(flat), facing, light, scale, font);
      }
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Shape} one
   * @param {number[]} at
   * @param {number} radius
   * @param {number} font
   */
  ball(context, one, [x, y], radius, font) {
    const key = `${one.body.fill} ${Math.round(radius * 4)}`;
    let sprite = this.balls.get(key);
    if (!sprite) this.balls.set(key, (sprite = drawBall(one.body.fill, radius)));
    context.drawImage(sprite, x - sprite.width / 2, y - sprite.height / 2);
    if (font > 9 && one.body.label) {
      context.fillStyle = shade(one.body.fill, 0.25);
      context.fillText(one.body.label, x, y);
    }
  }

  listen() {
    const canvas = this.canvas;
    /** @type {number[] | null} */
    let last = null;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      last = [event.clientX, event.clientY];
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!last) return;
      this.turn((event.clientX - last[0]) * 0.01, (event.clientY - last[1]) * 0.01);
      last = [event.clientX, event.clientY];
    });
    const end = () => (last = null);
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("keydown", (event) => {
      const turns = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.12], ArrowDown: [0, 0.12] });
      const pulls = /** @type {Record<string, number>} */ ({ "+": 0.1, "=": 0.1, "-": -0.1 });
      if (turns[event.key]) this.turn(...turns[event.key]);
      else if (pulls[event.key]) {
        const spread = Math.min(1, Math.max(0, this.spread + pulls[event.key]));
        this.puller.value = String(spread * 100);
        this.set({ spread });
      } else return;
      event.preventDefault();
    });
    new ResizeObserver(() => this.ask()).observe(canvas);
  }

  /**
   * @param {number} across
   * @param {number} down
   */
  turn(across, down) {
    this.set({ yaw: this.yaw - across, pitch: Math.min(1.5, Math.max(-1.5, this.pitch + down)) });
  }
}

/** @param {Body3} body */
function centreOf(body) {
  const n = body.base.length;
  return [body.base.reduce((s, p) => s + p[0], 0) / n, body.base.reduce((s, p) => s + p[1], 0) / n, (body.low + body.high) / 2];
}

/**
 * @param {Body3} body
 * @param {number[]} away
 * @returns {Shape}
 */
function shape(body, away) {
  const move = (/** @type {number[]} */ p) => p.map((v, i) => v + away[i]);
  const centre = move(centreOf(body));
  if (body.ball !== null) return { centre, faces: [], ball: body.ball, body };
  const at = (/** @type {number} */ z) => body.base.map(([x, y]) => move([x, y, z]));
  const low = at(body.low), high = at(body.high), n = low.length;
  const rings = [high, [...low].reverse()];
  for (let i = 0; i < n; i++) rings.push([low[i], low[(i + 1) % n], high[(i + 1) % n], high[i]]);
  const faces = rings.map((corners) => {
    const middle = [0, 1, 2].map((i) => corners.reduce((s, c) => s + c[i], 0) / corners.length);
    const out = middle.map((v, i) => v - centre[i]), length = Math.hypot(...out) || 1;
    return {
      corners, centre: middle, normal: out.map((v) => v / length), strong: corners.map(() => true),
      fill: body.fill, label: body.label, group: body.group,
    };
  });
  return { centre, faces, ball: null, body };
}

/**
 * Leaves out faces with a cell in front of them, and the lines between faces of one piece in one
 * plane.
 * @param {Shape[]} shapes
 */
function hideInner(shapes) {
  const key = (/** @type {number[]} */ p) => p.map((v) => Math.round(v * 1000)).join(",");
  /** @type {Map<string, number>} */
  const met = new Map();
  for (const face of shapes.flatMap((one) => one.faces)) met.set(key(face.centre), (met.get(key(face.centre)) ?? 0) + 1);
  /** @type {Map<string, { face: Face, side: number }[]>} */
  const sides = new Map();
  for (const one of shapes) {
    one.faces = one.faces.filter((face) => met.get(key(face.centre)) === 1);
    for (const face of one.faces) {
      face.corners.forEach((a, side) => {
        const ends = [key(a), key(face.corners[(side + 1) % face.corners.length])].sort().join(" ");
        const plane = `${ends} ${key(face.normal)} ${face.group}`;
        sides.set(plane, [...(sides.get(plane) ?? []), { face, side }]);
      });
    }
  }
  for (const pair of sides.values()) if (pair.length > 1) for (const { face, side } of pair) face.strong[side] = false;
  return shapes;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Face} face
 * @param {number[][]} points
 * @param {number} facing
 * @param {number[]} light
 * @param {number} scale
 * @param {number} font
 */
function paint(context, face, points, facing, light, scale, font) {
  const lit = face.normal[0] * light[0] + face.normal[1] * light[1] + face.normal[2] * light[2];
  context.fillStyle = shade(face.fill, 0.72 + 0.28 * Math.max(-1, Math.min(1, lit)));
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 1;
  context.beginPath();
  points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
  context.fill();
  context.stroke();
  context.strokeStyle = "#22262b";
  context.lineWidth = Math.max(1, scale * 0.045);
  context.beginPath();
  points.forEach(([x, y], i) => {
    if (!face.strong[i]) return;
    const [u, v] = points[(i + 1) % points.length];
    context.moveTo(x, y);
    context.lineTo(u, v);
  });
  context.stroke();
  if (font > 9 && facing > 0.45 && face.label) {
    const n = points.length;
    context.fillStyle = "#22262b";
    context.fillText(face.label, points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n);
  }
}

/** @type {Map<string, string>} */
const shades = new Map();

/**
 * A colour made darker.
 * @param {string} colour
 * @param {number} part
 */
function shade(colour, part) {
  const key = `${colour}${Math.round(part * 50)}`;
  let found = shades.get(key);
  if (!found) {
    const parts = [1, 3, 5].map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * Math.min(1, part)));
    shades.set(key, (found = `rgb(${parts.join(",")})`));
  }
  return found;
}

/**
 * @param {string} colour
 * @param {number} radius
 */
function drawBall(colour, radius) {
  const size = Math.ceil(radius * 2 + 2), canvas = h("canvas", { width: size, height: size });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), c = size / 2;
  const gradient = context.createRadialGradient(c - radius * 0.3, c - radius * 0.4, radius * 0.1, c, c, radius);
  gradient.addColorStop(0, "#fff");
  gradient.addColorStop(0.4, colour);
  gradient.addColorStop(1, shade(colour, 0.55));
  context.beginPath();
  context.arc(c, c, radius, 0, 2 * Math.PI);
  context.fillStyle = gradient;
  context.fill();
  context.strokeStyle = "#22262b";
  context.lineWidth = Math.max(1, radius * 0.06);
  context.stroke();
  return canvas;
}
