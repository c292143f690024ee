import { BOARDS, type BoardType, isNoticeBoard } from '@naru/contract/boards';
import { LIMITS } from '@naru/contract/limits';
import type { PostInput } from '@naru/contract/posts';
import { TEXTS } from '@naru/contract/texts';
import type { Tx } from '../../../db/client.ts';
import { viewerOf } from '../../../domain/access/room-access.ts';
import { anonymityOf, notAllowed, requireSameAnonymity } from '../../../domain/posts/anonymity.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import type { AuditService } from '../../audit/audit.service.ts';
import type { NotificationsService } from '../../notifications/notifications.service.ts';
import type { SettingsService } from '../../settings/settings.service.ts';
import type { Tools } from '../../tools.ts';
import { findOwnPictures, findPostAccess } from '../items/change.repo.ts';
import type { PinNew } from '../items/place.ts';
import { lockGroups } from '../notices/notices.repo.ts';
import { createMustReadMarks, newTitle, noticeValues } from '../notices/notices.ts';
import { authoriseChange, authoriseWrite } from '../posts.policy.ts';
import {
  checkGroups,
  checkHead,
  checkPoll,
  headChoice,
  lectureTagValues,
  marketValues,
  storePoll,
} from './parts.ts';
import { type PostStoring, type PostText, readText } from './storing.ts';
import { checkTeam, storeTeam } from './team.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  storing: PostStoring;
  pinNew: PinNew;
  notifications: Pick<NotificationsService, 'noticePosted' | 'threadChanged' | 'teamDecided'>;
  audit: Pick<AuditService, 'record'>;
  settings: Pick<SettingsService, 'holdAnonymousBoards'>;
}

interface Publication {
  /** Of the scheduled notice; null for a post of another feature. */
  id: number | null;
  /** Last Korean day of its pin. */
  pinUntil: string | null;
  /** What belongs to it, first in the transaction of the post; throwing cancels it. */
  take: (tx: Tx) => Promise<void>;
}

/** Stores what another feature has of the post, in its transaction. */
type StoreOthers = (tx: Tx, postId: number) => Promise<void>;

