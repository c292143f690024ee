import { describe, expect, it } from 'vitest';
import { type Box, placeFor } from './toast-room.ts';

const SCREEN = 844;
const TOASTS = { left: 16, right: 374, height: 60 };
const box = (top: number, height: number, left = 20, right = 370): Box => ({
  ...{ left, right },
  ...{ top, bottom: top + height },
});

const SURFACES: [what: string, others: Box[], from: number | null][] = [
  ['nothing', [], 828],
  ['a short sheet with a footer', [box(560, 44), box(630, 44), box(780, 44)], 768],
  ['a short sheet without room inside', [box(640, 44), box(700, 44), box(780, 44)], 628],
  [
    'a list with a button in each row',
    Array.from({ length: 12 }, (_, n) => box(240 + n * 50, 44)),
    228,
  ],
  ['a sheet as high as the screen', Array.from({ length: 17 }, (_, n) => box(n * 50, 44)), null],
  ['a dialog beside the toasts', [box(780, 44, 400, 700)], 828],
];

describe('the place of toasts', () => {
  it.each(SURFACES)('is above %s, and covers nothing [UI-98]', (_what, others, bottom) => {
    const place = placeFor(TOASTS, { others, screen: SCREEN, lowest: 16 });
    expect(place === null ? null : SCREEN - place).toBe(bottom);
    if (place === null) return;
    const [top, end] = [SCREEN - place - TOASTS.height, SCREEN - place];
    const covered = others.filter(
      (one) => one.top < end && one.bottom > top && one.left < TOASTS.right,
    );
    expect(covered).toEqual([]);
  });
});
