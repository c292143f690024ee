import type { Engine, EngineName, EngineState, Readiness } from '@naru/contract/system';
import { shareRuns } from './shared-runs.ts';

const CHECK_MS = 1_500;

/** Checks an engine, which is down if the check throws or takes longer than 1.5 s. */
type EngineCheck = () => Promise<EngineState> | EngineState;

type Phase = Extract<Readiness, 'ok' | 'starting' | 'draining'>;

export type Health = ReturnType<typeof createHealth>;

/** What this process depends on, and whether it should get requests. */
export function createHealth() {
  const checks = new Map<EngineName, EngineCheck>();
  let phase: Phase = 'starting';
  let onDrain: () => void = () => undefined;

  async function stateOf(name: EngineName): Promise<Engine> {
    const check = checks.get(name);
    const state = await within(async () => check?.() ?? 'down').catch(() => 'down' as const);
    return { name, state };
  }

  return {
    /** Adds an engine, or replaces the check of a known one. */
    register: (name: EngineName, check: EngineCheck): void => void checks.set(name, check),

    /** All engines in the order of their registration; simultaneous calls share a check. */
    listEngines: shareRuns(() => Promise.all([...checks.keys()].map(stateOf))),

    /**
     * Only the database decides: without the other engines the site still works in part, and another server would
     * not reach them either.
     */
    async readiness(): Promise<Readiness> {
      if (phase !== 'ok') return phase;
      return (await stateOf('database')).state === 'up' ? 'ok' : 'unavailable';
    },

    /** Everything is loaded. */
    serve(): void {
      if (phase === 'starting') phase = 'ok';
    },

    /** From now on others should get the requests. */
    drain(): void {
      if (phase === 'draining') return;
      phase = 'draining';
      onDrain();
    },

    /** Sets the one listener that is called when draining begins. */
    whenDraining(listener: () => void): void {
      onDrain = listener;
    },
  };
}

function within<T>(look: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no response in time')), CHECK_MS);
    look()
      .then(resolve, reject)
      .finally(() => clearTimeout(late));
  });
}
