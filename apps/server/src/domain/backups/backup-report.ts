import type { BackupFailed, BackupFailure } from '@naru/contract/system';
import { addSeconds, toKst } from '../../platform/clock.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const WEEKLY_SECONDS = 7 * DAY;
/** With daily backups: a night without one shows within hours. */
const DAILY_SECONDS = 26 * HOUR;
/** Daily backups are expected for this long after the last sign that they are made. */
const DAILY_KNOWN_SECONDS = 8 * DAY;
/** A try that has not ended within this time was killed. */
const TRY_SECONDS = 6 * HOUR;
/** Clocks of servers and of other tools may differ. */
const AHEAD_SECONDS = DAY;

/** The stored state of backups; null for what was never stored. */
export interface BackupState {
  triedAt: Date | null;
  server: string | null;
  succeededAt: Date | null;
  failedAt: Date | null;
  failure: BackupFailure | null;
  dailyAt: Date | null;
  dailyServer: string | null;
}

export const NO_BACKUPS: BackupState = {
  triedAt: null,
  server: null,
  succeededAt: null,
  failedAt: null,
  failure: null,
  dailyAt: null,
  dailyServer: null,
};

/** Whether daily backups are still expected. */
const isDaily = ({ dailyAt }: BackupState, now: Date) =>
  dailyAt !== null && dailyAt > addSeconds(now, -DAILY_KNOWN_SECONDS);

/** The server that makes daily backups; null when none does, or none any more. */
export const plannedServer = (state: BackupState, now: Date): string | null =>
  isDaily(state, now) ? state.dailyServer : null;

export interface BackupReport {
  /** When the last backup was made; null when none is known. */
  last: Date | null;
  /** Whether another one is due. */
  isDue: boolean;
  /** How the last try failed; null after a success. `server` is unknown for some tools. */
  failure: { at: Date; reason: BackupFailure; server: string | null } | null;
}

/** The meaning of the stored state now; the same on every server. */
export function reportOn(state: BackupState, now: Date): BackupReport {
  const { succeededAt } = state;
  const isExpected = isDaily(state, now);
  const ago = (seconds: number) => addSeconds(now, -seconds);
  const isAhead = succeededAt !== null && succeededAt > addSeconds(now, AHEAD_SECONDS);
  const last = isAhead ? null : succeededAt;
  const isDue = last === null || last < ago(isExpected ? DAILY_SECONDS : WEEKLY_SECONDS);
  return { last, isDue, failure: failureOf(state, now) ?? missed(last, isExpected && isDue) };
}

function failureOf(state: BackupState, now: Date): BackupReport['failure'] {
  const { triedAt, server, succeededAt, failedAt, failure } = state;
  if (failure !== null) return { at: failedAt ?? triedAt ?? now, reason: failure, server };
  const ends = [succeededAt, failedAt].map((at) => at?.getTime() ?? 0);
  const isOpen = triedAt !== null && triedAt.getTime() > Math.max(...ends);
  if (!isOpen || triedAt > addSeconds(now, -TRY_SECONDS)) return null;
  return { at: triedAt, reason: 'INTERRUPTED', server };
}

/** A first backup that is not made yet is due, not missed. */
function missed(last: Date | null, isOverdue: boolean): BackupReport['failure'] {
  if (last === null || !isOverdue) return null;
  return { at: addSeconds(last, DAILY_SECONDS), reason: 'MISSED', server: null };
}

export const presentBackupFailure = (
  failure: NonNullable<BackupReport['failure']>,
): BackupFailed => ({
  ...failure,
  at: toKst(failure.at),
});
