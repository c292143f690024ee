import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EXIT_BUSY } from './errors.ts';

/** The program was killed before it was done. */
export class KilledError extends Error {}

/** Another backup or proof is under way. */
export class BusyProgramError extends Error {}

/**
 * Runs `npm run backup` in separate processes, so that compression and encryption do not delay requests. `program`
 * is the path of a program beside it.
 */
export function createBackupProgram(program: string) {
  const command = join(dirname(program), `backup-cli${extname(program)}`);
  const running = new Set<ChildProcess>();

  return {
    /** Resolves to what it printed. Throws its message, KilledError, or BusyProgramError. */
    async run(words: readonly string[]): Promise<{ out: string; warnings: string }> {
      const child = fork(command, words, { silent: true });
      running.add(child);
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) throw new Error('The backup has no output');
      try {
        const [out, error, [code]] = await Promise.all([
          text(stdout),
          text(stderr),
          once(child, 'exit'),
        ]);
        const reason = error.trim();
        if (code === null) throw new KilledError('its process was ended');
        if (code === EXIT_BUSY) throw new BusyProgramError(reason);
        if (code !== 0) throw new Error(reason || `exit code ${code}`);
        return { out, warnings: reason };
      } finally {
        running.delete(child);
      }
    },

    /** Ends what is under way. */
    stop(): void {
      for (const child of running) child.kill();
    },
  };
}
