import type { LinkCard } from '@naru/contract/link-cards';
import type { PostDetail } from '@naru/contract/posts';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { isMasked } from '../../../domain/authorship/writer.ts';
import type { IsReadOnly } from '../../../domain/counting/counted-read.repo.ts';
import { voterIn } from '../../../domain/polls/polls.ts';
import { seesBlinded, withBlindedText } from '../../../domain/posts/blinds.ts';
import type { Actor } from '../../../platform/actor.ts';
import { kstDay, toKst } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Tools } from '../../tools.ts';
import type { Attachments } from '../../uploads/uploads.service.ts';
import type { ListMemory } from '../lists/memory.ts';
import { presentDetail, presentExpiry, presentPollOf, presentTeamOf } from '../posts.present.ts';
import { listCards, prepareReadExtras, prepareReadPost } from './read.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  memory: Pick<ListMemory, 'noteViews'>;
  cleanHtml: (html: string) => string;
  attachments: Pick<Attachments, 'listOfPost'>;
  siteStatus: { isReadOnly: IsReadOnly };
}

export function createPostReads(deps: Deps) {
  const { db, clock, seal, memory, cleanHtml, attachments } = deps;
  const readPost = prepareReadPost(db, deps.siteStatus.isReadOnly);
  const readExtras = prepareReadExtras(db);

  return {
    /**
     * Counts a view once per member and Korean day. Throws POST_NOT_FOUND for missing, deleted and
     * lecture posts.
     */
    async get(actor: Actor, id: number): Promise<PostDetail> {
      const request = { memberId: actor.memberId, postId: id, day: kstDay(clock.now()) };
      const row = await readPost({ ...viewerOf(seal, actor), ...request });
      if (row === null) throw new AppError('POST_NOT_FOUND');
      memory.noteViews(row);
      const readable = await withBlindedText(db, actor, row);
      const voter = () => voterIn(seal, id, actor.memberId);
      const extras = await readExtras(row, { ...request, voter });
      const hasFiles = row.hasFiles && (!row.isBlinded || seesBlinded(actor));
      return {
        ...presentDetail(readable, {
          content: cleanHtml(readable.content),
          attachments: hasFiles ? await attachments.listOfPost(actor, id) : [],
          extras,
        }),
        ...presentExpiry(row, clock.now()),
        ...presentTeamOf(row, clock.now()),
        ...presentPollOf(row, {
          poll: extras.poll,
          now: clock.now(),
          seesBlinded: seesBlinded(actor),
        }),
      };
    },

    /**
     * Cards of posts that other posts link to, oldest first; leaves out what the actor may not read, as if
     * it did not exist.
     */
    async listCards(actor: Actor, ids: readonly number[]): Promise<LinkCard[]> {
      const rows = await listCards(db, viewerOf(seal, actor), ids);
      return rows
        .filter((row) => !isMasked(row))
        .map(({ lectureId, createdAt, isBlocked: _, isAnswered, ...row }) => ({
          ...row,
          lectureRoomId: lectureId,
          createdDate: toKst(createdAt),
          answered: isAnswered,
        }));
    },
  };
}
