import type { Executor } from '../../db/client.ts';
import { listImportedIds } from '../../domain/sources/articles.repo.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-page.ts';
import { readSource, type SourceReading } from './reading/read-source.ts';
import { keyOf } from './sources.import.ts';
import type { SourceRow } from './sources.repo.ts';

export type ReadPage = ReturnType<typeof createPageReader>;

/** Reads the page of a stored source, with what is known of it. Throws SourceError. */
export function createPageReader({ db, fetchPage }: { db: Executor; fetchPage: FetchForeignPage }) {
  return async (
    row: Pick<SourceRow, 'name' | 'config' | 'etag' | 'lastModified'>,
    signal: AbortSignal,
  ): Promise<SourceReading> => {
    const { config, etag, lastModified } = row;
    const known = 'boardType' in config ? await listImportedIds(db, keyOf(row)) : new Set();
    const state = { etag, lastModified };
    const isKnown = (sourceId: string) => known.has(sourceId);
    return readSource(config, state, { fetchPage, isKnown, signal });
  };
}
