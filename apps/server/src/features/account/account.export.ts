import type { Readable } from 'node:stream';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay, toKst } from '../../platform/clock.ts';
import {
  readAlertWords,
  readCommentLikes,
  readComments,
  readConsents,
  readFavorites,
  readFollows,
  readLinkedIdentities,
  readPictures,
  readPostLikes,
  readPosts,
  readProfile,
  readPushDevices,
  readRoles,
  readScraps,
  readSecondFactor,
  readSessions,
  readStudentProofs,
  readVisits,
  type Self,
} from './account.export.repo.ts';
import { readCampus } from './account.export-campus.repo.ts';
import { jsonParts, streamZip, type ZipPicture } from './account.export-file.ts';
import { readAnswers, readPeople } from './account.export-people.repo.ts';
import { readPetitions } from './account.export-petitions.repo.ts';
import type { AccountDeps } from './account.removal.ts';

/**
 * Streams all data of the actor as a ZIP of `export.json` and pictures. Of other members it
 * contains only nicknames (friends, blocks, chat partners) and answers to own inquiries. Five a
 * day. Throws REAUTH_REQUIRED, EXPORT_THROTTLED.
 */
export function createExport(deps: AccountDeps) {
  const { db, clock, seal, throttle, memberRates, sessions, files, chatFiles } = deps;
  const { notifications, push, digest, drafts, feeds } = deps;

  return async (actor: Actor): Promise<{ name: string; body: Readable }> => {
    const { memberId } = actor;
    await db.transaction(async (tx) => {
      await sessions.proof.require(tx, actor);
      await throttle.hit(tx, `export of ${memberId}`, memberRates.exports, 'EXPORT_THROTTLED');
    });
    const self = { memberId, seal: seal.seal(memberId), markKey: seal.markKey(memberId) };
    // One snapshot, so that no comment lacks its post.
    const content = await db.transaction((tx) => read(tx, self), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    const pictures = [
      ...(await findPictures(content.pictures)),
      ...sentPictures(memberId, content.chatMessages),
    ];
    const now = clock.now();
    const parts = jsonParts({
      exportedAt: toKst(now),
      ...content,
      noticeChoices: await notifications.listChoices(actor),
      pushChoices: await push.listChoices(memberId),
      digest: await digest.getDigest(actor),
      feeds: await feeds.listOwn(actor),
      notices: await notifications.listAll(memberId),
      pictures: pictures.map(({ name }) => name),
    });
    const name = `naru-${kstDay(now)}.zip`;
    return { name, body: streamZip([{ name: 'export.json', parts }], pictures, now) };
  };

  async function read(tx: Executor, self: Self) {
    return {
      profile: await readProfile(tx, self),
      roles: await readRoles(tx, self),
      consents: await readConsents(tx, self),
      studentProofs: await readStudentProofs(tx, self),
      sessions: await readSessions(tx, self),
      secondFactor: await readSecondFactor(tx, self),
      linkedIdentities: await readLinkedIdentities(tx, self),
      pushDevices: await readPushDevices(tx, self),
      posts: await readPosts(tx, self),
      comments: await readComments(tx, self),
      likedPosts: await readPostLikes(tx, self),
      likedComments: await readCommentLikes(tx, self),
      scraps: await readScraps(tx, self),
      favoriteBoards: await readFavorites(tx, self),
      drafts: await drafts.readAll(tx, self.memberId),
      boardVisits: await readVisits(tx, self),
      follows: await readFollows(tx, self),
      alertWords: await readAlertWords(tx, self),
      ...(await readPetitions(tx, seal, self.memberId)),
      ...(await readPeople(tx, self)),
      ...(await readCampus(tx, self)),
      ...(await readAnswers(tx, self, seal)),
      pictures: await readPictures(tx, self),
    };
  }

  function sentPictures(
    memberId: number,
    messages: readonly { id: number; picture: string | null }[],
  ): ZipPicture[] {
    return messages.flatMap(({ id, picture }) =>
      picture === null
        ? []
        : {
            name: picture,
            open: async () => (await chatFiles.openSent(memberId, id))?.open() ?? null,
          },
    );
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
