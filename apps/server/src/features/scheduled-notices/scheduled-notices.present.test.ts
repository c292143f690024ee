import { expect, it } from 'vitest';
import { presentScheduled } from './scheduled-notices.present.ts';

const at = new Date('2026-11-20T00:00:00Z');
const row = { body: { title: '공지' }, publishAt: at, nickname: '조교', withdrawnAt: null };
const present = (body: object) =>
  presentScheduled({ ...row, body: { title: '공지', ...body } } as never);

it('shows the years and the end that a scheduled notice has', () => {
  expect(present({})).toMatchObject({ expiresAt: null, years: [], authorNickname: '조교' });
  const limited = present({ years: [2], expiresAt: '2026-12-01T00:00:00Z' });
  expect(limited).toMatchObject({ expiresAt: '2026-12-01T09:00:00+09:00', years: [2] });
});
