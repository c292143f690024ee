import { api } from '../../lib/api/api.ts';

/** Deletes a comment; the reason is kept on record when it is somebody else's. */
export function removeComment(id: number, reason?: string) {
  return api('DELETE /api/comment/:id', { params: { id }, query: { reason } });
}
