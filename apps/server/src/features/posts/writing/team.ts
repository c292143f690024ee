import { BOARDS } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostInput } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import { closeTeam, lockTeam, putTeam } from '../../../domain/teams/teams.repo.ts';
import { addDays, kstDay } from '../../../platform/clock.ts';
import { fieldError } from '../../../platform/errors.ts';

type Input = Pick<PostInput, 'boardType' | 'team'>;

/** Throws VALIDATION_FAILED for a team on another board, and for a new recruiting post without one. */
export function checkTeam({ boardType, team }: Input, { isNew }: { isNew: boolean }): void {
  if (team == null) {
    if (isNew && BOARDS[boardType].recruits) throw fieldError('team', TEXTS.teamRequired);
    return;
  }
  if (!BOARDS[boardType].recruits) throw fieldError('team', TEXTS.teamNotHere);
}

/**
 * Stores what a post recruits, in the transaction that writes it, and closes a team without a free place;
 * returns whose applications ended. Throws VALIDATION_FAILED for a last day that is over, unless it is the
 * stored one, and for fewer places than members that are accepted.
 */
export async function storeTeam(
  tx: Tx,
  postId: number,
  { team }: Input,
  now: Date,
): Promise<number[]> {
  if (team == null) return [];
  const stored = await lockTeam(tx, postId);
  const today = kstDay(now);
  const isInRange = team.lastDay >= today && team.lastDay <= addDays(today, LIMITS.teamDays);
  if (!isInRange && team.lastDay !== stored?.lastDay) {
    throw fieldError('team.lastDay', TEXTS.teamLastDay);
  }
  if (stored !== null && team.places < stored.acceptedCount) {
    throw fieldError('team.places', TEXTS.teamPlacesTaken);
  }
  await putTeam(tx, postId, team);
  return stored?.acceptedCount === team.places ? closeTeam(tx, postId, now) : [];
}
