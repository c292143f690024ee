import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@naru/contract/limits';
import type { SourceConfig } from '@naru/contract/source-config';
import type { Source, SourceDetail } from '@naru/contract/sources';
import type { Db, Tx } from '../../db/client.ts';
import { requireVersion } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-pages.ts';
import type { Tools } from '../tools.ts';
import { createDryRun, requireReadable } from './sources.dry-run.ts';
import { createContentImport, type Imported, type Importers } from './sources.import.ts';
import { isLeased, presentDetail, presentSource } from './sources.present.ts';
import { createPageReader } from './sources.reading.ts';
import { createRecognition } from './sources.recognise.ts';
import {
  changeSource,
  countConsoleSources,
  deleteMissing,
  deleteSource,
  findByName,
  findSource,
  insertSource,
  isNameTaken,
  listSources,
  lockSource,
  lockSources,
  type SourceRow,
  storeAsked,
  storeEnabled,
  storeMenuMove,
} from './sources.repo.ts';
import { createRunner, HeldError } from './sources.runner.ts';

/**
 * Makes the sources of the file those of the database, as often as servers start. One that has left the
 * file is deleted, what it brought stays; one of the console with the same name becomes one of the file.
 * Whether a source is paused is not in the file.
 */
function syncSources(db: Db, configs: readonly SourceConfig[], now: Date): Promise<void> {
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
function isOtherPage(before: SourceConfig, after: SourceConfig): boolean {
  const { title: _before, intervalMinutes: _was, ...one } = before;
  const { title: _after, intervalMinutes: _is, ...other } = after;
  return !isDeepStrictEqual(one, other);
}

/** Of one import outside of a run. */
const IMPORT_MS = 300_000;
const NAME_STAYS = '이름은 바꿀 수 없습니다. 먼저 가져온 내용이 이 이름에 속합니다.';

interface Deps
  extends Pick<Tools, 'db' | 'clock' | 'live' | 'log' | 'throttle' | 'audit' | 'notifications'>,
    Pick<Tools, 'outgoing'>,
    Importers {
  fetchPage: FetchForeignPage;
  /** Random numbers in [0, 1). */
  random?: () => number;
}

export type SourcesService = ReturnType<typeof createSourcesService>;

/** Pages of others that fill boards, menus and the calendar: the console's part, and the runs. */
export function createSourcesService(deps: Deps) {
  const { db, clock, audit, random = Math.random } = deps;
  /** Of runs; a trial in the console is no run. */
  const fetchPage: FetchForeignPage = async (url, options) => {
    if (await deps.outgoing.isHeld()) throw new HeldError('everything outgoing is held');
    return deps.fetchPage(url, options);
  };
  const readPage = createPageReader({ ...deps, fetchPage });
  const importContent = createContentImport({ ...deps, fetchPage });
  const runner = createRunner({ ...deps, readPage, importContent, random });

  /** Locks a source that the console may change. */
  async function lockOwn(tx: Tx, id: number): Promise<SourceRow> {
    const row = found(await lockSource(tx, id), 'SOURCE_NOT_FOUND');
    if (row.origin === 'FILE') throw new AppError('SOURCE_OF_FILE');
    return row;
  }

  async function askFor(tx: Tx, id: number): Promise<void> {
    await storeAsked(tx, id);
    await runner.enqueue(tx, id);
  }

  return {
    tasks: runner.tasks,
    enqueueDue: runner.enqueueDue,

    /** Makes the sources of the file those of the database; null, for no file, changes nothing. */
    async sync(configs: readonly SourceConfig[] | null): Promise<void> {
      if (configs !== null) await syncSources(db, configs, clock.now());
    },

    async list(): Promise<Source[]> {
      const now = clock.now();
      return (await listSources(db)).map((row) => presentSource(row, now));
    },

    /** Throws SOURCE_NOT_FOUND. */
    async get(id: number): Promise<SourceDetail> {
      return presentDetail(found(await findSource(db, id), 'SOURCE_NOT_FOUND'), clock.now());
    },

    dryRun: createDryRun(deps),
    recognise: createRecognition(deps),

    /** Imports what was read of a source that need not be stored, as its first run would. */
    importRead(config: SourceConfig, read: Parameters<typeof importContent>[1]): Promise<Imported> {
      const row = { name: config.name, config, isFirstDone: false, menuMove: null };
      return importContent(row, read, AbortSignal.timeout(IMPORT_MS));
    },

    /** Returns the id. Throws SOURCE_NAME_TAKEN, SOURCE_LIMIT and VALIDATION_FAILED. */
    async create(actor: Actor, config: SourceConfig): Promise<number> {
      requireReadable(config);
      return db.transaction(async (tx) => {
        await lockSources(tx);
        if (await isNameTaken(tx, config.name)) {
          const { message } = new AppError('SOURCE_NAME_TAKEN');
          throw fieldError('name', message, 'SOURCE_NAME_TAKEN');
        }
        if ((await countConsoleSources(tx)) >= LIMITS.sources) throw new AppError('SOURCE_LIMIT');
        const id = await insertSource(tx, 'CONSOLE', config, clock.now());
        await runner.enqueue(tx, id);
        const detail = { ...namesOf(config), after: config };
        await audit.record(tx, actor, { action: 'source.add', targetId: id, detail });
        return id;
      });
    },

    /** Throws SOURCE_NOT_FOUND, SOURCE_OF_FILE, EDIT_CONFLICT and VALIDATION_FAILED. */
    async update(actor: Actor, id: number, config: SourceConfig, version?: string): Promise<void> {
      requireReadable(config);
      await db.transaction(async (tx) => {
        await lockSources(tx);
        const before = await lockOwn(tx, id);
        requireVersion(version, before.config);
        if (config.name !== before.name) throw fieldError('name', NAME_STAYS);
        const isAnew = isOtherPage(before.config, config);
        await changeSource(tx, id, { config, origin: 'CONSOLE', isAnew }, clock.now());
        await runner.enqueue(tx, id);
        const detail = { ...namesOf(config), before: before.config, after: config };
        await audit.record(tx, actor, { action: 'source.edit', targetId: id, detail });
      });
    },

    /** Throws SOURCE_NOT_FOUND and SOURCE_OF_FILE. */
    async remove(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        await lockSources(tx);
        const { config } = await lockOwn(tx, id);
        await deleteSource(tx, id);
        const detail = { ...namesOf(config), before: config };
        await audit.record(tx, actor, { action: 'source.delete', targetId: id, detail });
      });
    },

    /** Throws SOURCE_NOT_FOUND and SOURCE_RUNNING. */
    async runNow(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const row = found(await lockSource(tx, id), 'SOURCE_NOT_FOUND');
        if (row.isAsked || isLeased(row, clock.now())) throw new AppError('SOURCE_RUNNING');
        await askFor(tx, id);
        await audit.record(tx, actor, {
          action: 'source.run',
          targetId: id,
          detail: namesOf(row.config),
        });
      });
    },

    /**
     * Stores menus that have moved to other days, by reading the page again, or leaves what is stored. Throws
     * SOURCE_NOT_FOUND, SOURCE_RUNNING and, when the menus are others by now, EDIT_CONFLICT.
     */
    async decideMove(
      actor: Actor,
      id: number,
      { hash, store }: { hash: string; store: boolean },
    ): Promise<void> {
      const action = store ? 'source.move-store' : 'source.move-leave';
      await db.transaction(async (tx) => {
        const row = found(await lockSource(tx, id), 'SOURCE_NOT_FOUND');
        // Its end would overwrite the decision.
        if (isLeased(row, clock.now())) throw new AppError('SOURCE_RUNNING');
        const move = requireMove(row, hash);
        await storeMenuMove(tx, id, { ...move, choice: store ? 'STORE' : 'LEAVE' });
        if (store) await askFor(tx, id);
        await audit.record(tx, actor, { action, targetId: id, detail: namesOf(row.config) });
      });
    },

    /** Throws SOURCE_NOT_FOUND. */
    async setEnabled(actor: Actor, id: number, isEnabled: boolean): Promise<void> {
      await db.transaction(async (tx) => {
        const row = found(await lockSource(tx, id), 'SOURCE_NOT_FOUND');
        if (row.isEnabled === isEnabled) return;
        await storeEnabled(tx, id, isEnabled, clock.now());
        const action = isEnabled ? 'source.resume' : 'source.pause';
        await audit.record(tx, actor, { action, targetId: id, detail: namesOf(row.config) });
      });
    },
  };
}

/** The moved menus that a decision is about. Throws EDIT_CONFLICT when there are others by now, or none. */
function requireMove({ menuMove }: SourceRow, hash: string) {
  if (menuMove?.hash !== hash) throw new AppError('EDIT_CONFLICT');
  return menuMove;
}

function namesOf({ name, title }: SourceConfig) {
  return { name, title };
}
