import type { Stats } from '@naru/contract/stats';
import { expect, it } from 'vitest';
import { statsCsv, statsFileName } from './stats-csv.ts';

const figures = { members: 26, newMembers: 1, visitors: 12, posts: 3, comments: 40, petitions: 2 };
const totals = { ...figures, members: 27, visitors: 20 };

const CASES: [Stats['range'], string, string, string][] = [
  ['daily', '2026-11-22', '2026-11-22', '11월 22일 일요일'],
  ['weekly', '2026-11-16', '2026-11-22', '11월 16일 ~ 11월 22일'],
  ['monthly', '2026-11-01', '2026-11-30', '2026년 11월'],
];

it.each(CASES)('has the figures of the table of %s as CSV [STAT-253]', (range, from, to, name) => {
  const stats: Stats = { range, points: [{ from, to, ...figures }], totals };
  expect(statsCsv(stats)).toBe(
    [
      '\ufeff기간,시작일,종료일,회원,새 회원,방문자,게시글,댓글,청원',
      `${name},${from},${to},26,1,12,3,40,2`,
      `전체,${from},${to},27,1,20,3,40,2`,
      '',
    ].join('\r\n'),
  );
  expect(statsFileName(stats)).toMatch(new RegExp(`^통계-.별-${to}\\.csv$`));
});
