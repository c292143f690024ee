import { createCommentChanges } from './comments.change.ts';
import { createCommentCreate } from './comments.create.ts';
import { type CommentLikeDeps, createCommentLikes } from './comments.likes.ts';
import { createCommentReads } from './comments.read.ts';
import { createCommentRestore } from './comments.restore.ts';

type Deps = CommentLikeDeps &
  Parameters<typeof createCommentReads>[0] &
  Parameters<typeof createCommentCreate>[0] &
  Parameters<typeof createCommentChanges>[0];

export type CommentsService = ReturnType<typeof createCommentsService>;

export function createCommentsService(deps: Deps) {
  return {
    ...createCommentReads(deps),
    ...createCommentCreate(deps),
    ...createCommentChanges(deps),
    ...createCommentRestore(deps),
    ...createCommentLikes(deps),
  };
}
