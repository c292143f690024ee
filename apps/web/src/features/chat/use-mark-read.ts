import type { Me } from '@naru/contract/members';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { chatKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { roomsQuery } from './chat.queries.ts';
import { withRead } from './chat.rooms.ts';

/** Marks a room as read optimistically; refetches after a failure. */
async function markRead(client: QueryClient, roomId: number): Promise<void> {
  const rooms = client.getQueryData(roomsQuery.queryKey);
  const isUnread = rooms?.some((room) => room.roomId === roomId && room.newMailCount > 0);
  if (isUnread) {
    client.setQueryData(roomsQuery.queryKey, (list) => list && withRead(list, roomId));
    client.setQueryData(
      meQuery.queryKey,
      (me: Me | undefined) => me && { ...me, newMailCount: Math.max(0, me.newMailCount - 1) },
    );
  }
  try {
    await api('PUT /api/mail/read-room/:roomId', { params: { roomId } });
  } catch (error) {
    void client.invalidateQueries({ queryKey: chatKeys.rooms });
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
    throw error;
  }
}

function hasAttention(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/**
 * Marks the room as read when it opens and on each new message of the partner, but only while the
 * tab has the focus. `newestId` is null until the log is loaded.
 */
export function useMarkRead(roomId: number, newestId: number | null): void {
  const client = useQueryClient();
  const done = useRef(-1);
  useEffect(() => {
    const attempt = () => {
      if (newestId === null || done.current >= newestId || !hasAttention()) return;
      done.current = newestId;
      markRead(client, roomId).catch(() => {
        // Retried on the next message or focus.
        done.current = -1;
      });
    };
    attempt();
    window.addEventListener('focus', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      window.removeEventListener('focus', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, [client, roomId, newestId]);
}
