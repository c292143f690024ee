import { isDeepStrictEqual } from 'node:util';
import type { SourceConfig } from '@naru/contract/source-config';
import type { Db } from '../../db/client.ts';
import {
  changeSource,
  deleteMissing,
  findByName,
  insertSource,
  lockSources,
} from './sources.repo.ts';

/**
 * Makes the sources of the file those of the database, as often as servers start. One that has left the
 * file is deleted, what it brought stays; one of the console with the same name becomes one of the file.
 * Whether a source is paused is not in the file.
 */
export function syncSources(db: Db, configs: readonly SourceConfig[], now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSources(tx);
    for (const config of configs) {
      const stored = await findByName(tx, config.name);
      if (stored === null) {
        await insertSource(tx, 'FILE', config, now);
      } else if (stored.origin !== 'FILE' || !isDeepStrictEqual(stored.config, config)) {
        const isAnew = isOtherPage(stored.config, config);
        await changeSource(tx, stored.id, { config, origin: 'FILE', isAnew }, now);
      }
    }
    await deleteMissing(
      tx,
      configs.map(({ name }) => name),
    );
  });
}

/** Whether a change may make all that the source shows look new. */
export function isOtherPage(before: SourceConfig, after: SourceConfig): boolean {
  const { title: _before, intervalMinutes: _was, ...one } = before;
  const { title: _after, intervalMinutes: _is, ...other } = after;
  return !isDeepStrictEqual(one, other);
}
