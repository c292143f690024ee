import type { ContentType } from '@naru/contract/moderation';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { auditKeys } from '../audit/audit-keys.ts';
import { commentKeys } from '../comments/comment-keys.ts';
import { removeComment } from '../comments/comments.mutations.ts';
import { inquiryKeys } from '../inquiries/inquiry-keys.ts';
import { lecturePostKeys } from '../lecture-posts/lecture-post-keys.ts';
import { lectureKeys } from '../lectures/lecture-keys.ts';
import { postKeys } from '../posts/post-keys.ts';
import { removePost } from '../posts/remove-post.ts';
import { statsKeys } from '../stats/stats-keys.ts';
import { workKeys } from '../work/work-keys.ts';
import { moderationKeys } from './moderation-keys.ts';

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
