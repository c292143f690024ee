import { answersFor } from '@naru/contract/petition-bodies';
import { hasRole } from '@naru/contract/roles';
import { authorise } from '../../domain/access/authorised.ts';
import { petitionState } from '../../domain/petitions/petitions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { PetitionRow } from './petitions.repo.ts';

const CLOSED_BY = '목표 서명을 채운 청원은 관리자만 닫을 수 있습니다.';

/** The state of a petition without what only its page shows. */
type Head = Omit<PetitionRow, 'createdAt'>;

/** What the actor may do with a petition on a Korean day. */
export function petitionRights(
  row: Head,
  { memberId, roles }: Actor,
  { today, isSigned }: { today: string; isSigned: boolean },
) {
  if (row.isBlinded) return NONE;
  const state = petitionState(row, today);
  const isOpen = state === 'COLLECTING';
  const isOwed = state === 'WAITING' || state === 'OVERDUE';
  return {
    canSign: isOpen && (isSigned || hasRole(roles, 'STUDENT')),
    canWithdraw: isOpen && row.authorId === memberId && !isHalfSigned(row),
    canClose: (isOpen || isOwed) && mayClose(row, roles),
    canAnswer: (isOwed || state === 'ANSWERED') && answersFor(row.addressee, roles),
  };
}

const NONE = { canSign: false, canWithdraw: false, canClose: false, canAnswer: false };

/** The body that owes an answer does not end its own debt. */
function mayClose({ reachedAt }: Head, roles: Actor['roles']): boolean {
  return hasRole(roles, reachedAt === null ? 'MANAGER' : 'ADMIN');
}

function isHalfSigned({ signatureCount, threshold }: Head): boolean {
  return signatureCount * 2 >= threshold;
}

/** Who is no STUDENT any more may still take a signature back. Throws PETITION_ENDED and PERMISSION_DENIED. */
export function requireSignable(
  row: Head,
  { roles }: Pick<Actor, 'roles'>,
  { today, isSigned }: { today: string; isSigned: boolean },
): void {
  requireCollecting(row, today);
  if (isSigned && !hasRole(roles, 'STUDENT')) throw new AppError('PERMISSION_DENIED');
}

/** Throws PETITION_ENDED unless the petition collects signatures. */
function requireCollecting(row: Head, today: string): void {
  if (petitionState(row, today) !== 'COLLECTING') throw new AppError('PETITION_ENDED');
}

/** Allows the author only. Throws PERMISSION_DENIED, PETITION_ENDED and PETITION_HALF_SIGNED. */
export function authoriseWithdrawal<Row extends Head>(row: Row, actor: Actor, today: string) {
  if (row.authorId !== actor.memberId) throw new AppError('PERMISSION_DENIED');
  requireCollecting(row, today);
  if (isHalfSigned(row)) throw new AppError('PETITION_HALF_SIGNED');
  return authorise('change', row);
}

/** Throws PERMISSION_DENIED unless an ADMIN closes what is owed, PETITION_ENDED once it is answered or has ended. */
export function authoriseClosing<Row extends Head>(row: Row, actor: Actor, today: string) {
  if (!petitionRights(row, { ...actor, roles: ['ADMIN'] }, { today, isSigned: false }).canClose) {
    throw new AppError('PETITION_ENDED');
  }
  if (!mayClose(row, actor.roles)) throw new AppError('PERMISSION_DENIED', { message: CLOSED_BY });
  return authorise('change', row);
}

/** Of an answer or a reason, also while the petition is blinded. Throws PERMISSION_DENIED for all but ADMIN. */
export function authoriseRedaction<Row extends Head>(row: Row, { roles }: Actor) {
  if (!hasRole(roles, 'ADMIN')) throw new AppError('PERMISSION_DENIED');
  return authorise('change', row);
}

/** Allows those who answer for its body. Throws PERMISSION_DENIED and PETITION_NOT_OWED. */
export function authoriseAnswer<Row extends Head>(row: Row, actor: Actor, today: string) {
  if (!answersFor(row.addressee, actor.roles)) throw new AppError('PERMISSION_DENIED');
  if (!petitionRights(row, actor, { today, isSigned: false }).canAnswer)
    throw new AppError('PETITION_NOT_OWED');
  return authorise('change', row);
}
