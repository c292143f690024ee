import type { ChatMessage } from '@naru/contract/chat';
import { useEffect, useMemo } from 'react';
import { useStore } from '../../lib/store.ts';
import {
  createClientId,
  outbox,
  pendingIn,
  removeArrived,
  removePending,
  restorePending,
} from './outbox.ts';
import { useSender } from './use-sender.ts';

const NONE: readonly ChatMessage[] = [];

export function useOutbox(memberId: number, roomId: number, messages = NONE) {
  const sender = useSender();
  const all = useStore(outbox);
  const items = useMemo(() => pendingIn(all, memberId, roomId), [all, memberId, roomId]);
  useEffect(() => restorePending(memberId, roomId), [memberId, roomId]);
  useEffect(() => removeArrived(messages, memberId, roomId), [messages, memberId, roomId]);
  return {
    items,
    /** Returns false while the same text is pending. */
    send: (content: string) =>
      sender.send({
        clientId: createClientId(),
        memberId,
        roomId,
        content,
        date: new Date().toISOString(),
        state: 'sending',
        reason: null,
        isOffline: false,
      }),
    resend: sender.resend,
    discard: removePending,
  };
}
