import { expect, it } from 'vitest';
import { formatLastVisit } from './last-visit.ts';

it.each([
  [null, '기록 없음'],
  ['2026-12-01', '오늘'],
  ['2026-11-30', '오늘'],
  ['2026-11-29', '어제'],
  ['2026-11-27', '3일 전'],
  ['2026-11-17', '13일 전'],
  ['2026-11-16', '2026-11-16'],
  ['2025-11-03', '2025-11-03'],
])('says of a last visit on %s: %s [ADMIN-332]', (day, text) => {
  expect(formatLastVisit(day, '2026-11-30')).toBe(text);
});
