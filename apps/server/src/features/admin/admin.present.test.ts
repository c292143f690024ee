import { expect, it } from 'vitest';
import { presentUser } from './admin.present.ts';

type Row = Parameters<typeof presentUser>[0];

const now = new Date('2026-11-20T00:00:00Z');
const row = { createdAt: now, suspendedUntil: null, suspendedReason: '도배' } as unknown as Row;
const facts = { isProvenStudent: true, mailboxHolder: null };

it.each([
  ['nobody', null, null, null],
  ['one whose suspension is over', now, null, null],
  ['one who is suspended', new Date(now.getTime() + 1000), '2026-11-20T09:00:01+09:00', '도배'],
])('shows the suspension of %s', (_name, suspendedUntil, until, reason) => {
  const user = presentUser({ ...row, suspendedUntil }, facts, now);
  expect(user).toMatchObject({ suspendedUntil: until, suspendedReason: reason, ...facts });
});
