import type { HeadBoard } from '@naru/contract/boards';
import {
  type BoardHeads,
  HEAD_BOARDS,
  type HeadSettings,
  type HeadsOfBoard,
} from '@naru/contract/heads';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Executor, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { fieldError } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { insertHeads, listHeads, setRequired, storeHeads } from './settings.repo.ts';

export type HeadsService = ReturnType<typeof createHeadsService>;

/** The heads of boards. One that is retired stays on its posts, so none is ever deleted. */
export function createHeadsService({ db, audit }: Pick<Tools, 'db' | 'audit'>) {
  return {
    /** Those that writers may choose, of the boards that have some. */
    async listChoosable(): Promise<BoardHeads[]> {
      const all = await read(db);
      return HEAD_BOARDS.map((boardType) => ({
        boardType,
        isRequired: all[boardType].isRequired,
        heads: all[boardType].heads.flatMap(({ id, name, isRetired }) =>
          id === null || isRetired ? [] : { id, name },
        ),
      })).filter(({ heads }) => heads.length > 0);
    },

    /** All of them, retired ones too. */
    read,

    /**
     * Replaces `stored`, the heads of all boards, while the caller holds the lock of the settings; the audit
     * log gets one entry per changed board. Stored heads that are left out are retired. Throws
     * VALIDATION_FAILED for ids of other boards, and for names and numbers that retired ones collide with.
     */
    async replace(
      tx: Tx,
      actor: Actor,
      { stored, input }: { stored: HeadSettings; input: HeadSettings },
    ): Promise<void> {
      for (const boardType of HEAD_BOARDS) {
        const before = stored[boardType];
        const after = completed(boardType, input[boardType], before);
        if (JSON.stringify(before) === JSON.stringify(after)) continue;
        await store(tx, boardType, after, before);
        const detail = {
          setting: 'heads',
          boardType,
          before: lineOf(before),
          after: lineOf(after),
        };
        await audit.record(tx, actor, { action: 'setting.update', detail });
      }
    },
  };
}

async function read(db: Executor): Promise<HeadSettings> {
  const rows = await listHeads(db);
  const entries = HEAD_BOARDS.map((boardType) => {
    const own = rows.filter((row) => row.boardType === boardType);
    const heads = own.map(({ id, name, place }) => ({ id, name, isRetired: place === null }));
    return [boardType, { isRequired: own.some(({ isRequired }) => isRequired), heads }];
  });
  return Object.fromEntries(entries) as HeadSettings;
}

/** What is to be stored, in the order in which it is read: retired ones last, by age. */
function completed(boardType: HeadBoard, input: HeadsOfBoard, stored: HeadsOfBoard): HeadsOfBoard {
  const known = new Set(stored.heads.map(({ id }) => id));
  const ids = input.heads.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length || !ids.every((id) => known.has(id))) {
    throw fieldError(`heads.${boardType}.heads`, TEXTS.valueInvalid);
  }
  const others = stored.heads.filter(({ id }) => id !== null && !ids.includes(id));
  // A new one with the name of one that is left out is that one.
  const sent = input.heads
    .map((head) => ({
      ...head,
      id: head.id ?? others.find(({ name }) => name === head.name)?.id ?? null,
    }))
    .filter(({ id, isRetired }) => id !== null || !isRetired);
  const leftOut = others
    .filter((other) => !sent.some(({ id }) => id === other.id))
    .map((head) => ({ ...head, isRetired: true }));
  const heads = [...sent, ...leftOut];
  if (new Set(heads.map(({ name }) => name)).size < heads.length) {
    throw fieldError(`heads.${boardType}.heads`, TEXTS.headTwice);
  }
  if (heads.length > LIMITS.headsKept)
    throw fieldError(`heads.${boardType}.heads`, TEXTS.headsKept);
  const retired = heads.filter(({ isRetired }) => isRetired);
  const chosen = heads.filter(({ isRetired }) => !isRetired);
  const byAge = retired.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0));
  return { isRequired: input.isRequired && chosen.length > 0, heads: [...chosen, ...byAge] };
}

async function store(
  tx: Tx,
  boardType: HeadBoard,
  after: HeadsOfBoard,
  before: HeadsOfBoard,
): Promise<void> {
  const former = new Map(before.heads.map(({ id, name }) => [id, name]));
  const placed = after.heads.map(({ id, name, isRetired }, at) => ({
    id,
    name,
    place: isRetired ? null : at + 1,
  }));
  const retained = placed.flatMap(({ id, ...head }) => (id === null ? [] : { id, ...head }));
  const renamed = retained.filter(({ id, name }) => former.get(id) !== name).map(({ id }) => id);
  await storeHeads(tx, boardType, retained, renamed);
  const added = placed.filter(({ id }) => id === null);
  await insertHeads(
    tx,
    added.map(({ name, place }) => ({ boardType, name, place })),
  );
  await setRequired(tx, boardType, after.isRequired);
}

/** As the audit log shows the heads of a board. */
function lineOf({ isRequired, heads }: HeadsOfBoard): string {
  const names = (isRetired: boolean) =>
    heads.filter((head) => head.isRetired === isRetired).map(({ name }) => name);
  const [chosen, retired] = [names(false), names(true)];
  return [
    chosen.length === 0 ? '없음' : chosen.join(', '),
    ...(isRequired ? ['꼭 고름'] : []),
    ...(retired.length === 0 ? [] : [`쓰지 않음: ${retired.join(', ')}`]),
  ].join(' · ');
}
