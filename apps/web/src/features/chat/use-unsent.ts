import type { ChatMessage } from '@naru/contract/chat';
import { useEffect, useMemo } from 'react';
import { useStore } from '../../lib/store.ts';
import {
  createClientId,
  dropOutgoing,
  outgoingMail,
  outgoingOf,
  restoreUnsent,
  settleArrived,
} from './unsent.ts';
import { useSender } from './use-sender.ts';

const NONE: readonly ChatMessage[] = [];

/** The member's unconfirmed messages of a room, and what can be done with them. */
export function useOutgoing(memberId: number, roomId: number, messages = NONE) {
  const sender = useSender();
  const all = useStore(outgoingMail);
  const items = useMemo(() => outgoingOf(all, memberId, roomId), [all, memberId, roomId]);
  useEffect(() => restoreUnsent(memberId, roomId), [memberId, roomId]);
  useEffect(() => settleArrived(messages, memberId, roomId), [messages, memberId, roomId]);
  return {
    items,
    /** False when the same text is still on its way. */
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
    discard: dropOutgoing,
  };
}
