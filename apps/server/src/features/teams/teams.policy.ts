import { LIMITS } from '@naru/contract/limits';
import { hasRole } from '@naru/contract/roles';
import { type Authorised, authorise } from '../../domain/access/authorised.ts';
import { isPast, isRecruiting } from '../../domain/teams/teams.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { ApplicationRow, FoundTeam, SeenRow } from './teams.repo.ts';

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

/** What makes a team grow takes an author who is verified. Throws WRITE_DENIED. */
function requireVerified({ roles }: Actor): void {
  if (!hasRole(roles, 'STUDENT')) throw new AppError('WRITE_DENIED');
}

/**
 * Throws APPLICATION_NOT_FOUND for one that neither waits nor ended with a text that is stored, WRITE_DENIED,
 * TEAM_FULL and APPLICANT_BARRED.
 */
export function authoriseAcceptance(
  actor: Actor,
  team: FoundTeam,
  application: SeenRow | null,
): Authorised<'decide', SeenRow> {
  const isOpen =
    application?.state === 'WAITING' ||
    (application?.state === 'ENDED' && application.message !== '');
  if (application === null || !isOpen) throw new AppError('APPLICATION_NOT_FOUND');
  requireVerified(actor);
  if (team.acceptedCount >= team.places) throw new AppError('TEAM_FULL');
  if (!application.mayJoin) throw new AppError('APPLICANT_BARRED');
  return authorise('decide', application);
}

/** Declines an application that waits, or removes a member. Throws APPLICATION_NOT_FOUND. */
export function authoriseRefusal(application: SeenRow | null): Authorised<'decide', SeenRow> {
  const isOpen = application?.state === 'WAITING' || application?.state === 'ACCEPTED';
  if (application === null || !isOpen) throw new AppError('APPLICATION_NOT_FOUND');
  return authorise('decide', application);
}

/** Throws WRITE_DENIED, TEAM_FULL without a free place, and TEAM_OVER after the last day. */
export function requireReopenable(actor: Actor, team: FoundTeam, now: Date): void {
  requireVerified(actor);
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
