import { contrast, mix, readHex, toHex, toRgb } from '@naru/contract/brand-color';
import { THEME_PALETTE } from '@naru/contract/timetable';
import type { CSSProperties } from 'react';

type Rgb = ReturnType<typeof toRgb>;
type Hsl = { hue: number; saturation: number; lightness: number };

export type BlockColors = { background: string; text: string; edge: string };

/** Target contrast; black or white reach at least 4.5 on every colour. */
const GOOD_CONTRAST = 7;
/** `--color-paper` of the dark theme. */
const DARK_PAPER: Rgb = [0x11, 0x1d, 0x2a];

function toHsl(rgb: Rgb): Hsl {
  const [red, green, blue] = rgb.map((value) => value / 255) as [number, number, number];
  const max = Math.max(red, green, blue);
  const min = Math.min(red, green, blue);
  const spread = max - min;
  const lightness = (max + min) / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  return { hue: hueOf(red, green, blue, max, spread), saturation, lightness };
}

function hueOf(red: number, green: number, blue: number, max: number, spread: number): number {
  if (max === red) return (((green - blue) / spread + 6) % 6) * 60;
  if (max === green) return ((blue - red) / spread + 2) * 60;
  return ((red - green) / spread + 4) * 60;
}

function fromHsl({ hue, saturation, lightness }: Hsl): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1)));
  };
  return [part(0), part(8), part(4)];
}

/** The same hue at another lightness, with a saturation of at most `max`. */
function shade(hex: string, lightness: number, max = 0.85): string {
  const { hue, saturation } = toHsl(toRgb(hex));
  return toHex(fromHsl({ hue, saturation: Math.min(saturation, max), lightness }));
}

/** A text colour in the hue of the background, of WCAG 2.2 contrast `GOOD_CONTRAST` if possible. */
function readableText(background: string): string {
  const towardsBlack = contrast(background, '#000000') >= contrast(background, '#ffffff');
  const step = towardsBlack ? -0.02 : 0.02;
  let lightness = towardsBlack ? 0.24 : 0.92;
  while (lightness > 0 && lightness < 1) {
    const text = shade(background, lightness, 0.7);
    if (contrast(background, text) >= GOOD_CONTRAST) return text;
    lightness += step;
  }
  return towardsBlack ? '#000000' : '#ffffff';
}

/** The theme colour in the light theme, a deep tint of it in the dark theme. */
export function blockColors(themeColor: string, theme: 'light' | 'dark'): BlockColors {
  const hex = readHex(themeColor) ?? THEME_PALETTE[0];
  if (theme === 'light') {
    return { background: hex, text: readableText(hex), edge: shade(hex, 0.46, 0.75) };
  }
  const background = toHex(mix(toRgb(shade(hex, 0.5, 0.7)), DARK_PAPER, 0.36));
  return { background, text: readableText(background), edge: shade(hex, 0.66, 0.8) };
}

/** The colours of both themes as custom properties for `.lecture-block` and `.lecture-dot`. */
export function blockStyle(themeColor: string): CSSProperties {
  const light = blockColors(themeColor, 'light');
  const dark = blockColors(themeColor, 'dark');
  const properties: Record<`--${string}`, string> = {
    '--block-light': light.background,
    '--block-dark': dark.background,
    '--text-light': light.text,
    '--text-dark': dark.text,
    '--edge-light': light.edge,
    '--edge-dark': dark.edge,
  };
  return properties;
}

/** Names of `THEME_PALETTE`, in its order. */
export const PALETTE_NAMES = [
  '바다',
  '물결',
  '산호',
  '모래',
  '새벽',
  '노을',
  '해초',
  '안개',
] as const;
