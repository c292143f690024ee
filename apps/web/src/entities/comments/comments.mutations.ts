import type { PostBoardType } from '@naru/contract/boards';
import type { Comment } from '@naru/contract/comments';
import type { Me } from '@naru/contract/members';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { isUnreachable, messageOf } from '../../lib/api/api-error.ts';
import { reloadQueries } from '../../lib/api/query-client.ts';
import { toast } from '../../ui/toast.ts';
import { offerFollow } from '../follows/follow-offer.ts';
import { commentKeys } from '../keys.ts';
import { removeComment, sayRemoved } from './comment-removal.ts';
import { asPlaceholder, threadCache, withLike } from './comments.queries.ts';
import { bringIntoView } from './just-sent.ts';
import type { Person } from './mention-typing.ts';
import type { ThreadApi } from './thread-api.ts';

/** Name of the post's author in an anonymous thread. */
export const POST_AUTHOR = '글쓴이';

export type Thread = {
  postId: number;
  boardType: PostBoardType;
  threadApi: ThreadApi;
  /** Hides names; the viewer's own alias is known only from the response. */
  anonymous: boolean;
  /** The viewer wrote the post. */
  isPostAuthor: boolean;
  me: Me | undefined;
  /** The author of the post; null when nobody is named. */
  author: Person | null;
  /** Called with the number of comments that are not deleted after each change. */
  onCount: (count: number) => void;
};

export type NewComment = {
  content: string;
  parentId: number | null;
  /** The reply being answered, in the thread of `parentId`. */
  replyTo?: Pick<Comment, 'id' | 'writerNickname'>;
  picture?: Comment['picture'];
  /** The same for a text that is sent again. */
  clientId: string;
};

let lastUnsent = 0;

/** Optimistic comment, shown until the server returns its own. */
export function unsentComment(thread: Thread, input: Omit<NewComment, 'clientId'>): Comment {
  lastUnsent -= 1;
  const { me, anonymous, isPostAuthor } = thread;
  const anonymousName = isPostAuthor ? POST_AUTHOR : '익명';
  return {
    id: lastUnsent,
    postId: thread.postId,
    boardType: thread.boardType,
    parentId: input.parentId,
    content: input.content,
    text: input.content,
    createdDate: new Date().toISOString(),
    edited: false,
    deleted: false,
    writerId: anonymous ? null : (me?.id ?? null),
    writerNickname: anonymous ? anonymousName : (me?.nickname ?? ''),
    writerProfileThumbnails: anonymous ? null : (me?.profileThumbnails ?? null),
    writerRoles: anonymous ? [] : (me?.roles ?? []),
    isPostAuthor,
    isAuthor: true,
    countChildren: 0,
    likes: 0,
    liked: false,
    targetNickname: input.replyTo?.writerNickname ?? null,
    ...(input.picture && { picture: input.picture }),
  };
}

/** Adds a comment or reply optimistically; rolls back on failure. */
export function useAddComment(thread: Thread) {
  const { postId, threadApi } = thread;
  const client = useQueryClient();
  const cache = threadCache(client, postId);
  return useMutation({
    mutationFn: ({ replyTo, ...input }: NewComment) =>
      threadApi.add(postId, { ...input, replyToId: replyTo?.id ?? null }),
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: commentKeys.thread(postId) });
      const unsent = unsentComment(thread, input);
      bringIntoView(unsent.id);
      cache.add(unsent);
      return unsent;
    },
    onSuccess: ({ comment, commentCount }, { parentId }, unsent) => {
      // Meanwhile the form may have grown, or the replies may have loaded.
      bringIntoView(comment.id);
      cache.settle(unsent.id, comment);
      if (!thread.isPostAuthor) offerFollow(postId);
      if (parentId !== null) cache.countReplies(parentId, 1);
      cache.setCount(commentCount);
      thread.onCount(commentCount);
      // Reloads queries that were cancelled or closed. Not awaited, so the form is free as soon as
      // the server has stored the comment.
      void reloadQueries(client, commentKeys.thread(postId));
    },
    onError: (error, { parentId }, unsent) => {
      if (unsent) cache.drop(unsent);
      // What did not reach the server is sent later.
      if (!isUnreachable(error)) threadApi.showRefusal(error, parentId !== null);
      void reloadQueries(client, commentKeys.thread(postId));
    },
  });
}

export function useEditComment(thread: Thread, target: Comment) {
  const client = useQueryClient();
  const cache = threadCache(client, thread.postId);
  return useMutation({
    mutationFn: (content: string) =>
      api('PUT /api/comment/:id', { params: { id: target.id }, body: { content } }),
    onSuccess: ({ comment }) => cache.change(target, () => comment),
    onError: (error) => toast.error(messageOf(error, '댓글을 수정하지 못했습니다.')),
  });
}

/** A deleted comment with replies leaves a placeholder. The author can take the deletion back, unless it is final. */
export function useRemoveComment(thread: Thread, target: Comment, { isFinal = false } = {}) {
  const client = useQueryClient();
  const cache = threadCache(client, thread.postId);
  return useMutation({
    mutationFn: (reason?: string) => removeComment(target.id, reason),
    onSuccess: ({ commentCount }) => {
      if (target.countChildren > 0) cache.change(target, asPlaceholder);
      else cache.drop(target);
      if (target.parentId !== null) cache.countReplies(target.parentId, -1);
      cache.setCount(commentCount);
      thread.onCount(commentCount);
      sayRemoved(client, thread, target.id, target.isAuthor && !isFinal);
      void client.invalidateQueries({ queryKey: commentKeys.lists(thread.postId) });
    },
  });
}

/** Serialises the likes of one comment; only the last response is shown. */
export function useLikeComment(thread: Thread, target: Comment) {
  const client = useQueryClient();
  const cache = threadCache(client, thread.postId);
  const mutationKey = commentKeys.like(target.id);
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join('.') },
    mutationFn: (liked: boolean) =>
      liked
        ? api('POST /api/comment/:id/like', { params: { id: target.id } })
        : api('POST /api/comment/:id/unlike', { params: { id: target.id } }),
    onMutate: (liked) => cache.change(target, (comment) => withLike(comment, liked)),
    onSuccess: ({ liked, currentCount }) => {
      if (client.isMutating({ mutationKey }) > 1) return;
      cache.change(target, (comment) => ({ ...comment, liked, likes: currentCount }));
    },
    onError: (error, liked) => {
      cache.change(target, (comment) => withLike(comment, !liked));
      toast.error(messageOf(error, '좋아요를 처리하지 못했습니다.'));
    },
  });
}
