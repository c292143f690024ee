import { servingPool } from './db/pools.ts';
import type { AdmissionLimits } from './platform/admission/admission.ts';
import { hashingSlots } from './platform/hashing.ts';

/** Connections that no searches and writes take, whatever they wait for. */
const KEPT_FOR_READS = 2;

/**
 * Places and lines of one of so many processes; record 0111 has the measurements. Writes and searches
 * together leave connections of the pool to reads, and as many sign-ins enter as keep the hashing busy. The
 * waits are what a person bears: a list that comes later is asked for again, a text that is written is not.
 */
export function admissionLimits(processes: number): AdmissionLimits {
  const pool = servingPool(processes);
  const searches = Math.max(1, Math.floor(pool / 4));
  const writes = Math.max(1, pool - searches - KEPT_FOR_READS);
  const logins = 2 * hashingSlots(processes) + 1;
  return {
    // Begun in one turn of the event loop; most refusals come from here, so they come soon.
    intake: { atOnce: 8, leastWaiting: 400, waiting: 2_000, waitMs: 500, overloadMs: 100 },
    signIn: { atOnce: logins, waiting: 1_000, waitMs: 10_000, overloadMs: 2_000 },
    read: { atOnce: 2 * pool, waiting: 2_000, waitMs: 2_000, overloadMs: 500 },
    write: { atOnce: writes, waiting: 2_000, waitMs: 5_000, overloadMs: 700 },
    search: { atOnce: searches, waiting: 500, waitMs: 4_000, overloadMs: 700 },
    // Most of the time of these is that of the network.
    upload: { atOnce: 256, waiting: 256, waitMs: 10_000, overloadMs: 2_000 },
    outside: { atOnce: 32, waiting: 200, waitMs: 5_000, overloadMs: 1_000 },
    file: { atOnce: 64, waiting: 2_000, waitMs: 2_000, overloadMs: 700 },
  };
}
