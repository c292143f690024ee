import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Theme = 'light' | 'dark';

function tokens(theme: Theme): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, light, dark] of css.matchAll(
    /--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
  )) {
    const value = theme === 'light' ? light : dark;
    if (name && value) found.set(name, value);
  }
  return found;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, front: string, back: string): number {
  const all = tokens(theme);
  const pair = [front, back].map((name) => luminance(all.get(name) ?? '#'));
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
}

const TEXT: [front: string, backs: string[]][] = [
  ['ink', ['paper', 'deck', 'hover', 'line']],
  ['ink-2', ['paper', 'deck', 'hover']],
  ['ink-3', ['paper', 'deck', 'hover']],
  ['sea', ['paper', 'deck', 'sea-weak', 'hover']],
  ['buoy', ['paper', 'deck', 'buoy-weak', 'hover']],
  ['tide', ['paper', 'tide-weak']],
  ['gold', ['paper', 'gold-weak']],
  ['violet', ['paper', 'violet-weak']],
  ['on-sea', ['sea', 'sea-strong']],
  ['on-buoy', ['buoy', 'buoy-strong']],
  ['paper', ['ink']],
];

const CONTROLS: [front: string, backs: string[]][] = [
  ['line-strong', ['paper', 'deck']],
  ['focus', ['paper', 'deck', 'hover', 'sea-weak']],
];

const pairs = (list: typeof TEXT) =>
  list.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]));

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  it.each(pairs(TEXT))('has a contrast of 4.5:1 for text in %s on %s', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(CONTROLS))('has a contrast of 3:1 for %s on %s', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(3);
  });
});
