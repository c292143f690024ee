import type { DraftContent, DraftItem, draftRoutes, StoredDraft } from '@naru/contract/drafts';
import { LIMITS } from '@naru/contract/limits';
import type { RouteInput, RouteResult } from '@naru/contract/route';
import type { Executor, Tx } from '../../db/client.ts';
import { lockLivingMember } from '../../domain/access/members.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import {
  countOthers,
  type DraftKey,
  deleteDraft,
  findDraft,
  findVersion,
  listDrafts,
  readDrafts,
  storeDraft,
} from './drafts.repo.ts';

const DAY = 24 * 60 * 60;

type Save = RouteInput<typeof draftRoutes.save>['body'];
type Saved = RouteResult<typeof draftRoutes.save>;
type Head = Pick<DraftItem, 'title' | 'excerpt'>;

export type DraftsService = ReturnType<typeof createDraftsService>;

/** Unfinished posts on the account. Their words are sealed: the database shows only where and when. */
export function createDraftsService({ db, clock, seal }: Pick<Tools, 'db' | 'clock' | 'seal'>) {
  const since = () => addSeconds(clock.now(), -LIMITS.draftDays * DAY);

  function open<T>(memberId: number, sealed: Buffer): T {
    const text = seal.openFor(memberId, sealed);
    if (text === null) throw new Error('a draft is sealed with another key');
    return JSON.parse(text) as T;
  }
  async function find(db: Executor, key: DraftKey): Promise<StoredDraft | null> {
    const row = await findDraft(db, key, since());
    if (row === null) return null;
    const { version, content, savedAt } = row;
    return { version, savedAt: toKst(savedAt), content: open<DraftContent>(key.memberId, content) };
  }

  async function requireRoom(tx: Tx, key: DraftKey): Promise<void> {
    const others = await countOthers(tx, key, since());
    if (others >= LIMITS.draftsMax) throw new AppError('DRAFT_LIMIT');
  }

  const close = (memberId: number, value: unknown) => seal.sealFor(memberId, JSON.stringify(value));

  return {
    async list({ memberId }: Actor): Promise<DraftItem[]> {
      const rows = await listDrafts(db, memberId, since());
      return rows.map(({ head, savedAt, ...row }) => ({
        ...row,
        ...open<Head>(memberId, head),
        savedAt: toKst(savedAt),
      }));
    },

    find: ({ memberId }: Actor, place: string) => find(db, { memberId, place }),

    /**
     * Stores a state of a draft if it was made from the stored one, else returns that; the same state sent
     * again changes nothing. Throws DRAFT_LIMIT.
     */
    async save({ memberId }: Actor, place: string, save: Save): Promise<Saved> {
      const { version, excerpt, content } = save;
      const key = { memberId, place };
      const head: Head = { title: content.title, excerpt };
      const sealed = { head: close(memberId, head), content: close(memberId, content) };
      return db.transaction(async (tx) => {
        if (!(await lockLivingMember(tx, memberId))) throw new AppError('TOKEN_INVALID');
        const stored = await find(tx, key);
        const unchanged = withoutSave(stored, save);
        if (unchanged !== null) return unchanged;
        if (stored === null) await requireRoom(tx, key);
        const savedAt = clock.now();
        await storeDraft(tx, { ...key, version, ...sealed, savedAt });
        return { savedAt: toKst(savedAt), other: null };
      });
    },

    /** Does nothing without a draft. Throws DRAFT_CHANGED for another version than the stored one. */
    async remove({ memberId }: Actor, place: string, version: string): Promise<void> {
      const key = { memberId, place };
      await db.transaction(async (tx) => {
        await lockLivingMember(tx, memberId);
        const stored = await findVersion(tx, key, since());
        if (stored !== null && stored.version !== version) throw new AppError('DRAFT_CHANGED');
        await deleteDraft(tx, key, version);
      });
    },

    /** All drafts of a member in clear, for the export of an account. */
    async readAll(tx: Executor, memberId: number) {
      const rows = await readDrafts(tx, memberId);
      return rows.map(({ content, ...row }) => ({
        ...row,
        ...open<DraftContent>(memberId, content),
      }));
    },
  };
}

/** The result of a save that changes nothing; null when it is to be stored. */
function withoutSave(stored: StoredDraft | null, { version, base }: Save): Saved | null {
  const current = stored?.version ?? null;
  if (stored !== null && current === version) return { savedAt: stored.savedAt, other: null };
  return current === base ? null : { savedAt: null, other: stored };
}
