import { answersFor } from '@naru/contract/petition-bodies';
import { hasRole } from '@naru/contract/roles';
import { authorise } from '../../domain/access/authorised.ts';
import { petitionState } from '../../domain/petitions/petitions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { PetitionRow } from './petitions.repo.ts';

/** The state of a petition without what only its page shows. */
type Head = Omit<PetitionRow, 'createdAt'>;

/** What the actor may do with a petition on a Korean day. */
export function petitionRights(row: Head, { memberId, roles }: Actor, today: string) {
  const state = petitionState(row, today);
  const isOpen = state === 'COLLECTING';
  const isOwed = state === 'WAITING' || state === 'OVERDUE';
  return {
    canSign: isOpen && hasRole(roles, 'STUDENT'),
    canWithdraw: isOpen && row.authorId === memberId && !isHalfSigned(row),
    canClose: (isOpen || isOwed) && hasRole(roles, 'MANAGER'),
    canAnswer: (isOwed || state === 'ANSWERED') && answersFor(row.addressee, roles),
  };
}

function isHalfSigned({ signatureCount, threshold }: Head): boolean {
  return signatureCount * 2 >= threshold;
}

/** Throws PETITION_ENDED unless the petition collects signatures. */
export function requireCollecting(row: Head, today: string): void {
  if (petitionState(row, today) !== 'COLLECTING') throw new AppError('PETITION_ENDED');
}

/** Allows the author only. Throws PERMISSION_DENIED, PETITION_ENDED and PETITION_HALF_SIGNED. */
export function authoriseWithdrawal<Row extends Head>(row: Row, actor: Actor, today: string) {
  if (row.authorId !== actor.memberId) throw new AppError('PERMISSION_DENIED');
  requireCollecting(row, today);
  if (isHalfSigned(row)) throw new AppError('PETITION_HALF_SIGNED');
  return authorise('change', row);
}

/** Throws PETITION_ENDED once the petition is answered or has ended. */
export function authoriseClosing<Row extends Head>(row: Row, actor: Actor, today: string) {
  if (!petitionRights(row, actor, today).canClose) throw new AppError('PETITION_ENDED');
  return authorise('change', row);
}

/** Allows those who answer for its body. Throws PERMISSION_DENIED and PETITION_NOT_OWED. */
export function authoriseAnswer<Row extends Head>(row: Row, actor: Actor, today: string) {
  if (!answersFor(row.addressee, actor.roles)) throw new AppError('PERMISSION_DENIED');
  if (!petitionRights(row, actor, today).canAnswer) throw new AppError('PETITION_NOT_OWED');
  return authorise('change', row);
}
