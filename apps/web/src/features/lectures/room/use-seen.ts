import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../lib/api/api.ts';

/** Tells the server that the member looked into the room: its posts are read (decisions 137). */
export function useSeen(lectureId: number): void {
  const client = useQueryClient();
  useEffect(() => {
    api('POST /api/lecture-room/:lectureId/seen', { params: { lectureId } }).then(
      () => client.invalidateQueries({ queryKey: ['lectures', 'marks'] }),
      // The room shows its own failure; unread counts just stay.
      () => undefined,
    );
  }, [client, lectureId]);
}
