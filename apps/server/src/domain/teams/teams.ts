import type { Team } from '@naru/contract/team-fields';
import { addDays, kstDay, startOfKstDay } from '../../platform/clock.ts';

/** Of `teams`, as JSON of a statement or as a row. */
export interface TeamRow extends Omit<Team, 'accepted' | 'isOpen'> {
  acceptedCount: number;
  isClosed: boolean;
}

export function isRecruiting(team: TeamRow, now: Date): boolean {
  return !team.isClosed && team.acceptedCount < team.places && !isPast(team, now);
}

/** Whether the last day of applications is over. */
export function isPast({ lastDay }: Pick<TeamRow, 'lastDay'>, now: Date): boolean {
  return lastDay < kstDay(now);
}

/** The first moment after the last day. */
export function endOf({ lastDay }: Pick<TeamRow, 'lastDay'>): Date {
  return startOfKstDay(addDays(lastDay, 1));
}

export function presentTeam(row: TeamRow, now: Date): Team {
  const { kind, places, acceptedCount: accepted, lastDay, roles } = row;
  return { kind, places, accepted, lastDay, roles, isOpen: isRecruiting(row, now) };
}
