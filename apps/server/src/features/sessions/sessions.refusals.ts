import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { report } from '../../platform/security-events.ts';
import type { Tools } from '../tools.ts';
import type { LoginRow } from './sessions.login.repo.ts';

/** Who may not log in, however right the proofs are. */
export function createRefusals({ clock, log }: Pick<Tools, 'clock' | 'log'>) {
  return (member: LoginRow, { isLocal }: { isLocal: boolean }): void => {
    refuseSuspended(member);
    refuseForeignDemo(member, isLocal);
  };

  function refuseForeignDemo({ id, isDemo }: LoginRow, isLocal: boolean): void {
    if (!isDemo || isLocal) return;
    report(log, 'login refused', { memberId: id });
    throw new AppError('DEMO_LOCAL_ONLY');
  }

  function refuseSuspended({ id, suspendedUntil, suspendedReason }: LoginRow): void {
    if (suspendedUntil === null || suspendedUntil <= clock.now()) return;
    report(log, 'login refused', { memberId: id });
    const reason = suspendedReason === null ? '' : ` 사유: ${suspendedReason}`;
    throw new AppError('ACCOUNT_SUSPENDED', {
      message: `이용이 정지된 계정입니다. 이의는 이메일로 보낸 주소에서 제기할 수 있습니다. 정지 기간: ${kstDay(suspendedUntil)}까지.${reason}`,
    });
  }
}
