import type { BoardType } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import { sortYears, yearsOfTitle } from '@naru/contract/notice-audience';
import { type PostInput, postBody } from '@naru/contract/posts';
import type { ScheduleInput } from '@naru/contract/scheduled-notices';
import { TEXTS } from '@naru/contract/texts';
import type { Executor, Tx } from '../../db/client.ts';
import { viewerOf } from '../../domain/access/room-access.ts';
import { requireVersion, versionOf } from '../../domain/edits/versions.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, addSeconds, DAY_MS, kstDay } from '../../platform/clock.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import type { UploadsService } from '../uploads/uploads.service.ts';
import { authoriseSchedule, schedulableBoards } from './scheduled-notices.policy.ts';
import { editedPart, presentForEditing, presentScheduled } from './scheduled-notices.present.ts';
import { createPublishing, type PublishDeps } from './scheduled-notices.publish.ts';
import {
  countScheduled,
  deleteScheduled,
  findHead,
  findScheduled,
  insertScheduled,
  listOfTime,
  listScheduled,
  lockSchedule,
  lockScheduled,
  type ScheduledRow,
  type ScheduledValues,
  updateScheduled,
} from './scheduled-notices.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'audit' | 'seal'>, PublishDeps {
  posts: Pick<PostsService, 'check' | 'checkStored' | 'publish'>;
  uploads: Pick<UploadsService, 'pictures' | 'attachments' | 'handOver' | 'ownCopies'>;
}

export type ScheduledNoticesService = ReturnType<typeof createScheduledNoticesService>;

