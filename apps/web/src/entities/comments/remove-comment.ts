import { api } from '../../lib/api/api.ts';

/** `reason` is recorded when staff delete another member's comment. */
export function removeComment(id: number, reason?: string) {
  return api('DELETE /api/comment/:id', { params: { id }, query: { reason } });
}
