import { createHash } from 'node:crypto';
import { listImportedIds } from '../../domain/sources/import-articles.ts';
import type { DomainTools } from '../../domain/tools.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-pages.ts';
import type { ListRow } from './reading/read-details.ts';
import { readSource, type SourceReading } from './reading/read-source.ts';
import { keyOf } from './sources.import.ts';
import type { SourceRow } from './sources.repo.ts';

/** What the list said of each article below the newest, both as short hashes. */
export type ListedRows = Record<string, string>;

/** The hash of no row. */
const UNREAD = '';

export type ReadPage = ReturnType<typeof createPageReader>;

interface Deps extends Pick<DomainTools, 'db' | 'clock'> {
  fetchPage: FetchForeignPage;
}

/**
 * Reads the page of a stored source as far as it changed. The page of an article that was imported is
 * left alone while the list says the same of it as last time, which `rows` stores; not at the first reading
 * and at one after a change of the source. Throws SourceError.
 */
export function createPageReader({ db, clock, fetchPage }: Deps) {
  return async (
    row: Pick<SourceRow, 'name' | 'config' | 'etag' | 'lastModified' | 'rows' | 'isFirstDone'>,
    signal: AbortSignal,
  ): Promise<SourceReading & { rows: ListedRows }> => {
    const { config, etag, lastModified } = row;
    const isRepeated = 'boardType' in config && row.isFirstDone;
    const known = isRepeated ? await listImportedIds(db, keyOf(row)) : new Set<string>();
    const rows: ListedRows = {};
    const due = new Set<string>();
    const options = {
      ...{ fetchPage, signal, now: clock.now() },
      isKnown: (sourceId: string, listed: ListRow) => {
        const place = hashOf(sourceId);
        const before = row.rows[place];
        const { title, isPinned, publishedAt } = listed;
        const hash = hashOf(title, isPinned, publishedAt);
        rows[place] = hash;
        const isRead = known.has(sourceId) && (before === undefined || before === hash);
        if (!isRead) due.add(sourceId);
        return isRead;
      },
    };
    const reading = await readSource(config, { etag, lastModified }, options);
    for (const sourceId of unreadOf(reading, due)) {
      const place = hashOf(sourceId);
      rows[place] = row.rows[place] ?? UNREAD;
    }
    return { ...reading, rows };
  };
}

/** The rows after a run that is to be continued: the pages of these articles are due again. */
export function withUnread(rows: ListedRows, sourceIds: readonly string[]): ListedRows {
  const unread = sourceIds.map((sourceId) => [hashOf(sourceId), UNREAD]);
  return { ...rows, ...Object.fromEntries(unread) };
}

/** Those of `due` whose pages could not be read: they are due again, although their rows stay the same. */
function unreadOf(reading: SourceReading, due: ReadonlySet<string>): string[] {
  if (reading.status === 'unchanged' || reading.content.kind !== 'articles') return [];
  const read = new Set(reading.content.articles.map(({ sourceId }) => sourceId));
  return [...due].filter((sourceId) => !read.has(sourceId));
}

function hashOf(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12);
}
