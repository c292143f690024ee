import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { loadBackTo } from './chat.queries.ts';

/** Loads the log back to a message, at most one at a time; `onFound` is called once it is there. */
export function useJump(roomId: number, onFound: (messageId: number) => void) {
  const client = useQueryClient();
  const [going, setGoing] = useState<number | null>(null);
  const stopped = useRef<AbortController>(null);
  useEffect(() => () => stopped.current?.abort(), []);
  const jump = async (id: number) => {
    stopped.current?.abort();
    const controller = new AbortController();
    stopped.current = controller;
    setGoing(id);
    try {
      const isThere = await loadBackTo(client, roomId, id, controller.signal);
      if (controller.signal.aborted) return;
      if (isThere) onFound(id);
      else toast.error('너무 오래된 메시지라 보여 드리지 못합니다.');
    } catch (error) {
      if (!controller.signal.aborted) {
        toast.error(messageOf(error, '메시지를 불러오지 못했습니다.'));
      }
    } finally {
      if (stopped.current === controller) setGoing(null);
    }
  };
  return { going, jump };
}
