import { describe, expect, it } from 'vitest';
import { cutTexts } from './cut-texts.ts';

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';
const cut = (value: unknown, max: number) => {
  const json = cutTexts(JSON.stringify(value), max);
  return { bytes: Buffer.byteLength(json), value: JSON.parse(json) };
};

describe('cutTexts [LIMIT-14]', () => {
  it('leaves a response alone that is short enough, to the byte', () => {
    const json = JSON.stringify({ items: [{ text: '가'.repeat(1000) }] });
    expect(cutTexts(json, Buffer.byteLength(json))).toBe(json);
    expect(cutTexts(json, Buffer.byteLength(json) - 1)).not.toBe(json);
  });

  it('cuts the longest texts of a list to one length, and no others', () => {
    const items = [400, 3000, 90, 5000].map((length) => ({ text: '가'.repeat(length) }));
    const { bytes, value } = cut({ items, total: 4 }, 6000);
    expect(bytes).toBeGreaterThan(5900);
    expect(bytes).toBeLessThanOrEqual(6000);
    const lengths = value.items.map(({ text }: { text: string }) => text.length);
    expect(lengths).toEqual([400, lengths[1], 90, lengths[1]]);
    expect(value.items[1].text).toMatch(/^가+…$/);
    expect(value.total).toBe(4);
  });

  it('keeps graphemes whole, and counts what JSON escapes', () => {
    const items = [FAMILY, '"', '\u0001', '\\'].map((unit) => ({ text: unit.repeat(2000) }));
    const { bytes, value } = cut({ items }, 4000);
    expect(bytes).toBeLessThanOrEqual(4000);
    expect(value.items[0].text.replaceAll(FAMILY, '')).toBe('…');
  });

  it('never cuts addresses, keys or what stands outside of lists', () => {
    const address = `/files/${'a'.repeat(300)}.webp`;
    const item = { url: address, ['k'.repeat(200)]: 'short', text: 'x'.repeat(3000) };
    const { value } = cut({ content: 'y'.repeat(2000), items: [item, 'z'.repeat(200)] }, 2500);
    expect(value).toEqual({
      content: 'y'.repeat(2000),
      items: [{ ...item, text: expect.stringMatching(/^x{1,130}…$/) }, 'z'.repeat(200)],
    });
  });
});
