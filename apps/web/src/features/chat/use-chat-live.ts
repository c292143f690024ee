import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveState } from '../../lib/live/live.ts';
import { useLiveEvent } from '../../lib/live/use-live.ts';
import { advanceRead } from './chat.log.ts';
import { addToLog, changeLog } from './chat.queries.ts';
import { removeArrived } from './outbox.ts';
import { useSender } from './use-sender.ts';

/** What happens in the member's rooms, in whatever tab, while the mail page is open. */
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
    // The network returns, or a server that was away.
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
