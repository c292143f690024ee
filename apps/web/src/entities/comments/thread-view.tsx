import { canModerateThread } from '@naru/contract/boards';
import type { CommentSort } from '@naru/contract/comments';
import type { PostDetail } from '@naru/contract/posts';
import { hasRole } from '@naru/contract/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { usePlace } from '../../lib/place.ts';
import { useStore } from '../../lib/store.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { followOffer } from '../follows/follow-offer.ts';
import { useMe } from '../member/me.ts';
import { CommentList } from './comment-list.tsx';
import type { Thread } from './comments.mutations.ts';
import { NewComment } from './new-comment.tsx';
import type { ThreadApi } from './thread-api.ts';
import {
  type AcceptedAnswer,
  createSubmitGate,
  replyButtonId,
  ThreadContext,
  type ThreadContextValue,
  useThread,
} from './thread-context.ts';
import { commentOutbox, resumeComments, storedLater } from './unsent.ts';
import { UnsentItem } from './unsent-item.tsx';

const FollowOfferCard = quietPart(
  async () => (await import('../follows/follow-offer-card.tsx')).FollowOfferCard,
);

const SORT_ITEMS = [
  { value: 'oldest', label: '등록순' },
  { value: 'newest', label: '최신순' },
] as const satisfies readonly { value: CommentSort; label: string }[];
const [{ value: DEFAULT_SORT }] = SORT_ITEMS;

type ThreadViewProps = {
  post: Pick<PostDetail, 'id' | 'isAuthor' | 'commentCount'> &
    Pick<PostDetail, 'writerId' | 'writerNickname' | 'writerProfileThumbnails'> &
    Pick<Thread, 'boardType' | 'anonymous'>;
  threadApi: ThreadApi;
  onCount: (count: number) => void;
  /** The viewer is the professor of the lecture room. */
  isOwnRoom?: boolean;
  /** Questions only. */
  answer?: AcceptedAnswer;
};

export function ThreadView({
  post,
  threadApi,
  onCount,
  isOwnRoom = false,
  answer,
}: ThreadViewProps) {
  const { data: me } = useMe();
  const { oneOf, go } = usePlace();
  const sort =
    oneOf(
      'comments',
      SORT_ITEMS.map(({ value }) => value),
    ) ?? DEFAULT_SORT;
  const [replyingTo, setReplyingTo] = useState<number | null>(null);
  const [gate] = useState(() => createSubmitGate());
  const headingId = useId();
  const isOffered = useStore(followOffer) === post.id;
  const value: ThreadContextValue = {
    thread: {
      postId: post.id,
      boardType: post.boardType,
      threadApi,
      anonymous: post.anonymous,
      isPostAuthor: post.isAuthor,
      author: authorOf(post),
      me,
      onCount,
    },
    gate,
    canWrite: me !== undefined && hasRole(me.roles, 'STUDENT'),
    canModerate: me !== undefined && canModerateThread(post.boardType, { isOwnRoom }, me.roles),
    replyingTo,
    openReply: setReplyingTo,
    closeReply: (commentId) => {
      setReplyingTo((open) => (open === commentId ? null : open));
      document.getElementById(replyButtonId(commentId))?.focus({ preventScroll: true });
    },
    focusThread: () => document.getElementById(headingId)?.focus({ preventScroll: true }),
    answer,
  };
  return (
    <ThreadContext value={value}>
      <section aria-labelledby={headingId} className="group/thread flex flex-col">
        <div className="flex items-center justify-between gap-3 pb-3">
          <h2 id={headingId} tabIndex={-1} className="font-bold text-lg">
            댓글 <span className="text-sea">{formatCount(post.commentCount)}</span>
          </h2>
          <span role="status" className="sr-only">
            댓글 {post.commentCount}개
          </span>
          <Segmented
            label="댓글 순서"
            items={SORT_ITEMS}
            value={sort}
            onChange={(next) => go({ comments: next === DEFAULT_SORT ? undefined : next })}
          />
        </div>
        {/* A reply that is written above it has the keyboard's remaining space for itself. */}
        <div className="max-md:sticky max-md:group-has-[li_form:focus-within]/thread:static max-md:bottom-[max(var(--keyboard,0px),var(--bottom))] max-md:z-10 max-md:order-last max-md:-mx-4 max-md:-mb-5 max-md:border-line max-md:border-t max-md:bg-paper max-md:px-4 max-md:pt-2.5 max-md:pb-2.5">
          {isOffered && <FollowOfferCard postId={post.id} isAnonymous={post.anonymous} />}
          {me ? <NewComment /> : <Skeleton className="h-28 rounded-ctl max-md:h-11" />}
        </div>
        <div className="mt-4 border-line border-t">
          <CommentList sort={sort} />
        </div>
        <UnsentComments />
      </section>
    </ThreadContext>
  );
}

function authorOf({ writerId: id, ...post }: ThreadViewProps['post']): Thread['author'] {
  const { writerNickname: nickname, writerProfileThumbnails: profileThumbnails } = post;
  return id === null ? null : { id, nickname, profileThumbnails };
}

/** The member's comments of this thread that wait for the network, or that the server refused. */
export function UnsentComments() {
  const { thread } = useThread();
  const { postId, me, onCount } = thread;
  const memberId = me?.id;
  const client = useQueryClient();
  const items = useStore(commentOutbox.items).filter(
    (item) => item.postId === postId && item.memberId === memberId,
  );
  const stored = useStore(storedLater);
  useEffect(() => {
    if (memberId !== undefined) resumeComments(client, memberId);
  }, [client, memberId]);
  useEffect(() => {
    if (stored?.postId !== postId) return;
    storedLater.set(null);
    onCount(stored.commentCount);
  }, [stored, postId, onCount]);
  return (
    <div role="status" className="empty:hidden">
      {items.length > 0 && (
        <ul aria-label="보내지 못한 댓글" className="mt-2 grid gap-2 max-md:mb-3">
          {items.map((item) => (
            <UnsentItem key={item.clientId} item={item} />
          ))}
        </ul>
      )}
    </div>
  );
}
