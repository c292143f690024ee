import type { ProofFailed, ProofFailure } from '@naru/contract/system';
import { addSeconds, toKst } from '../../platform/clock.ts';

const HOUR = 60 * 60;
/** A scheduled proof that is this late was missed. */
const LATE_HOURS = 2;
/** A try that has not ended within this time was killed. */
const TRY_HOURS = 6;

/** The stored state of proofs; null for what was never stored. */
export interface ProofState {
  triedAt: Date | null;
  server: string | null;
  archive: string | null;
  provedAt: Date | null;
  provedArchive: string | null;
  seconds: number;
  rows: number;
  files: number;
  faults: number;
  failedAt: Date | null;
  failure: ProofFailure | null;
  everyHours: number | null;
  scheduledAt: Date | null;
  scheduledServer: string | null;
}

export const NO_PROOFS: ProofState = {
  triedAt: null,
  server: null,
  archive: null,
  provedAt: null,
  provedArchive: null,
  seconds: 0,
  rows: 0,
  files: 0,
  faults: 0,
  failedAt: null,
  failure: null,
  everyHours: null,
  scheduledAt: null,
  scheduledServer: null,
};

export interface ProofReport {
  /** When the last proof that succeeded began; null when none is known. */
  last: Date | null;
  /** How the last try failed; null after a success, and before the first try. */
  failure: {
    at: Date;
    reason: ProofFailure;
    server: string | null;
    archive: string | null;
  } | null;
}

/** The meaning of the stored state now; the same on every server. */
export function reportOnProof(state: ProofState, now: Date): ProofReport {
  return { last: state.provedAt, failure: failureOf(state, now) ?? missed(state, now) };
}

function failureOf(state: ProofState, now: Date): ProofReport['failure'] {
  const { triedAt, server, archive, provedAt, failedAt, failure } = state;
  if (failure !== null) return { at: failedAt ?? now, reason: failure, server, archive };
  const isOpen =
    triedAt !== null && [provedAt, failedAt].every((end) => end === null || end < triedAt);
  if (!isOpen || triedAt > addSeconds(now, -TRY_HOURS * HOUR)) return null;
  return { at: triedAt, reason: 'INTERRUPTED', server, archive };
}

/** A schedule that was just set has missed nothing. */
function missed(state: ProofState, now: Date): ProofReport['failure'] {
  const { everyHours, scheduledAt, scheduledServer: server, provedAt } = state;
  if (everyHours === null || scheduledAt === null) return null;
  const since = provedAt !== null && provedAt > scheduledAt ? provedAt : scheduledAt;
  const at = addSeconds(since, (everyHours + LATE_HOURS) * HOUR);
  return at > now ? null : { at, reason: 'MISSED', server, archive: null };
}

export const presentProofFailure = (failure: NonNullable<ProofReport['failure']>): ProofFailed => ({
  ...failure,
  at: toKst(failure.at),
});
