import type { TextColor } from './formats.ts';

/** Names that office programs write; browsers report other colours as rgb(). */
const NAMED = new Map<string, TextColor>(
  Object.entries({
    red: 'red',
    maroon: 'red',
    orange: 'yellow',
    yellow: 'yellow',
    green: 'green',
    lime: 'green',
    teal: 'green',
    olive: 'yellow',
    blue: 'blue',
    navy: 'blue',
    purple: 'violet',
    fuchsia: 'violet',
  } as const),
);
const HEX = /^#[\da-f]{6}$/i;
const RGB = /^rgba?\((\d{1,3}),\s*(\d{1,3}),\s*(\d{1,3})(?:,\s*([\d.]+))?\)$/;

/** Distance of the largest from the smallest channel, below which a colour counts as grey. */
const GREY = 70;

/** Upper limits of the hue in degrees. */
const HUES: [number, TextColor][] = [
  [20, 'red'],
  [70, 'yellow'],
  [195, 'green'],
  [255, 'blue'],
  [330, 'violet'],
  [360, 'red'],
];

/** The nearest colour of the palette for a CSS or HTML colour; null for black, grey, white and unknown. */
export function nearestTextColor(css: string): TextColor | null {
  const channels = channelsOf(css);
  if (channels === null) return NAMED.get(css.toLowerCase()) ?? null;
  const largest = Math.max(...channels);
  const range = largest - Math.min(...channels);
  if (range < GREY) return null;
  const [red = 0, green = 0, blue = 0] = channels;
  const sixth = [
    ((green - blue) / range + 6) % 6,
    (blue - red) / range + 2,
    (red - green) / range + 4,
  ][channels.indexOf(largest)];
  const hue = (sixth ?? 0) * 60;
  return HUES.find(([limit]) => hue <= limit)?.[1] ?? null;
}

/** Red, green and blue of a colour that is not transparent. */
function channelsOf(css: string): number[] | null {
  if (HEX.test(css)) return [1, 3, 5].map((at) => Number.parseInt(css.slice(at, at + 2), 16));
  const [matched, r, g, b, alpha = '1'] = RGB.exec(css) ?? [];
  return matched === undefined || Number(alpha) === 0 ? null : [Number(r), Number(g), Number(b)];
}