/** Notices that are stored as the body of a post until a job publishes them. */
export function createScheduledNoticesService(deps: Deps) {
  const { db, clock, audit, seal, posts, uploads, notifications } = deps;
  const { pictures, attachments, handOver } = uploads;

  /** Throws VALIDATION_FAILED for a time in the past or too far ahead, or another pin. */
  function timesOf({ pinUntil = null, publishAt: at }: ScheduleInput) {
    const publishAt = new Date(at);
    const now = clock.now();
    const latest = addSeconds(now, (LIMITS.scheduleDays * DAY_MS) / 1000);
    if (publishAt <= now || publishAt > latest) {
      throw fieldError('publishAt', TEXTS.publishAtRange);
    }
    requirePin(pinUntil, publishAt);
    return { pinUntil, publishAt };
  }

  /** The values to store, and the uploads of the post. Throws what creating the post would throw. */
  async function read(actor: Actor, post: PostInput, times: Times) {
    const { title, ...files } = await posts.check(actor, post, times.publishAt);
    const body: PostInput = { ...post, ...namedPictures(post), title, years: yearsOf(post) };
    const authorId = actor.memberId;
    const values: ScheduledValues = { authorId, body, ...times, updatedAt: clock.now() };
    return { values, files };
  }

  /**
   * `read`, and `copy`, which returns the same with copies of the pictures and files that something else of the actor
   * has: what is refused leaves none. `id` is that of the notice.
   */
  async function readOwn(actor: Actor, post: PostInput, times: Times, id: number | null) {
    const given = await read(actor, post, times);
    const [self, draft] = [viewerOf(seal, actor), draftOf(post)];
    const use = { postId: null, scheduledId: id };
    const { isNeeded, isSame } = await uploads.ownCopies.plan(self, draft, use);
    const copy = async () => {
      if (!isNeeded) return given;
      const own = await uploads.ownCopies.ofDraft(self, draft, use);
      const { content, imageUrls, attachments } = own;
      const copied = { content: content.html, imageUrls, attachments, pictures: undefined };
      return read(actor, { ...post, ...copied }, times);
    };
    return { ...given, isSame, copy };
  }

  /** Finds the notice that the author sent before; pictures and files of a copy have other names. */
  async function findDuplicate(
    executor: Executor,
    values: ScheduledValues,
    isSame: (stored: string, given: string) => boolean,
  ): Promise<number | null> {
    const rows = await listOfTime(executor, values);
    return rows.find(({ body, given }) => isSame(body, given))?.id ?? null;
  }

  /** `former` is what the notice was before, whose pictures and files the actor takes over. */
  async function holdFiles(
    tx: Tx,
    actor: Actor,
    files: { imageUrls: readonly string[]; attachments: readonly string[] | undefined },
    former: ScheduledRow | null,
  ): Promise<void> {
    if (former !== null && former.authorId !== actor.memberId) {
      const text = JSON.stringify(former.body);
      await handOver(tx, { from: former.authorId, to: actor.memberId, text });
    }
    for (const url of files.imageUrls.toSorted()) {
      if (!(await pictures.isReadyOf(tx, actor, url))) throw new AppError('IMAGE_NOT_READY');
    }
    if (!(await attachments.areReadyOf(tx, actor, files.attachments ?? []))) {
      throw new AppError('ATTACHMENT_NOT_READY');
    }
  }

  const detailOf = ({ body, publishAt }: Pick<ScheduledRow, 'body' | 'publishAt'>) => ({
    boardType: body.boardType,
    title: body.title,
    publishAt: publishAt.toISOString(),
  });

  const { publishDue, publishRow } = createPublishing(deps);

  return {
    publishDue,

    /** Throws BOARD_NOT_WRITABLE and WRITE_DENIED. */
    async countReach(
      actor: Actor,
      boardType: BoardType,
      chosen: { years: readonly number[]; groups: readonly string[] },
    ) {
      authoriseSchedule(boardType, actor);
      const years = sortYears(chosen.years);
      return notifications.countReach(actor, {
        years: years.length === 0 ? null : years,
        groups: chosen.groups.length === 0 ? null : chosen.groups,
      });
    },

    async list(actor: Actor) {
      return (await listScheduled(db, schedulableBoards(actor))).map(presentScheduled);
    },

    /** Throws SCHEDULED_NOTICE_NOT_FOUND and WRITE_DENIED. */
    async get(actor: Actor, id: number) {
      const row = found(await findScheduled(db, id), 'SCHEDULED_NOTICE_NOT_FOUND');
      authoriseSchedule(row.boardType, actor);
      const files = await attachments.listUnused(db, row.authorId, row.body.attachments ?? []);
      const head = await findHead(db, row);
      return { ...presentForEditing(row), ...(head && { head }), attachments: files };
    },

    /**
     * Returns the first id for the same notice sent again. Throws what creating the post would throw,
     * SCHEDULE_LIMIT, and VALIDATION_FAILED for a time in the past or too far ahead.
     */
    async schedule(actor: Actor, input: ScheduleInput): Promise<number> {
      const board = authoriseSchedule(input.post.boardType, actor);
      const {
        values: given,
        isSame,
        copy,
      } = await readOwn(actor, input.post, timesOf(input), null);
      const earlier = await findDuplicate(db, given, isSame);
      if (earlier !== null) return earlier;
      const { values, files } = await copy();
      return db.transaction(async (tx) => {
        await lockSchedule(tx, board);
        const duplicate = await findDuplicate(tx, given, isSame);
        if (duplicate !== null) return duplicate;
        if ((await countScheduled(tx, board)) >= LIMITS.scheduledPerBoard) {
          throw new AppError('SCHEDULE_LIMIT');
        }
        await posts.checkStored(tx, input.post, null);
        await holdFiles(tx, actor, files, null);
        const id = await insertScheduled(tx, board, values);
        await audit.record(tx, actor, { action: 'post.schedule', detail: detailOf(values) });
        return id;
      });
    },

    /** Also throws SCHEDULED_NOTICE_NOT_FOUND, once it is published, and EDIT_CONFLICT. */
    async reschedule(actor: Actor, id: number, input: ScheduleInput): Promise<void> {
      const stored = found(await findScheduled(db, id), 'SCHEDULED_NOTICE_NOT_FOUND');
      authoriseSchedule(stored.boardType, actor);
      const post = withStored(input.post, stored.body);
      const { pinUntil = stored.pinUntil } = input;
      const times = timesOf({ ...input, pinUntil });
      const { copy } = await readOwn(actor, post, times, id);
      const { values, files } = await copy();
      await db.transaction(async (tx) => {
        const row = found(await lockScheduled(tx, id), 'SCHEDULED_NOTICE_NOT_FOUND');
        const board = authoriseSchedule(row.boardType, actor);
        if (input.post.boardType !== row.boardType) {
          throw fieldError('boardType', TEXTS.boardFixed);
        }
        requireVersion(input.version, editedPart(row));
        await posts.checkStored(tx, post, row.body);
        await holdFiles(tx, actor, files, row);
        await updateScheduled(tx, board, id, values);
        await audit.record(tx, actor, { action: 'post.reschedule', detail: detailOf(values) });
      });
    },

    /**
     * Publishes one at once, such as one that was too late; a pin that is over is dropped and the caller becomes the
     * author. Throws SCHEDULED_NOTICE_NOT_FOUND, and what creating the post would throw.
     */
    async publishNow(actor: Actor, id: number): Promise<void> {
      const stored = found(await findScheduled(db, id), 'SCHEDULED_NOTICE_NOT_FOUND');
      authoriseSchedule(stored.boardType, actor);
      const publishAt = clock.now();
      const { pinUntil: until } = stored;
      const pinUntil = until !== null && until >= kstDay(publishAt) ? until : null;
      const post = postBody.parse(stored.body);
      const { copy } = await readOwn(actor, post, { pinUntil, publishAt }, id);
      const { values, files } = await copy();
      const row = await db.transaction(async (tx) => {
        const locked = found(await lockScheduled(tx, id), 'SCHEDULED_NOTICE_NOT_FOUND');
        const board = authoriseSchedule(locked.boardType, actor);
        requireVersion(versionOf(editedPart(stored)), editedPart(locked));
        await holdFiles(tx, actor, files, locked);
        await updateScheduled(tx, board, id, values);
        await audit.record(tx, actor, { action: 'post.publish-now', detail: detailOf(values) });
        return lockScheduled(tx, id);
      });
      await publishRow(found(row, 'SCHEDULED_NOTICE_NOT_FOUND'));
    },

    /** Throws SCHEDULED_NOTICE_NOT_FOUND and WRITE_DENIED. */
    async cancel(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const row = found(await lockScheduled(tx, id), 'SCHEDULED_NOTICE_NOT_FOUND');
        await deleteScheduled(tx, authoriseSchedule(row.boardType, actor), id);
        await audit.record(tx, actor, { action: 'post.unschedule', detail: detailOf(row) });
      });
    },
  };
}

