import { expect, it } from 'vitest';
import { presentHandled } from './objections.present.ts';

const row = {
  text: ' 여러\n줄의  글 ',
  writtenAt: new Date('2026-11-01T00:00:00Z'),
  createdAt: new Date('2026-11-20T00:00:00Z'),
  action: 'REMOVED',
} as Parameters<typeof presentHandled>[0];

it('says until when removed content is retained, and shows its beginning', () => {
  expect(presentHandled(row)).toMatchObject({
    excerpt: '여러 줄의 글',
    purgedAt: '2026-12-20T09:00:00+09:00',
  });
  const hidden = presentHandled({ ...row, action: 'HIDDEN', text: '가'.repeat(201) });
  expect(hidden).toMatchObject({ excerpt: `${'가'.repeat(200)}…`, purgedAt: null });
});
