import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { AppError } from './errors.ts';
import { type Holds, holds as ofProcess } from './holds.ts';
import { randomToken } from './secrets.ts';

export interface HashingParameters {
  /** KiB of memory. */
  memoryCost: number;
  /** Passes over it. */
  timeCost: number;
  parallelism: number;
}

/** Argon2id, 19 MiB, two passes, one lane. */
const PARAMETERS: HashingParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Leaves one core free for other requests. */
const SLOTS = Math.max(1, Math.min(4, availableParallelism() - 1));
const WAITING = 100;
const RETRY_SECONDS = 2;

/** Passwords that one of `processes` processes hashes at once. */
export const hashingSlots = (processes: number): number =>
  Math.max(1, Math.floor(SLOTS / processes));

export type Hashing = ReturnType<typeof createHashing>;
/** One slot of the queue; both calls take the same time. */
export type HashingTurn = Parameters<Parameters<Hashing['inTurn']>[0]>[0];

interface HashingOptions {
  slots?: number;
  waiting?: number;
  parameters?: HashingParameters;
  /** Processes that divide slots and queue, so that together they take no more cores. */
  processes?: number;
  /** What is held, and its watchdog; by default those of this process. */
  holds?: Holds;
}

export function createHashing(options: HashingOptions = {}) {
  const parameters = options.parameters ?? PARAMETERS;
  const { processes = 1, holds = ofProcess } = options;
  const slots = createSlots(
    options.slots ?? hashingSlots(processes),
    options.waiting ?? Math.ceil(WAITING / processes),
  );
  const unmatchable = hash(randomToken(), parameters);
  unmatchable.catch(() => undefined);
  const turn = {
    /** True when the password matches. Null stands for an unknown member and never matches. */
    verify: async (stored: string | null, password: string): Promise<boolean> => {
      const isRight = await verify(stored ?? (await unmatchable), password);
      return stored !== null && isRight;
    },
    hash: (password: string): Promise<string> => hash(password, parameters),
    /** The hash uses other parameters than the current ones. */
    isOutdated: (stored: string): boolean => {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored);
      return (
        memoryCost !== parameters.memoryCost ||
        timeCost !== parameters.timeCost ||
        parallelism !== parameters.parallelism
      );
    },
  };
  return {
    /**
     * Runs the work when a slot is free: at most 4 at once, at most 100 waiting. Throws UNAVAILABLE
     * with Retry-After beyond that.
     */
    async inTurn<T>(work: (slot: typeof turn) => Promise<T>): Promise<T> {
      await slots.take();
      const hold = holds.add({ name: 'hashing', giveBack: slots.give });
      try {
        return await work(turn);
      } finally {
        holds.end(hold);
      }
    },
  };
}

function createSlots(free: number, longestQueue: number) {
  let left = free;
  const queue: (() => void)[] = [];
  return {
    async take(): Promise<void> {
      if (left > 0) {
        left -= 1;
        return;
      }
      if (queue.length >= longestQueue) {
        throw new AppError('UNAVAILABLE', { retryAfter: RETRY_SECONDS });
      }
      await new Promise<void>((resolve) => queue.push(resolve));
    },
    give(): void {
      const next = queue.shift();
      if (next === undefined) left += 1;
      else next();
    },
  };
}
