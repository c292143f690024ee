import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../platform/atomic-file.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Tools } from '../tools.ts';
import { listLiving, listWithdrawn } from './account.repo.ts';

const DAY = 24 * 60 * 60;
/** Longer than backups are retained. */
const RETAINED_DAYS = 40;
/** Name of the file beside the backups. */
export const ERASURES_FILE = 'erasures.log';

interface ErasureDeps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'log'> {
  /** Folder of the backups. */
  folder: string;
}

interface Line {
  at: string;
  hash: string;
}

/**
 * The erased accounts of the last weeks, in a file outside the database: a restored backup may have
 * them again. A line is a time and a hash that only this installation can compute.
 */
export function createErasures({ db, clock, seal, log, folder }: ErasureDeps) {
  const path = join(folder, ERASURES_FILE);
  const hashOf = (id: number) => seal.hashText(`erased member ${id}`).toString('base64url');
  const lineOf = (at: Date, id: number) => `${at.toISOString()} ${hashOf(id)}\n`;

  async function append(text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(path, text, { mode: 0o600, flush: true });
  }

  return {
    /** Call it after the commit. A failure is logged; `complete` repeats it. */
    async note(memberId: number): Promise<void> {
      await append(lineOf(clock.now(), memberId)).catch((err: unknown) => {
        log.warn({ err }, 'an erased account was not noted beside the backups yet');
      });
    },

    /** Adds what is missing and removes what no backup contains any more; returns how many of both. */
    async complete(): Promise<Record<'added' | 'removed', number>> {
      const since = addSeconds(clock.now(), -RETAINED_DAYS * DAY);
      const lines = await readLines(path);
      const known = new Set(lines.map(({ hash }) => hash));
      const missing = (await listWithdrawn(db, since)).filter(({ id }) => !known.has(hashOf(id)));
      if (missing.length > 0) {
        await append(missing.map(({ id, withdrawnAt }) => lineOf(withdrawnAt, id)).join(''));
      }
      const old = lines.filter(({ at }) => new Date(at) < since);
      if (old.length > 0) {
        const recent = (await readLines(path)).filter(({ at }) => new Date(at) >= since);
        const text = recent.map(({ at, hash }) => `${at} ${hash}\n`).join('');
        await writeFileAtomically(path, text);
      }
      return { added: missing.length, removed: old.length };
    },

    /** The members of this database whom the files at the paths name as erased. */
    async findErased(paths: readonly string[]): Promise<number[]> {
      const lines = (await Promise.all(paths.map(readLines))).flat();
      const erased = new Set(lines.map(({ hash }) => hash));
      if (erased.size === 0) return [];
      const living = await listLiving(db);
      return living.filter((id) => erased.has(hashOf(id)));
    },
  };
}

/** A line that a crash has cut is left out. */
async function readLines(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    const [, at, hash] = /^(\d{4}-\S{1,26}Z) ([\w-]{43})$/.exec(line) ?? [];
    return at === undefined || hash === undefined ? [] : [{ at, hash }];
  });
}