type Times = Pick<ScheduledValues, 'pinUntil' | 'publishAt'>;

const picturesOf = ({ imageUrls, pictures }: PostInput) =>
  [imageUrls ?? [], pictures ?? []].flat(2);

const draftOf = (post: PostInput) => ({
  content: { html: post.content },
  imageUrls: picturesOf(post),
  attachments: post.attachments,
});

/** The pictures beside a text as posts have them. */
function namedPictures(post: PostInput): Pick<PostInput, 'imageUrls' | 'pictures'> {
  const [first = [], ...pictures] = picturesOf(post);
  return { imageUrls: first, pictures };
}

/** The post with the stored values of what it does not name; years in its title are named, and a list is all pictures. */
function withStored(post: PostInput, { years, ...stored }: PostInput): PostInput {
  const all = Array.isArray(post.imageUrls) ? { pictures: [], ...post } : post;
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  const named = post.years ?? yearsOfTitle(post.title);
  return { ...stored, ...(named === null && { years }), ...Object.fromEntries(given) } as PostInput;
}

function yearsOf({ title, years }: PostInput): number[] {
  return years ? sortYears(years) : (yearsOfTitle(title) ?? []);
}

function requirePin(until: string | null, publishAt: Date): void {
  if (until === null) return;
  const first = kstDay(publishAt);
  if (until < first || until > addDays(first, LIMITS.pinDays)) {
    throw fieldError('pinUntil', TEXTS.scheduledPinRange);
  }
}
