import type { Program } from '../features/tools.ts';
import { createPatience, type Patience } from '../platform/database/patience.ts';
import type { ServerParts } from './server-parts.ts';

export interface StartWait extends Patience {
  /** Frees the port for the real server; later waits no longer listen. */
  end(): Promise<void>;
}

/** Lets a start wait for its database and for space on the disk, while the port is already open. */
export function createStartWait(
  { env, print, version, commit }: Pick<ServerParts, 'env' | 'print' | keyof Program>,
  signal: AbortSignal,
): StartWait {
  let listening: Promise<() => void> | null = null;
  let hasEnded = false;
  const patience = createPatience({
    database:
      env.DATABASE_URL === undefined ? 'the embedded database' : 'the database at DATABASE_URL',
    print,
    signal,
    onWait: async () => {
      if (hasEnded) return;
      listening ??= listen();
      await listening;
    },
  });
  async function listen(): Promise<() => void> {
    // Other starts do not need it.
    const { listenMeanwhile } = await import('./waiting-server.ts');
    return listenMeanwhile(env, { version, commit, isDatabaseUp: () => !patience.isWaiting() });
  }
  return {
    ...patience,
    async end() {
      hasEnded = true;
      const close = await listening?.catch(() => undefined);
      close?.();
    },
  };
}
