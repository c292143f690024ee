import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from './errors.ts';
import { type PassingTrouble, passingTrouble } from './query-errors.ts';

/** Until a step is tried again. A start on a full disk costs more than a refused connection. */
const PAUSES_MS = { away: 1_000, readOnly: 1_000, full: 5_000 };
const LINE_MS = 60_000;

interface Options {
  /** What it is called in lines for the operator, such as `the database at DATABASE_URL`. */
  database: string;
  /** Takes a line for the operator: one when the wait begins, one a minute, and one at its end. */
  print: (line: string) => void;
  /** Ends the wait with its reason. */
  signal: AbortSignal;
  /** Called before each pause, once a step was in vain; what it throws ends the wait. */
  onWait?: () => Promise<unknown>;
  /** Shorter in tests. */
  pausesMs?: typeof PAUSES_MS;
  lineMs?: number;
}

export type Patience = ReturnType<typeof createPatience>;

/** Repeats steps of a start that fail for a reason which may pass: a database away, a full disk. */
export function createPatience(options: Options) {
  const { database, print, signal, onWait, pausesMs = PAUSES_MS, lineMs = LINE_MS } = options;
  const names: Record<PassingTrouble, string> = {
    away: database,
    readOnly: `${database} to accept writes`,
    full: 'room on the disk',
  };
  let since: number | null = null;
  let printedAt = Number.NEGATIVE_INFINITY;
  let hasPrinted = false;

  async function wait(trouble: PassingTrouble, error: unknown): Promise<void> {
    since ??= performance.now();
    signal.throwIfAborted();
    await onWait?.();
    report(trouble, error, performance.now() - since);
    await delay(pausesMs[trouble], undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }

  function report(trouble: PassingTrouble, error: unknown, waitedMs: number): void {
    if (performance.now() - printedAt < lineMs) return;
    printedAt = performance.now();
    const begin = hasPrinted ? `Still waiting after ${seconds(waitedMs)}` : 'Waiting';
    hasPrinted = true;
    print(`${begin} for ${names[trouble]}: ${reasonOf(error)}. The start goes on by itself.`);
  }

  function end(): void {
    if (since !== null && hasPrinted) {
      print(`The wait is over after ${seconds(performance.now() - since)}.`);
    }
    since = null;
    hasPrinted = false;
  }

  return {
    isWaiting: (): boolean => since !== null,

    /** Returns what the step returns, however long that takes. Rethrows what no wait can mend. */
    async until<T>(step: () => Promise<T>): Promise<T> {
      for (;;) {
        try {
          const result = await step();
          end();
          return result;
        } catch (error) {
          const trouble = passingTrouble(error);
          if (trouble === null) throw error;
          await wait(trouble, error);
        }
      }
    },
  };
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;

/** The innermost reason, as one sentence without its full stop. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && passingTrouble(cause) !== null) return reasonOf(cause);
  const [first = ''] = messageOf(error).split('\n');
  return first.replace(/\.$/, '');
}
