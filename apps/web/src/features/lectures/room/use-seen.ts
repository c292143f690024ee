import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lectureKeys } from '../../../entities/lectures/lecture-keys.ts';
import { api } from '../../../lib/api/api.ts';

/** Marks the posts of a room as read. */
export function useSeen(lectureId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    api('POST /api/lecture-room/:lectureId/seen', { params: { lectureId } }).then(
      () => client.invalidateQueries({ queryKey: lectureKeys.allMarks }),
      // The room shows its own failure; the unread counts stay as they are.
      () => undefined,
    );
  }, [client, lectureId]);
}
