import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '@naru/contract/limits';
import type { PrivateEntry, PrivateEntryInput } from '@naru/contract/private-entries';
import type { Tx } from '../../db/client.ts';
import { lockTimetable } from '../../domain/timetables/timetable-locks.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { toSchedule, toSlot } from './lectures.present.ts';
import type { TermFilter } from './lectures.read.repo.ts';
import {
  countEntries,
  deleteEntries,
  type EntryRow,
  findEntry,
  insertEntry,
  listEntries,
  replaceEntrySlots,
  updateEntry,
} from './private-entries.repo.ts';
import { findConflictsOf } from './timetable.repo.ts';

export function createPrivateEntries({ db, clock }: Pick<Tools, 'db' | 'clock'>) {
  /** Needs the lock on the timetable. Throws ENTRIES_FULL, ENTRY_OVERLAP. */
  async function check(tx: Tx, memberId: number, input: PrivateEntryInput, id?: number) {
    const { year, semester } = input;
    const isHere = id === undefined ? false : await isOfTerm(tx, memberId, id, input);
    if (!isHere && (await countEntries(tx, memberId, input)) >= LIMITS.entriesPerTerm) {
      throw new AppError('ENTRIES_FULL');
    }
    const slots = input.times.map(toSlot);
    const conflicts = await findConflictsOf(tx, memberId, { year, semester, slots }, id);
    if (conflicts.length > 0) throw new AppError('ENTRY_OVERLAP', { conflicts });
    return slots;
  }

  /** Throws ENTRY_NOT_FOUND. */
  async function isOfTerm(tx: Tx, memberId: number, id: number, term: PrivateEntryInput) {
    const entry = await requireEntry(tx, memberId, id);
    return entry.year === term.year && entry.semester === term.semester;
  }

  async function requireEntry(tx: Tx, memberId: number, id: number): Promise<EntryRow> {
    const entry = await findEntry(tx, memberId, id);
    if (entry === null) throw new AppError('ENTRY_NOT_FOUND');
    return entry;
  }

  return {
    async listEntries({ memberId }: Actor, filter: TermFilter): Promise<PrivateEntry[]> {
      return (await listEntries(db, memberId, filter)).map(presentEntry);
    },

    /**
     * Returns what is stored when the same is sent again, as its response may have been lost. Throws ENTRIES_FULL,
     * and ENTRY_OVERLAP with what else is at that time.
     */
    async createEntry({ memberId }: Actor, input: PrivateEntryInput): Promise<PrivateEntry> {
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const own = await listEntries(tx, memberId, input);
        const same = own.find((entry) => isSame(entry, input));
        if (same) return presentEntry(same);
        const slots = await check(tx, memberId, input);
        const { times: _, ...values } = input;
        const id = await insertEntry(tx, { ...values, memberId, createdAt: clock.now() });
        await replaceEntrySlots(tx, id, slots);
        return presentEntry(await requireEntry(tx, memberId, id));
      });
    },

    /** Throws ENTRY_NOT_FOUND, ENTRIES_FULL for another term, and ENTRY_OVERLAP. */
    async updateEntry(actor: Actor, id: number, input: PrivateEntryInput): Promise<PrivateEntry> {
      const { memberId } = actor;
      return db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        const slots = await check(tx, memberId, input, id);
        const { times: _, ...values } = input;
        await updateEntry(tx, id, { ...values, updatedAt: clock.now() });
        await replaceEntrySlots(tx, id, slots);
        return presentEntry(await requireEntry(tx, memberId, id));
      });
    },

    /** Throws ENTRY_NOT_FOUND. */
    async removeEntry({ memberId }: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        await lockTimetable(tx, memberId);
        if ((await deleteEntries(tx, memberId, [id])) === 0) throw new AppError('ENTRY_NOT_FOUND');
      });
    },
  };
}

/** Two of them would overlap, so it is the same one. */
function isSame(entry: EntryRow, { title, place, themeColor, times }: PrivateEntryInput): boolean {
  const isNamedSo =
    entry.title === title && entry.place === place && entry.themeColor === themeColor;
  return isNamedSo && isDeepStrictEqual(entry.slots, times.map(toSlot));
}

function presentEntry({ slots, createdAt: _, updatedAt: __, ...entry }: EntryRow): PrivateEntry {
  return { ...entry, schedules: slots.map(toSchedule) };
}
