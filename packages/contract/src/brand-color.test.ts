import { describe, expect, it } from 'vitest';
import { brandProperties, contrast, isReadableColor } from './brand-color.ts';

const both = (value = '') => [...value.matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => hex);

/** Grounds of links in both themes, as the tokens of the web app name them. */
const GROUNDS = [
  ['#ffffff', '#f3f6fa', '#f0f4f9'],
  ['#111d2a', '#0a131d', '#182738'],
];

const step = ['00', '33', '66', '99', 'cc', 'ff'];
const colors = step.flatMap((r) => step.flatMap((g) => step.map((b) => `#${r}${g}${b}`)));

/** The lowest contrast of any two colours that meet, with the colour in use in that theme. */
function lowestContrast(color: string, theme: 0 | 1): number {
  const properties = brandProperties(color);
  const [sea = '', strong = '', weak = '', onSea = ''] = [
    properties['--color-sea'],
    properties['--color-sea-strong'],
    properties['--color-sea-weak'],
    properties['--color-on-sea'],
  ].map((value) => both(value)[theme]);
  const grounds = [...(GROUNDS[theme] ?? []), weak, onSea];
  return Math.min(contrast(strong, onSea), ...grounds.map((ground) => contrast(sea, ground)));
}

describe('brandProperties', () => {
  it('keeps a contrast of 4.5 on every ground of both themes, for each accepted colour [UI-27]', () => {
    const accepted = colors.filter(isReadableColor);
    expect(accepted.length).toBeGreaterThan(60);
    const low = accepted.filter(
      (color) => Math.min(lowestContrast(color, 0), lowestContrast(color, 1)) < 4.5,
    );
    expect(low).toEqual([]);
  });

  it('gives gradients in the colour on which white words are readable [UI-180]', () => {
    const low = colors.filter(isReadableColor).filter((color) => {
      const skies = Object.entries(brandProperties(color)).filter(([name]) =>
        name.startsWith('--sky'),
      );
      expect(skies).toHaveLength(5);
      return skies.some(([, sky]) => both(sky).some((stop) => contrast(stop, '#ffffff') < 5.5));
    });
    expect(low).toEqual([]);
  });

  it('refuses bright colours and leaves the tokens alone without a colour', () => {
    for (const color of ['#ffee00', '#8ab4f8', '#ffffff', 'red', '']) {
      expect(isReadableColor(color), color).toBe(false);
    }
    expect(brandProperties('')).toEqual({});
  });
});
