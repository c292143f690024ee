/** Small helpers to compose SVG pictures in code. Everything is deterministic: same input, same picture. */

export type Random = () => number;

/** Mulberry32: a tiny seeded generator, plenty for pictures and demo numbers (never for secrets). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** One decimal is below a quarter of a pixel and keeps the SVG short. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export type Stop = [offset: number, colour: string, opacity?: number];

const stopTags = (stops: Stop[]) =>
  stops
    .map(([at, colour, opacity = 1]) => {
      return `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
    })
    .join('');

/** Vertical by default; `x2`/`y2` turn it. */
export function linear(id: string, stops: Stop[], x2 = 0, y2 = 1): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${x2}" y2="${y2}">${stopTags(stops)}</linearGradient>`;
}

export function radial(id: string, stops: Stop[]): string {
  return `<radialGradient id="${id}">${stopTags(stops)}</radialGradient>`;
}

export function blur(id: string, deviation: number): string {
  return `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}

export function rect(x: number, y: number, w: number, h: number, rest: string): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" ${rest}/>`;
}

export function circle(x: number, y: number, r: number, rest: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${rest}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, rest: string): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${rest}/>`;
}

export function path(d: string, rest: string): string {
  return `<path d="${d}" ${rest}/>`;
}

export function group(rest: string, ...children: string[]): string {
  return `<g ${rest}>${children.join('')}</g>`;
}

export interface Picture {
  svg: string;
}

/** Drawn at this part of the size it is composed in: as large as a post shows it on a dense screen. */
const SCALE = 5 / 6;

export function picture(
  width: number,
  height: number,
  defs: string[],
  ...children: string[]
): Picture {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * SCALE)}" height="${Math.round(height * SCALE)}" ` +
    `viewBox="0 0 ${width} ${height}"><defs>${defs.join('')}</defs>${children.join('')}</svg>`;
  return { svg };
}

/** The crest line of a sea: two sines of different length, sampled every 12 px. */
function crest(width: number, y: number, height: number, length: number, phase: number): string {
  const points = times(Math.ceil(width / 12) + 2, (i) => {
    const x = i * 12;
    const swell = Math.sin((x / length) * 2 * Math.PI + phase);
    const ripple = Math.sin((x / (length * 0.37)) * 2 * Math.PI + phase * 1.7);
    return `${n(x)},${n(y + swell * height + ripple * height * 0.28)}`;
  });
  return points.join(' L');
}

export interface WaveOptions {
  width: number;
  bottom: number;
  y: number;
  height: number;
  length: number;
  phase: number;
  fill: string;
  foam?: string;
}

/** A filled layer of water, with an optional line of light on its crest. */
export function wave(o: WaveOptions): string {
  const line = crest(o.width, o.y, o.height, o.length, o.phase);
  const water = path(`M0,${o.bottom} L${line} L${o.width + 12},${o.bottom} Z`, o.fill);
  return o.foam ? water + path(`M${line}`, `fill="none" ${o.foam}`) : water;
}

/** Light on water under a lamp, a sun or a moon: short bars, wider and fainter toward the viewer. */
export function glitter(
  random: Random,
  x: number,
  top: number,
  bottom: number,
  spread: number,
  fill: string,
): string {
  const rows = Math.max(4, Math.round((bottom - top) / 11));
  return times(rows, (i) => {
    const t = i / rows;
    const half = spread * (0.25 + t) * (0.35 + random() * 0.65);
    const shift = (random() - 0.5) * spread * (0.3 + t * 0.8);
    const alpha = (1 - t) ** 1.3 * (0.35 + random() * 0.5);
    return rect(
      x + shift - half,
      top + t * (bottom - top),
      half * 2,
      2.5 + t * 3,
      `rx="2.5" fill="${fill}" opacity="${alpha.toFixed(2)}"`,
    );
  }).join('');
}

/** A gull far away: two bows. */
export function gull(x: number, y: number, size: number, colour: string): string {
  const d = `M${n(x - size)},${n(y - size * 0.28)} Q${n(x - size * 0.45)},${n(y - size * 0.62)} ${n(x)},${n(y)} Q${n(x + size * 0.45)},${n(y - size * 0.62)} ${n(x + size)},${n(y - size * 0.28)}`;
  return path(
    d,
    `fill="none" stroke="${colour}" stroke-width="${n(size * 0.16)}" stroke-linecap="round"`,
  );
}
