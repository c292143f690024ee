import type { Role } from '@naru/contract/roles';
import { TEXTS } from '@naru/contract/texts';
import { describe, expect, it } from 'vitest';
import { checkRoleChange } from './admin.policy.ts';
import { presentUser } from './admin.present.ts';

describe('whom an ADMIN may change', () => {
  const member = (id: number, ...roles: Role[]) => ({ id, roles });
  const change =
    (actor: ReturnType<typeof member>, target: ReturnType<typeof member>, role: Role) => () =>
      checkRoleChange(actor, target, role);
  it.each([
    [
      'a MANAGER',
      member(1, 'MANAGER'),
      member(2, 'USER'),
      'STUDENT',
      'PERMISSION_DENIED',
      undefined,
    ],
    [
      'oneself',
      member(1, 'ADMIN'),
      member(1, 'ADMIN'),
      'USER',
      'ROLE_CHANGE_DENIED',
      TEXTS.ownRole,
    ],
    [
      'SYSTEM by SYSTEM',
      member(1, 'SYSTEM'),
      member(2, 'USER'),
      'SYSTEM',
      'ROLE_CHANGE_DENIED',
      TEXTS.systemRole,
    ],
    [
      'somebody higher',
      member(1, 'ADMIN'),
      member(2, 'SYSTEM'),
      'USER',
      'ROLE_CHANGE_DENIED',
      TEXTS.higherRole,
    ],
  ] as const)('refuses to change the role of %s', (_name, actor, target, role, code, text) => {
    const message = text ?? expect.any(String);
    expect(change(actor, target, role)).toThrow(expect.objectContaining({ code, message }));
  });

  it.each([
    [member(1, 'ADMIN'), member(2, 'ADMIN'), 'USER'],
    [member(1, 'ADMIN'), member(2, 'STUDENT'), 'ADMIN'],
    [member(1, 'SYSTEM'), member(2, 'SYSTEM'), 'ADMIN'],
  ] as const)(
    'allows a change of another member with the same or a lower rank: case %#',
    (actor, target, role) => {
      expect(change(actor, target, role)).not.toThrow();
    },
  );
});

describe('presentation of members', () => {
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
});
