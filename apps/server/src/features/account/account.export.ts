import type { Readable } from 'node:stream';
import type { NotificationChoices } from '@naru/contract/account';
import { WITHDRAWN_NAME } from '@naru/contract/boards';
import type { NotificationItem } from '@naru/contract/notifications';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, kstDay, toKst } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import type { Pictures } from '../uploads/uploads.service.ts';
import {
  readCommentLikes,
  readComments,
  readConsents,
  readFavorites,
  readPictures,
  readPostLikes,
  readPosts,
  readProfile,
  readRoles,
  readScraps,
  readSessions,
  type Self,
} from './account.export.repo.ts';
import {
  readAttachments,
  readInquiries,
  readLectureAnswers,
  readLectures,
  readTimetable,
  readTimetableHours,
  readVisits,
} from './account.export-campus.repo.ts';
import { readBlocks, readFriends, readMessages, readRooms } from './account.export-people.repo.ts';
import { streamZip, type ZipPicture } from './account.zip.ts';

const PER_DAY: Limit = { max: 5, seconds: 24 * 60 * 60 };

export interface ExportDeps {
  db: Db;
  clock: Clock;
  seal: Seal;
  throttle: Throttle;
  proof: Pick<SessionsService['proof'], 'require'>;
  files: Pick<Pictures, 'open'>;
  notifications: {
    listAll(memberId: number): Promise<NotificationItem[]>;
    listChoices(member: { memberId: number }): Promise<NotificationChoices>;
  };
}

/**
 * Streams all data of the actor as a ZIP of `export.json` and pictures. Of other members it
 * contains only nicknames (friends, blocks, chat partners) and answers to own inquiries. Five a
 * day. Throws REAUTH_REQUIRED, EXPORT_THROTTLED.
 */
export function createExport(deps: ExportDeps) {
  const { db, clock, seal, throttle, proof, files, notifications } = deps;

  return async (actor: Actor): Promise<{ name: string; body: Readable }> => {
    const { memberId } = actor;
    await db.transaction(async (tx) => {
      await proof.require(tx, actor);
      await throttle.hit(tx, `export of ${memberId}`, PER_DAY, 'EXPORT_THROTTLED');
    });
    const self = { memberId, seal: seal.seal(memberId) };
    // One snapshot, so that no comment lacks its post.
    const content = await db.transaction((tx) => read(tx, self), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    const pictures = await findPictures(content.pictures);
    const now = clock.now();
    const text = JSON.stringify(
      {
        exportedAt: toKst(now),
        ...content,
        noticeChoices: await notifications.listChoices(actor),
        notices: await notifications.listAll(memberId),
        pictures: pictures.map(({ name }) => name),
      },
      null,
      2,
    );
    const name = `naru-${kstDay(now)}.zip`;
    return { name, body: streamZip([{ name: 'export.json', text }], pictures, now) };
  };

  async function read(tx: Executor, self: Self) {
    return {
      profile: dated(await readProfile(tx, self)),
      roles: (await readRoles(tx, self)).map(dated),
      consents: (await readConsents(tx, self)).map(dated),
      sessions: (await readSessions(tx, self)).map(dated),
      posts: (await readPosts(tx, self)).map(dated),
      comments: (await readComments(tx, self)).map(dated),
      likedPosts: (await readPostLikes(tx, self)).map(dated),
      likedComments: (await readCommentLikes(tx, self)).map(dated),
      scraps: (await readScraps(tx, self)).map(dated),
      favoriteBoards: (await readFavorites(tx, self)).map(dated),
      friends: (await readFriends(tx, self)).map(named).map(dated),
      blocked: (await readBlocks(tx, self)).map(named).map(dated),
      chatRooms: (await readRooms(tx, self))
        .map(({ partner, ...room }) => ({ ...room, partner: partner ?? WITHDRAWN_NAME }))
        .map(dated),
      chatMessages: (await readMessages(tx, self)).map(dated),
      inquiries: (await readInquiries(tx, self)).map(dated),
      timetable: (await readTimetable(tx, self)).map(dated),
      timetableHours: await readTimetableHours(tx, self),
      lectures: (await readLectures(tx, self)).map(dated),
      lectureAnswers: (await readLectureAnswers(tx, self)).map(dated),
      attachments: (await readAttachments(tx, self)).map(dated),
      visits: await readVisits(tx, self),
      pictures: await readPictures(tx, self),
    };
  }

  /** Skips pictures whose file is gone. */
  async function findPictures(urls: readonly string[]): Promise<ZipPicture[]> {
    const pictures: ZipPicture[] = [];
    for (const url of urls) {
      const name = url.slice('/files/'.length);
      const object = await files.open(name);
      if (object === null) continue;
      await object.close();
      pictures.push({
        name: `pictures/${name}`,
        open: async () => (await files.open(name))?.open() ?? null,
      });
    }
    return pictures;
  }
}

function named<T extends { nickname: string | null }>(row: T) {
  return { ...row, nickname: row.nickname ?? WITHDRAWN_NAME };
}

type Dated<T> = T extends Date
  ? string
  : T extends readonly (infer E)[]
    ? Dated<E>[]
    : T extends object
      ? { [K in keyof T]: Dated<T[K]> }
      : T;

/** Formats every Date like the API does. */
function dated<T>(value: T): Dated<T> {
  return convert(value) as Dated<T>;
}

function convert(value: unknown): unknown {
  if (value instanceof Date) return toKst(value);
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, convert(one)]));
}
