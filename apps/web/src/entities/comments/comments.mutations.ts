import type { PostBoardType } from '@naru/contract/boards';
import type { Comment } from '@naru/contract/comments';
import type { Me } from '@naru/contract/members';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { reloadQueries } from '../../lib/api/reload-queries.ts';
import { alertDialog } from '../../ui/ask.ts';
import { toast } from '../../ui/toast.ts';
import { commentKeys } from './comment-keys.ts';
import { asPlaceholder, withLike } from './comments.cache.ts';
import { threadCache } from './comments.queries.ts';
import { COMMENT_TEXTS } from './comments.texts.ts';
import { removeComment } from './remove-comment.ts';
import type { ThreadApi } from './thread-api.ts';

export type Thread = {
  postId: number;
  boardType: PostBoardType;
  threadApi: ThreadApi;
  /** Names are hidden: the reader's own number is known only after the answer. */
  anonymous: boolean;
  /** The reader wrote the post. */
  isPostAuthor: boolean;
  me: Me | undefined;
  /** The number of comments that are not deleted, after each change. */
  onCount: (count: number) => void;
};

export type NewComment = {
  content: string;
  parentId: number | null;
  /** The reply that is answered, inside the thread of `parentId`. */
  replyTo?: Pick<Comment, 'id' | 'writerNickname'>;
};

let lastUnsent = 0;

/** The comment as it will look, until the server's own arrives. */
export function unsentComment(thread: Thread, input: NewComment): Comment {
  lastUnsent -= 1;
  const { me, anonymous, isPostAuthor } = thread;
  const anonymousName = isPostAuthor ? COMMENT_TEXTS.author : '익명';
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
  };
}

/** Adds a comment or reply: shown at once, taken back when the server refuses. */
export function useAddComment(thread: Thread) {
  const { postId, threadApi } = thread;
  const client = useQueryClient();
  const cache = threadCache(client, postId);
  return useMutation({
    mutationFn: ({ content, parentId, replyTo }: NewComment) =>
      threadApi.add(postId, { content, parentId, replyToId: replyTo?.id ?? null }),
    onMutate: async (input) => {
      await client.cancelQueries({ queryKey: commentKeys.thread(postId) });
      const unsent = unsentComment(thread, input);
      cache.add(unsent);
      return unsent;
    },
    onSuccess: ({ comment, commentCount }, { parentId }, unsent) => {
      cache.settle(unsent.id, comment);
      if (parentId !== null) cache.countReplies(parentId, 1);
      cache.setCount(commentCount);
      thread.onCount(commentCount);
      // Queries that were cancelled, or closed until now, load what they missed. Not waited for:
      // the form is free as soon as the server has the comment.
      void reloadQueries(client, commentKeys.thread(postId));
    },
    onError: (error, { parentId }, unsent) => {
      if (unsent) cache.drop(unsent);
      threadApi.showRefusal(error, parentId !== null);
      void reloadQueries(client, commentKeys.thread(postId));
    },
  });
}

/** Changes an own comment. */
export function useEditComment(thread: Thread, target: Comment) {
  const client = useQueryClient();
  const cache = threadCache(client, thread.postId);
  return useMutation({
    mutationFn: (content: string) =>
      api('PUT /api/comment/:id', { params: { id: target.id }, body: { content } }),
    onSuccess: ({ comment }) => cache.change(target, () => comment),
    onError: (error) => toast.error(messageOf(error, COMMENT_TEXTS.editFailed)),
  });
}

/** Deletes a comment; one with replies leaves its placeholder. */
export function useRemoveComment(thread: Thread, target: Comment) {
  const client = useQueryClient();
  const cache = threadCache(client, thread.postId);
  return useMutation({
    mutationFn: () => removeComment(target.id),
    onSuccess: ({ commentCount }) => {
      if (target.countChildren > 0) cache.change(target, asPlaceholder);
      else cache.drop(target);
      if (target.parentId !== null) cache.countReplies(target.parentId, -1);
      cache.setCount(commentCount);
      thread.onCount(commentCount);
      toast.success(COMMENT_TEXTS.removed);
      void client.invalidateQueries({ queryKey: commentKeys.lists(thread.postId) });
    },
    onError: (error) => {
      void alertDialog({ title: COMMENT_TEXTS.removeFailed, body: messageOf(error) });
    },
  });
}

/** Likes of one comment run one after the other; only the last answer is shown. */
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
      toast.error(messageOf(error, COMMENT_TEXTS.likeFailed));
    },
  });
}
