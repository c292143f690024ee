import { LIST_MEMBERS, MEMBER_LISTS, type SavedList } from '@naru/contract/audiences';
import type { CsvLineError } from '@naru/contract/fields';
import { chunksOf } from '../../db/chunks.ts';
import type { Executor, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { shownErrors } from '../../platform/csv.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import { type NamedLine, readPeopleLines } from './audiences.lines.ts';
import {
  addMembers,
  countLists,
  deleteList,
  findList,
  findPeople,
  insertList,
  isNameTaken,
  isScheduledFor,
  listLists,
  listMajors,
  listMembers,
  lockList,
  lockNames,
  removeMembers,
  renameList,
} from './audiences.repo.ts';

const UNKNOWN = '이 학번(교번)이나 이메일의 회원이 없습니다.';
const IN_USE = '예약 공지가 이 명단을 씁니다. 그 공지를 먼저 수정하거나 취소해 주세요.';
const TOO_MANY = '명단이나 명단의 회원이 너무 많습니다. 쓰지 않는 것을 삭제해 주세요.';
const tooMany = () => fieldError('people', TOO_MANY);
const NAME_TAKEN = '같은 이름의 명단이 있습니다. 다른 이름을 입력해 주세요.';

interface ListInput {
  name: string;
  people: string;
  confirmed: boolean;
}

type Deps = Pick<Tools, 'db' | 'audit'>;

export type AudiencesService = ReturnType<typeof createAudiencesService>;

/** Whom notices can be for beside years of study, and the lists of members that staff maintain for that. */
export function createAudiencesService({ db, audit }: Deps) {
  /** Saves unless lines name nobody and the caller has not confirmed that. */
  async function save(
    { people, confirmed }: ListInput,
    write: (tx: Tx, memberIds: number[]) => Promise<number>,
  ): Promise<SavedList> {
    const { memberIds, errors } = await readPeople(db, people);
    const report = { found: memberIds.length, errors: shownErrors(errors) };
    if (errors.length > 0 && !confirmed) return { saved: false, list: null, ...report };
    const id = await db.transaction(async (tx) => {
      await lockNames(tx);
      return write(tx, memberIds);
    });
    return { saved: true, list: await findList(db, id), ...report };
  }

  async function requireName(tx: Tx, name: string, except: number | null): Promise<void> {
    if (await isNameTaken(tx, name, except)) throw fieldError('name', NAME_TAKEN, 'DUPLICATE');
  }

  async function requireSize(tx: Tx, id: number): Promise<void> {
    const list = await findList(tx, id);
    if ((list?.count ?? 0) > LIST_MEMBERS) throw tooMany();
  }

  /** Names no members: the log cannot be erased. */
  const record = (tx: Tx, actor: Actor, detail: Record<string, unknown>) =>
    audit.record(tx, actor, { action: 'member.list', detail });

  return {
    async list() {
      const [majors, lists] = await Promise.all([listMajors(db), listLists(db)]);
      return { majors, lists };
    },

    /** Throws NOT_FOUND. */
    async getMembers(id: number) {
      const list = found(await findList(db, id), 'NOT_FOUND');
      return { list, members: await listMembers(db, id) };
    },

    /** Throws VALIDATION_FAILED, DUPLICATE. */
    createList: (actor: Actor, input: ListInput): Promise<SavedList> =>
      save(input, async (tx, memberIds) => {
        if ((await countLists(tx)) >= MEMBER_LISTS) throw tooMany();
        await requireName(tx, input.name, null);
        const id = await insertList(tx, input.name);
        await addMembers(tx, id, memberIds);
        await requireSize(tx, id);
        await record(tx, actor, { list: input.name, added: memberIds.length });
        return id;
      }),

    /** Throws NOT_FOUND, VALIDATION_FAILED, DUPLICATE. */
    changeList: (
      actor: Actor,
      id: number,
      input: ListInput & { removed: readonly number[] },
    ): Promise<SavedList> =>
      save(input, async (tx, memberIds) => {
        if (!(await lockList(tx, id))) throw new AppError('NOT_FOUND');
        await requireName(tx, input.name, id);
        await renameList(tx, id, input.name);
        await removeMembers(tx, id, input.removed);
        await addMembers(tx, id, memberIds);
        await requireSize(tx, id);
        const counts = { added: memberIds.length, removed: input.removed.length };
        await record(tx, actor, { list: input.name, ...counts });
        return id;
      }),

    /** Throws NOT_FOUND, and MEMBER_LIST_IN_USE while a scheduled notice is for it. */
    async removeList(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await lockList(tx, id))) throw new AppError('NOT_FOUND');
        if (await isScheduledFor(tx, id))
          throw new AppError('MEMBER_LIST_IN_USE', { message: IN_USE });
        const list = await findList(tx, id);
        await deleteList(tx, id);
        await record(tx, actor, { list: list?.name, deleted: true });
      });
    },
  };
}

/** The different members whom the lines name, and the lines that name none. */
async function readPeople(db: Executor, text: string) {
  const { lines, errors } = await readPeopleLines(text);
  const memberIds = new Set<number>();
  const unknown: CsvLineError[] = [];
  for (const some of chunksOf<NamedLine>(lines)) {
    const known = await findPeople(
      db,
      some.map(({ word }) => word),
    );
    for (const { line, word } of some) {
      const id = known.get(word);
      if (id === undefined) unknown.push({ line, message: UNKNOWN });
      else memberIds.add(id);
    }
  }
  const all = [...errors, ...unknown].toSorted((a, b) => a.line - b.line);
  return { memberIds: [...memberIds], errors: all };
}
