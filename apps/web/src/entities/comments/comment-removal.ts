import { DONE } from '@naru/contract/texts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { isUnreachable, messageOf } from '../../lib/api/api-error.ts';
import { reloadQueries } from '../../lib/api/query-client.ts';
import { confirmDialog } from '../../ui/ask.ts';
import { toast, UNDO } from '../../ui/toast.ts';
import { commentKeys } from '../keys.ts';
import { threadCache } from './comments.queries.ts';

export const REMOVAL_TITLE = '이 댓글을 삭제할까요?';
export const REMOVAL_FAILED = '댓글을 삭제하지 못했습니다.';

type Place = {
  postId: number;
  /** Called with the number of comments that are not deleted. */
  onCount: (count: number) => void;
};

/** `reason` is recorded when staff delete another member's comment. */
export function removeComment(id: number, reason?: string) {
  return api('DELETE /api/comment/:id', { params: { id }, query: { reason } });
}

/** Asks the author before a deletion that cannot be taken back as it was. */
export function confirmFinalRemoval({ blinded }: { blinded?: boolean | undefined }) {
  const what = blinded ? '운영진이 확인하고 있는' : '채택된';
  return confirmDialog({
    title: REMOVAL_TITLE,
    body: `${what} 댓글이라서 삭제하면 되돌릴 수 없습니다.`,
    confirmLabel: '삭제',
    danger: true,
  });
}

/** Says that a comment is deleted, and offers to take that back where `canUndo`. */
export function sayRemoved(client: QueryClient, place: Place, id: number, canUndo: boolean): void {
  const undo = { label: UNDO, onClick: () => void restoreComment(client, place, id) };
  toast.success(DONE.commentRemoved, canUndo ? undo : undefined);
}

/** Takes the own deletion back, wherever the reader is by now. The thread is read again: others may have written. */
async function restoreComment(client: QueryClient, place: Place, id: number): Promise<void> {
  const { postId, onCount } = place;
  try {
    const { commentCount, message } = await api('POST /api/comment/:id/restore', {
      params: { id },
    });
    threadCache(client, postId).setCount(commentCount);
    onCount(commentCount);
    toast.success(message);
  } catch (error) {
    const retry = { label: '다시 시도', onClick: () => void restoreComment(client, place, id) };
    const text = messageOf(error, '댓글을 되돌리지 못했습니다. 다시 시도해 주세요.');
    toast.error(text, isUnreachable(error) ? retry : undefined);
  }
  await reloadQueries(client, commentKeys.thread(postId));
}
