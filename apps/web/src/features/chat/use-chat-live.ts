import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveState } from '../../lib/live/live.ts';
import { useLiveEvent } from '../../lib/live/use-live.ts';
import { advanceRead } from './chat.log.ts';
import { addToLog, changeLog } from './chat.queries.ts';
import { removeArrived } from './outbox.ts';
import { useSender } from './use-outbox.ts';

/** Applies live events to the cached logs and resends the outbox on reconnect. */
export function useChatLive(myId: number): void {
  const client = useQueryClient();
  const sender = useSender();
  useLiveEvent('mail', ({ roomId, message }) => {
    addToLog(client, roomId, message);
    removeArrived([message], myId, roomId);
  });
  useLiveEvent('mail-read', ({ roomId, memberId, readId }) => {
    if (memberId !== myId) changeLog(client, roomId, (log) => advanceRead(log, readId));
  });
  useEffect(() => {
    const resend = () => sender.resendOffline(myId);
    const unsubscribe = liveState.subscribe(() => {
      if (liveState.get() === 'live') resend();
    });
    window.addEventListener('online', resend);
    return () => {
      unsubscribe();
      window.removeEventListener('online', resend);
    };
  }, [sender, myId]);
}
