/** WCAG 2.2 contrast of text. */
const READABLE = 4.5;
/** `--color-deck` of the light theme and `--color-paper` of the dark one: where links stand. */
const LIGHT_GROUND = '#f3f6fa';
const DARK_GROUND = '#182738';
/** The dark end of the gradients. */
const NIGHT = '#081426';
/** `--color-on-sea` of the dark theme. */
const DARK_INK = '#06162b';

type Rgb = readonly [number, number, number];

/** Normalises `#ABC` or `aabbcc` to `#rrggbb`; null for anything else. */
export function readHex(text: string): string | null {
  const digits = text.trim().toLowerCase().replace(/^#/, '');
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const hex = `#${long}`;
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : null;
}

export function toRgb(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = Math.round(value) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const pair = [luminance(toRgb(one)), luminance(toRgb(other))];
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}

export function mix(front: Rgb, back: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => front[at] * share + back[at] * (1 - share);
  return [part(0), part(1), part(2)];
}

/** Whether the light theme can use the colour for links and below white text, tints included. */
export function isReadableColor(color: string): boolean {
  const hex = readHex(color);
  if (hex === null) return false;
  return contrast(hex, LIGHT_GROUND) >= READABLE && contrast(hex, tint(hex)) >= READABLE;
}

export const BRAND_PROPERTIES = [
  '--brand',
  '--color-sea',
  '--color-sea-strong',
  '--color-sea-weak',
  '--color-on-sea',
  '--color-focus',
  '--sky-noon',
  '--sky-dusk',
  '--sky-dawn',
  '--sky-night',
  '--sky-shore',
] as const;
type BrandProperty = (typeof BRAND_PROPERTIES)[number];

/**
 * Values of the custom properties that colour the site, for both themes: the dark one uses a lighter
 * shade of the same colour that is readable on it.
 */
export function brandProperties(color: string): Partial<Record<BrandProperty, string>> {
  const hex = readHex(color);
  if (hex === null) return {};
  const dark = lighten(hex);
  const strong = { light: blend(hex, '#000000', 0.82), dark: blend(dark, '#ffffff', 0.78) };
  return {
    '--brand': hex,
    '--color-sea': `light-dark(${hex}, ${dark})`,
    '--color-sea-strong': `light-dark(${strong.light}, ${strong.dark})`,
    '--color-sea-weak': `light-dark(${tint(hex)}, ${blend(dark, '#0a131d', 0.2)})`,
    '--color-on-sea': `light-dark(#ffffff, ${DARK_INK})`,
    '--color-focus': `light-dark(${hex}, ${strong.dark})`,
    ...skies(hex),
  };
}

/** Gradients below white words: only shades that are darker than the colour, in both themes. */
function skies(hex: string): Partial<Record<BrandProperty, string>> {
  const [night, deep, middle, clear] = [0.25, 0.45, 0.65, 0.85].map((share) =>
    blend(hex, NIGHT, share),
  );
  return {
    '--sky-noon': `linear-gradient(120deg, ${night}, ${middle} 55%, ${clear})`,
    '--sky-dusk': `linear-gradient(120deg, ${clear}, ${deep} 55%, ${night})`,
    '--sky-dawn': `linear-gradient(120deg, ${deep}, ${clear} 55%, ${middle})`,
    '--sky-night': `linear-gradient(150deg, ${night}, ${deep} 55%, ${clear})`,
    '--sky-shore': `linear-gradient(150deg, ${night}, ${middle} 58%, ${clear})`,
  };
}

const tint = (hex: string) => blend(hex, '#ffffff', 0.09);

function blend(front: string, back: string, share: number): string {
  return toHex(mix(toRgb(front), toRgb(back), share));
}

/** Adds white until the colour is readable on every dark ground, weak tint included. */
function lighten(hex: string): string {
  for (let share = 0.75; share > 0.1; share -= 0.05) {
    const dark = blend(hex, '#ffffff', share);
    const grounds = [DARK_GROUND, DARK_INK, blend(dark, '#0a131d', 0.2)];
    if (grounds.every((ground) => contrast(dark, ground) >= READABLE + 0.3)) return dark;
  }
  return '#ffffff';
}
