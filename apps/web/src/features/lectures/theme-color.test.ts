import { contrast, readHex } from '@naru/contract/brand-color';
import { THEME_PALETTE } from '@naru/contract/timetable';
import { describe, expect, it } from 'vitest';
import { blockColors, PALETTE_NAMES } from './theme-color.ts';

const THEMES = ['light', 'dark'] as const;
const LEVELS = ['00', '33', '66', '7a', '99', 'cc', 'ff'];
const EVERY_KIND = LEVELS.flatMap((red) =>
  LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`)),
);

describe('contrast', () => {
  it('returns the WCAG contrast ratio', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#0b5bd3', '#0b5bd3')).toBe(1);
  });
});

describe.each(THEMES)('blockColors in the %s theme', (theme) => {
  it.each(THEME_PALETTE)('reaches 7:1 for text on %s [LECT-11]', (hex) => {
    const { background, text } = blockColors(hex, theme);
    expect(contrast(background, text)).toBeGreaterThanOrEqual(7);
  });

  it('reaches at least 4.5:1 on any custom colour [LECT-11]', () => {
    const poor = EVERY_KIND.filter((hex) => {
      const { background, text } = blockColors(hex, theme);
      return contrast(background, text) < 4.5;
    });
    expect(poor).toEqual([]);
  });

  it('returns hexadecimal colours only', () => {
    for (const hex of EVERY_KIND) {
      for (const value of Object.values(blockColors(hex, theme))) {
        expect(value).toMatch(/^#[0-9a-f]{6}$/);
      }
    }
  });
});

describe('blockColors', () => {
  it('keeps the colour in the light theme and darkens it in the dark theme', () => {
    expect(blockColors('#0b5bd3', 'light').background).toBe('#0b5bd3');
    const dark = blockColors('#cfe2ff', 'dark').background;
    expect(contrast(dark, '#111d2a')).toBeLessThan(3);
  });

  it('falls back to the first palette colour for an invalid value', () => {
    expect(blockColors('red;x', 'light').background).toBe(THEME_PALETTE[0]);
  });
});

describe('THEME_PALETTE', () => {
  it('has eight colours with distinct names [LECT-11]', () => {
    expect(THEME_PALETTE).toHaveLength(8);
    expect(new Set(PALETTE_NAMES).size).toBe(THEME_PALETTE.length);
  });
});

describe('readHex', () => {
  it.each([
    ['#0B5BD3', '#0b5bd3'],
    [' 0b5bd3 ', '#0b5bd3'],
    ['#abc', '#aabbcc'],
    ['red', null],
    ['#12345', null],
    ['', null],
  ])('reads %j as %j', (text, hex) => {
    expect(readHex(text)).toBe(hex);
  });
});
