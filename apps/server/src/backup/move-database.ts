import { Transform } from 'node:stream';
import { openSnapshot, type Snapshot } from './snapshot.ts';
import { createSum, type Table, type TableSum } from './tables.ts';
import { openTarget, type Target } from './target.ts';

export interface Progress {
  /** Name of the table, or `files`. */
  name: string;
  done: number;
  of: number;
  /** Tables are copied, files are stored. */
  what: 'copied' | 'stored' | 'compared';
}

interface MoveRequest {
  from: string;
  /** Of an empty database, as the owner of its tables. */
  to: string;
  onProgress: (progress: Progress) => void;
}

/**
 * Copies a database into an empty one and compares every table. The source does not change; the
 * target stays marked as incomplete until the caller unmarks the result, which it also closes.
 */
export async function moveDatabase({ from, to, onProgress }: MoveRequest): Promise<Target> {
  const snapshot = await openSnapshot(from);
  try {
    const target = await openTarget(to, snapshot.migrations, 'The database to move to');
    try {
      const of = snapshot.tables.length;
      const sums: (Table & TableSum)[] = [];
      for (const table of snapshot.tables) {
        sums.push({ ...table, ...(await copyTable(snapshot, target, table)) });
        onProgress({ name: table.name, done: sums.length, of, what: 'copied' });
      }
      await target.finish(snapshot.sequences);
      let done = 0;
      await target.compare(sums, (name) => {
        done += 1;
        onProgress({ name, done, of, what: 'compared' });
      });
      return target;
    } catch (error) {
      await target.close();
      throw error;
    }
  } finally {
    await snapshot.close();
  }
}

async function copyTable(snapshot: Snapshot, target: Target, table: Table): Promise<TableSum> {
  const sum = createSum();
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      sum.add(chunk);
      done(null, chunk);
    },
  });
  const rows = await snapshot.copyOut(table);
  rows.once('error', (error) => counted.destroy(error));
  await target.load(table, rows.pipe(counted));
  return sum.end();
}
