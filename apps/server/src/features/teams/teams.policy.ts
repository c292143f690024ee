import { LIMITS } from '@naru/contract/limits';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import { isPast, isRecruiting } from '../../domain/teams/teams.ts';
import { AppError } from '../../platform/errors.ts';
import type { ApplicationRow, FoundTeam } from './teams.repo.ts';

/** Throws TEAM_OWN, TEAM_DECIDED, TEAM_CLOSED, and TEAM_CROWDED for a new application beyond the limit. */
export function authoriseApply(
  team: FoundTeam,
  own: ApplicationRow | null,
  { memberId, total, now }: { memberId: number; total: number; now: Date },
): Authorised<'apply', FoundTeam> {
  if (team.authorId === memberId) throw new AppError('TEAM_OWN');
  const isDecided = own?.state === 'ACCEPTED' || own?.state === 'DECLINED';
  if (isDecided) throw new AppError('TEAM_DECIDED');
  if (!isRecruiting(team, now)) throw new AppError('TEAM_CLOSED');
  if (own === null && total >= LIMITS.applicationsPerTeam) throw new AppError('TEAM_CROWDED');
  return authorise('apply', team);
}

/** Throws PERMISSION_DENIED for everybody but the author, staff included. */
export function requireAuthor(team: FoundTeam, memberId: number): void {
  if (team.authorId !== memberId) throw new AppError('PERMISSION_DENIED');
}

/**
 * The author decides about applications that wait, and may remove a member who was accepted. Throws
 * APPLICATION_NOT_FOUND, also for what the author does not see or has ended, and TEAM_FULL.
 */
export function authoriseDecision(
  team: FoundTeam,
  application: ApplicationRow | null,
  isAccepted: boolean,
): Authorised<'decide', ApplicationRow> {
  const isOpen = application?.state === 'WAITING';
  const isRemoval = application?.state === 'ACCEPTED' && !isAccepted;
  if (application === null || !(isOpen || isRemoval)) throw new AppError('APPLICATION_NOT_FOUND');
  if (isAccepted && team.acceptedCount >= team.places) throw new AppError('TEAM_FULL');
  return authorise('decide', application);
}

/** Throws TEAM_FULL without a free place, and TEAM_OVER after the last day. */
export function requireReopenable(team: FoundTeam, now: Date): void {
  if (team.acceptedCount >= team.places) throw new AppError('TEAM_FULL');
  if (isPast(team, now)) throw new AppError('TEAM_OVER');
}

/** The author and those who were accepted, once there is one. Throws ROOM_NOT_FOUND. */
export function requireTeamMember(
  team: Pick<FoundTeam, 'authorId' | 'acceptedCount'> | null,
  own: ApplicationRow | null,
  memberId: number,
): void {
  if (!isTeamMember(team, own, memberId)) throw new AppError('ROOM_NOT_FOUND');
}

export function isTeamMember(
  team: Pick<FoundTeam, 'authorId' | 'acceptedCount'> | null,
  own: ApplicationRow | null,
  memberId: number,
): boolean {
  if (team === null || team.acceptedCount === 0) return false;
  return team.authorId === memberId || own?.state === 'ACCEPTED';
}
