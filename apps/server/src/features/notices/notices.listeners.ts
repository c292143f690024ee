import type { NoticeSubType } from '@naru/contract/notices';
import pLimit from 'p-limit';
import type { Db, Tx } from '../../db/client.ts';
import type { DomainEventHub, DomainEvents } from '../../platform/domain-events.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Limit, Throttle } from '../../platform/throttle.ts';
import { createAudience } from './notices.audience.ts';
import { listenForRooms } from './notices.rooms.ts';
import type { NoticesService } from './notices.service.ts';
import {
  countCommentLikes,
  countPostLikes,
  findCommentSource,
  findPostSource,
} from './notices.sources.repo.ts';
import { NOTICE_TEXTS, postUrl } from './notices.texts.ts';

/** Events dealt with at the same time: a flood of likes leaves connections to the readers. */
const AT_ONCE = 4;
/** A member who likes, unlikes and likes again is told of once a day. */
const LIKE_LIMIT: Limit = { max: 1, seconds: 24 * 60 * 60 };

interface Deps {
  db: Db;
  live: Live;
  seal: Seal;
  throttle: Throttle;
  events: DomainEventHub;
  notices: Pick<NoticesService, 'tell' | 'tellEverybody'>;
}

/** Who is told of what: docs/notices.md holds the table. */
export function listenForNotices({ db, live, seal, throttle, events, notices }: Deps): void {
  const audience = createAudience({ seal, tell: notices.tell });
  const inTurn = pLimit(AT_ONCE);
  const on: DomainEventHub['on'] = (name, handler) =>
    events.on(name, (event) => inTurn(async () => handler(event)));

  listenForRooms({ db, live, on, audience, notices });

  on('comment-created', async ({ commentId, actorId }) => {
    const comment = await findCommentSource(db, commentId);
    if (comment === null) return;
    const { post } = comment;
    const subject = await audience.subjectOf(db, post, actorId);
    const { isReply } = comment;
    await live.transaction(async (tx, emit) => {
      await audience.tellAbout(tx, emit, {
        to: isReply ? comment.answered : [post.author],
        post,
        actorId,
        type: 'comment',
        ...(isReply && { subType: 'reply' }),
        content: isReply ? NOTICE_TEXTS.reply(subject) : NOTICE_TEXTS.comment(subject),
        targetUrl: postUrl(post, commentId),
      });
      await audience.refreshPages(tx, emit, { post, actorId });
    });
  });

  on('thread-changed', async ({ postId, actorId }) => {
    const post = await findPostSource(db, postId);
    if (post === null) return;
    await live.transaction((tx, emit) => audience.refreshPages(tx, emit, { post, actorId }));
  });

  on('post-liked', async ({ postId, actorId }) => {
    const post = await findPostSource(db, postId);
    const [memberId] = post === null ? [] : audience.membersOf([post.author]);
    if (post === null || memberId === undefined || memberId === actorId) return;
    const subject = await audience.subjectOf(db, post, actorId);
    await live.transaction(async (tx, emit) => {
      if (await isFirstLike(tx, `post ${postId} ${actorId}`)) {
        await audience.tellAbout(tx, emit, {
          to: [post.author],
          post,
          actorId,
          type: 'like',
          content: async (lockedTx) =>
            NOTICE_TEXTS.postLike(subject, await countPostLikes(lockedTx, postId, memberId)),
          targetUrl: postUrl(post),
          groupKey: `like post ${postId}`,
        });
      }
      await emit(memberId, { type: 'post', postId });
    });
  });

  on('comment-liked', async ({ commentId, actorId }) => {
    const comment = await findCommentSource(db, commentId);
    const [memberId] = comment === null ? [] : audience.membersOf([comment.author]);
    if (comment === null || memberId === undefined || memberId === actorId) return;
    const { post, author } = comment;
    const subject = await audience.subjectOf(db, post, actorId);
    await live.transaction(async (tx, emit) => {
      if (await isFirstLike(tx, `comment ${commentId} ${actorId}`)) {
        await audience.tellAbout(tx, emit, {
          to: [author],
          post,
          actorId,
          type: 'like',
          subType: 'comment',
          content: async (lockedTx) =>
            NOTICE_TEXTS.commentLike(
              subject,
              await countCommentLikes(lockedTx, commentId, memberId),
            ),
          targetUrl: postUrl(post, commentId),
          groupKey: `like comment ${commentId}`,
        });
      }
      await emit(memberId, { type: 'post', postId: post.id });
    });
  });

  on('answer-accepted', async ({ commentId, actorId }) => {
    const comment = await findCommentSource(db, commentId);
    if (comment === null) return;
    const { post, author } = comment;
    const subject = await audience.subjectOf(db, post, actorId);
    await live.transaction(async (tx, emit) => {
      await audience.tellAbout(tx, emit, {
        to: [author],
        post,
        actorId,
        type: 'other',
        subType: 'accept',
        content: NOTICE_TEXTS.accepted(subject),
        targetUrl: postUrl(post, commentId),
        groupKey: `accept ${commentId}`,
      });
      await audience.refreshPages(tx, emit, { post, actorId });
    });
  });

  on('notice-posted', async ({ postId, actorId }) => {
    const post = await findPostSource(db, postId);
    if (post === null) return;
    await notices.tellEverybody({
      except: actorId,
      type: 'notice',
      content: NOTICE_TEXTS.posted(post.boardType, post.title),
      targetUrl: postUrl(post),
      groupKey: `post ${postId}`,
    });
  });

  onSecurity('device-added', 'new-device', NOTICE_TEXTS.newDevice);
  onSecurity('refresh-reused', 'session-ended', NOTICE_TEXTS.refreshReused);
  onSecurity('password-changed', 'password', NOTICE_TEXTS.passwordChanged);
  onSecurity('email-changed', 'email', NOTICE_TEXTS.emailChanged);

  function onSecurity(
    name: 'device-added' | 'refresh-reused' | 'password-changed' | 'email-changed',
    subType: NoticeSubType,
    content: string,
  ): void {
    on(name, ({ memberId }: DomainEvents[typeof name]) =>
      live.transaction((tx, emit) =>
        notices.tell(tx, emit, {
          memberId,
          type: 'other',
          subType,
          content,
          targetUrl: '/mypage/account',
          isSecurity: true,
        }),
      ),
    );
  }

  async function isFirstLike(tx: Tx, what: string): Promise<boolean> {
    const key = `like notice ${what}`;
    const { count } = await throttle.peek(tx, key);
    await throttle.count(tx, key, LIKE_LIMIT);
    return count < LIKE_LIMIT.max;
  }
}
