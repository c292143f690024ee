import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../testing/refusal.ts';
import type { LoginRow } from './sessions.login.repo.ts';
import { createRefusals } from './sessions.open.ts';

const NOW = new Date('2026-11-20T05:00:30Z');
const SECOND_LATER = new Date(NOW.getTime() + 1000);

function createRefuse() {
  const events: object[] = [];
  const record = (fields: object) => void events.push(fields);
  const log = { info: record, warn: record } as never;
  return { refuse: createRefusals({ clock: { now: () => NOW }, log }), events };
}

const member = (values: Partial<LoginRow>) =>
  ({ id: 7, suspendedUntil: null, suspendedReason: null, isDemo: false, ...values }) as LoginRow;

describe('createRefusals', () => {
  it.each<[string, Partial<LoginRow>, boolean, string | null]>([
    ['a member', {}, false, null],
    ['a demo account at the server', { isDemo: true }, true, null],
    ['a demo account elsewhere', { isDemo: true }, false, 'DEMO_LOCAL_ONLY'],
    ['a member elsewhere', { isDemo: false }, true, null],
    ['a suspended member', { suspendedUntil: SECOND_LATER }, true, 'ACCOUNT_SUSPENDED'],
    ['a suspension that ends now', { suspendedUntil: NOW }, true, null],
  ])('%s', (_name, values, isLocal, code) => {
    const { refuse, events } = createRefuse();
    expect(refusalOf(() => refuse(member(values), { isLocal }))).toBe(code);
    expect(events).toEqual(code === null ? [] : [{ event: 'login refused', memberId: 7 }]);
  });

  it.each([
    [null, '정지 기간: 2026-11-22까지.'],
    ['광고', '정지 기간: 2026-11-22까지. 사유: 광고'],
  ])('says the last day of a suspension and the reason %j', (suspendedReason, said) => {
    const { refuse } = createRefuse();
    const suspendedUntil = new Date('2026-11-21T16:00:00Z');
    const until = member({ suspendedUntil, suspendedReason });
    const message = `이용이 정지된 계정입니다. 이의는 이메일로 보낸 주소에서 제기할 수 있습니다. ${said}`;
    expect(() => refuse(until, { isLocal: false })).toThrow(expect.objectContaining({ message }));
  });
});
