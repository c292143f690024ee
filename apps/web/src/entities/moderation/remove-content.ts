import type { ContentType } from '@naru/contract/moderation';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { removeComment } from '../comments/comment-removal.ts';
import {
  commentKeys,
  inquiryKeys,
  lectureKeys,
  lecturePostKeys,
  moderationKeys,
  postKeys,
  workKeys,
} from '../keys.ts';
import { removePost } from '../posts/remove-post.ts';
import { auditKeys, statsKeys } from '../staff-keys.ts';

/** A board or lecture room post, or a comment. */
export type ContentRef = { type: ContentType; id: number };

/** Queries that depend on moderated content. */
const CHANGED = [
  postKeys.all,
  lecturePostKeys.all,
  lectureKeys.weeks,
  commentKeys.all,
  inquiryKeys.all,
  moderationKeys.all,
  auditKeys.all,
  statsKeys.all,
  workKeys.waiting,
];

export function refreshContent(client: QueryClient): Promise<unknown> {
  return Promise.all(CHANGED.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useRemoveContent() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ type, id, reason }: ContentRef & { reason: string }) => {
      if (type === 'POST') await removePost(id, reason);
      else await removeComment(id, reason);
    },
    onSettled: () => refreshContent(client),
  });
}
