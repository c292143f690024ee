import { expect, it } from 'vitest';
import { quietUntil, readQuiet, writeQuiet } from './push.quiet.ts';

/** A time of the first of December in Seoul. */
const at = (time: string) => new Date(`2026-12-01T${time}+09:00`);
const night = readQuiet({ from: '22:30', to: '07:00' });

it.each([
  ['22:29:59', null],
  ['22:30:00', '2026-12-01T22:00:00.000Z'],
  ['23:59:59', '2026-12-01T22:00:00.000Z'],
  ['00:00:00', '2026-11-30T22:00:00.000Z'],
  ['06:59:59', '2026-11-30T22:00:00.000Z'],
  ['07:00:00', null],
])('quiet hours past midnight end in the morning: %s [PUSH-07]', (time, end) => {
  expect(quietUntil(night, at(time))?.toISOString() ?? null).toBe(end);
});

it('quiet hours of an afternoon end on the same day [PUSH-07]', () => {
  const lecture = readQuiet({ from: '13:00', to: '14:15' });
  expect(quietUntil(lecture, at('13:20:10'))).toEqual(at('14:15:00'));
  expect([quietUntil(lecture, at('14:15:00')), quietUntil(null, at('13:20:10'))]).toEqual([
    null,
    null,
  ]);
  expect(writeQuiet(lecture)).toEqual({ from: '13:00', to: '14:15' });
});