export function createPostWriting(deps: Deps) {
  const { db, clock, seal, storing, pinNew, notifications, settings } = deps;
  const markMustRead = createMustReadMarks(deps);

  /** Throws what `create` throws before anything is stored. */
  async function readNew(actor: Actor, input: PostInput, from: Date) {
    const { boardType } = input;
    const writable = authoriseWrite(boardType, actor);
    const notice = noticeValues(input, from, clock.now());
    const { isAnonymous, isChosen } = anonymityOf(input);
    checkPoll(input, { isAnonymous, from, now: clock.now() });
    checkTeam(input, { isNew: true });
    const draft = {
      market: marketValues(input, { isNew: true }),
      ...(await readInput(input)),
      tag: lectureTagValues(input),
      head: headChoice(input),
      notice,
      title: newTitle(input, notice),
      attachments: input.attachments,
      isAnonymous,
      ...(isChosen && { allow: (tx: Tx) => requireAllowed(tx, boardType) }),
      clientId: input.clientId ?? null,
    };
    return { writable, draft };
  }

  /** Throws VALIDATION_FAILED unless an ADMIN allows anonymous posts on the board until `tx` ends. */
  async function requireAllowed(tx: Tx, boardType: BoardType): Promise<void> {
    const boards = await settings.holdAnonymousBoards(tx);
    if (!boards.includes(boardType)) throw notAllowed();
  }

  async function storeParts(tx: Tx, actor: Actor, input: PostInput, postId: number) {
    const { boardType, mustRead, poll } = input;
    await storeTeam(tx, postId, input, clock.now());
    if (poll) await storePoll(tx, postId, poll);
    if (!isNoticeBoard(boardType)) return;
    await notifications.noticePosted(tx, { postId, actorId: actor.memberId });
    await markMustRead(tx, actor, postId, { mustRead, isOpened: false });
  }

  return {
    /**
     * Returns the first id for the same post sent again within 5 seconds or with its client id. `storeOthers`:
     * of the feature that owns the board, without which no petition is stored. Throws BOARD_NOT_WRITABLE, WRITE_DENIED, MARKET_DENIED, IMAGE_NOT_READY, ATTACHMENT_NOT_READY,
     * POST_THROTTLED and VALIDATION_FAILED.
     */
    async create(actor: Actor, input: PostInput, storeOthers?: StoreOthers): Promise<number> {
      if (BOARDS[input.boardType].form === 'petition' && storeOthers === undefined)
        throw new AppError('BOARD_NOT_WRITABLE');
      const { writable, draft } = await readNew(actor, input, clock.now());
      return storing.store(actor, writable, draft, async (tx, postId) => {
        await storeParts(tx, actor, input, postId);
        await storeOthers?.(tx, postId);
      });
    },

    /** Checks a post that is to appear at `from`; returns its title and uploads. Throws like `create`. */
    async check(actor: Actor, input: PostInput, from: Date) {
      const { draft } = await readNew(actor, input, from);
      const { title, imageUrls, attachments } = draft;
      return { title, imageUrls, attachments };
    },

    /**
     * The part of `check` that needs the database; `former` is what was checked before, whose head may be
     * retired since. Throws VALIDATION_FAILED.
     */
    async checkStored(
      tx: Tx,
      input: PostInput,
      former: Pick<PostInput, 'headId' | 'groups'> | null,
    ): Promise<void> {
      await checkHead(tx, headChoice(input), former && { headId: former.headId });
      await checkGroups(tx, input.groups, former && { groups: former.groups });
    },

    /**
     * Creates a scheduled post, or one that comes with a change elsewhere: not limited in rate, and never taken for a double submit, so its client
     * id is dropped.
     */
    async publish(actor: Actor, input: PostInput, publication: Publication): Promise<number> {
      const { writable, draft } = await readNew(actor, input, clock.now());
      const { pinUntil, ...scheduled } = publication;
      const post = { ...draft, clientId: null, scheduled };
      return storing.store(actor, writable, post, async (tx, id) => {
        await storeParts(tx, actor, input, id);
        const { boardType } = input;
        if (pinUntil !== null) await pinNew(tx, actor, { id, boardType }, pinUntil);
      });
    },

    /**
     * Changes a post but neither its board nor whether its author is hidden. Throws POST_NOT_FOUND, also for
     * lecture posts, PERMISSION_DENIED unless the actor is the author, and what `create` throws.
     */
    async update(actor: Actor, postId: number, input: PostInput): Promise<void> {
      const viewer = viewerOf(seal, actor);
      const found = await findPostAccess(db, viewer, postId);
      if (found === null || found.lectureId !== null) throw new AppError('POST_NOT_FOUND');
      const post = authoriseChange(found, viewer);
      const { boardType } = input;
      if (boardType !== found.boardType) throw fieldError('boardType', TEXTS.boardFixed);
      requireSameAnonymity(input, found);
      authoriseWrite(boardType, actor);
      checkPoll(input, { ...post, from: null, now: clock.now() });
      checkTeam(input, { isNew: false });
      const notice = noticeValues(input, null, clock.now());
      let isOpened = false;
      const draft = {
        market: marketValues(input, { isNew: false }),
        notice,
        tag: lectureTagValues(input),
        head: headChoice(input),
        ...(await readInput(input, await findOwnPictures(db, post))),
        title: input.title,
        attachments: input.attachments,
        ...(notice.audienceGroups === null && {
          before: async (tx: Tx) => {
            isOpened = await lockGroups(tx, postId);
          },
        }),
      };
      await storing.change(actor, post, draft, async (tx, _, emit) => {
        await storePoll(tx, postId, input.poll);
        const to = await storeTeam(tx, postId, input, clock.now());
        await notifications.teamDecided(tx, emit, { postId, to, outcome: 'ENDED' });
        const isOther = await markMustRead(tx, actor, postId, {
          mustRead: input.mustRead,
          isOpened,
        });
        const part = isOther ? 'mustRead' : 'text';
        await notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId, part });
      });
    },
  };
}

/** `stored` are the pictures of a post that changes, without those of its text. */
async function readInput(input: PostInput, stored: readonly string[] = []): Promise<PostText> {
  const isItem = BOARDS[input.boardType].form === 'item';
  const required = isItem ? TEXTS.marketRequired : TEXTS.postRequired;
  const text = await readText(input, required, stored);
  if (isItem && text.imageUrls.length > LIMITS.itemPictures) {
    throw fieldError('imageUrls', TEXTS.imageMarketMax);
  }
  if (isItem && input.attachments?.length) throw fieldError('attachments', TEXTS.attachmentItem);
  return text;
}
