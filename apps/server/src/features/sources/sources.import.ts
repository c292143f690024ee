import { LIMITS } from '@naru/contract/limits';
import type { SourceFault } from '@naru/contract/sources';
import type { createDateImport } from '../../domain/academic-calendar/import-dates.ts';
import type { ImportMenus } from '../../domain/cafeteria/import-menus.ts';
import type { ImportArticles } from '../../domain/sources/import-articles.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-pages.ts';
import type { Tools } from '../tools.ts';
import type { FileCopies } from '../uploads/uploads.service.ts';
import type { SourceContent } from './reading/read-source.ts';
import { createCopier } from './sources.copies.ts';
import type { SourceRow } from './sources.repo.ts';

/** NUL and unpaired surrogates, which PostgreSQL cannot store. */
const BROKEN = /\0|\p{Surrogate}/gu;
/** Code units of one fault. */
const FAULT_MAX = 300;

export interface Imported {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  faults: SourceFault[];
  /** Null where the same page has more to give later, so that it is read although it did not change. */
  etag?: null;
  lastModified?: null;
  /** Menus that wait for a decision, or were left out by one; null where none do. */
  menuMove?: SourceRow['menuMove'];
  /** Ids of articles with whose files a later run goes on. */
  left?: readonly string[];
}

/** The page is read although it did not change. */
const AGAIN = { etag: null, lastModified: null } as const;

export const NOTHING: Imported = { created: 0, updated: 0, unchanged: 0, refused: 0, faults: [] };

export interface Importers extends Pick<Tools, 'clock'> {
  fetchPage: FetchForeignPage;
  copies: FileCopies;
  importArticles: ImportArticles;
  importMenus: ImportMenus;
  importDates: ReturnType<typeof createDateImport>;
}

type Read = { content: SourceContent; faults: readonly SourceFault[] };
export type ImportContent = ReturnType<typeof createContentImport>;

type Stored = Pick<SourceRow, 'name' | 'config' | 'isFirstDone' | 'menuMove'>;

const MOVED = '지난번과 같은 식단이 다른 날로 밀려 있어, 확인을 기다립니다.';
const LEFT = '다른 날로 밀린 식단은 그대로 두기로 해 저장하지 않았습니다.';

/** The key under which boards, menus and calendar store what a source brought. */
export const keyOf = ({ name }: Pick<SourceRow, 'name'>) => `source:${name}`;

/** Stores what a run has read, wherever its kind belongs; `signal` ends the copying of files. */
export function createContentImport(importers: Importers) {
  const { importArticles, importMenus, importDates } = importers;
  return async (
    row: Stored,
    { content, faults }: Read,
    signal: AbortSignal,
  ): Promise<Imported & { isFirstDone: boolean }> => {
    const imported = await store(row, { content, faults }, signal);
    return {
      ...imported,
      refused: imported.refused + faults.length,
      faults: [...faults, ...imported.faults].slice(0, LIMITS.sourceFaults).map(cleaned),
      // An empty list is no first import: all that comes after it would notify.
      isFirstDone: row.isFirstDone || imported.created + imported.updated + imported.unchanged > 0,
    };
  };

  function store(row: Stored, { content, faults }: Read, signal: AbortSignal): Promise<Imported> {
    switch (content.kind) {
      case 'articles':
        return storeArticles(row, content.articles, signal);
      case 'menus':
        return storeMenus(row, content.days, faults.length > 0);
      case 'dates':
        return storeDates(row, content.dates, faults.length > 0);
    }
  }

  async function storeArticles(
    row: Stored,
    articles: Extract<SourceContent, { kind: 'articles' }>['articles'],
    signal: AbortSignal,
  ): Promise<Imported> {
    const { config, isFirstDone } = row;
    if (!('boardType' in config))
      throw new Error(`the source ${row.name} has articles, but no board`);
    const source = { key: keyOf(row), boardType: config.boardType, isFirst: !isFirstDone };
    const copier = config.files === 'copy' ? createCopier(importers, { config, signal }) : null;
    const copying = copier && { copyFiles: copier.copyFiles };
    const results = await importArticles({ ...source, ...copying }, articles);
    const { faults = [], left = [] } = copier ?? {};
    const titles = new Map(articles.map(({ sourceId, title }) => [sourceId, title]));
    const count = (kind: string) => results.filter(({ outcome }) => outcome === kind).length;
    return {
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      faults: [
        ...results.flatMap(({ sourceId, reason }) =>
          reason === null ? [] : [{ place: titles.get(sourceId) ?? sourceId, message: reason }],
        ),
        ...faults,
      ],
      left,
      ...(left.length > 0 && AGAIN),
    };
  }

  async function storeMenus(
    row: Stored,
    days: Extract<SourceContent, { kind: 'menus' }>['days'],
    isPartial: boolean,
  ): Promise<Imported> {
    const source = { key: keyOf(row), decision: row.menuMove };
    const { retained, outOfReach, move, ...counts } = await importMenus(source, days);
    if (move !== null) {
      const refused = days.length;
      const faults = [{ place: '식단', message: move.choice === null ? MOVED : LEFT }];
      return { ...NOTHING, refused, faults, menuMove: move, ...AGAIN };
    }
    const faults = [
      ...(retained > 0
        ? [{ place: '식단', message: `직접 적은 식단 ${retained}건은 그대로 두었습니다.` }]
        : []),
      ...(outOfReach > 0
        ? [
            {
              place: '식단',
              message: `오늘 기준 앞뒤 ${LIMITS.cafeteriaEditDays}일을 벗어난 식단 ${outOfReach}건은 빼고 가져왔습니다.`,
            },
          ]
        : []),
    ];
    // The menus of a whole semester stay as they are while their days come within reach.
    const isLeft = isPartial || outOfReach > 0;
    const refused = retained + outOfReach;
    return { ...counts, refused, faults, menuMove: null, ...(isLeft && AGAIN) };
  }

  async function storeDates(
    row: Pick<SourceRow, 'name'>,
    dates: Extract<SourceContent, { kind: 'dates' }>['dates'],
    isPartial: boolean,
  ): Promise<Imported> {
    const source = { key: keyOf(row), isPartial };
    const { created, updated, removed } = await importDates(source, dates);
    const unchanged = Math.max(0, dates.length - created - updated);
    return { ...NOTHING, created, updated: updated + removed, unchanged };
  }
}

/** Text of others' pages, as the database can store it and a screen can show it. */
function cleaned({ place, message }: SourceFault): SourceFault {
  return { place: cleanText(place), message: cleanText(message) };
}

export function cleanText(text: string, max = FAULT_MAX): string {
  return text.slice(0, max).replace(BROKEN, '');
}
