import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { useThread } from './thread-context.ts';
import { commentOutbox, resumeComments, storedLater } from './unsent.ts';
import { UnsentItem } from './unsent-item.tsx';

/** The member's comments of this thread that wait for the network, or that the server refused. */
export function UnsentComments() {
  const { thread } = useThread();
  const { postId, me, onCount } = thread;
  const memberId = me?.id;
  const client = useQueryClient();
  const items = useStore(commentOutbox.items).filter(
    (item) => item.postId === postId && item.memberId === memberId,
  );
  const stored = useStore(storedLater);
  useEffect(() => {
    if (memberId !== undefined) resumeComments(client, memberId);
  }, [client, memberId]);
  useEffect(() => {
    if (stored?.postId !== postId) return;
    storedLater.set(null);
    onCount(stored.commentCount);
  }, [stored, postId, onCount]);
  return (
    <div role="status" className="empty:hidden">
      {items.length > 0 && (
        <ul aria-label="보내지 못한 댓글" className="mt-2 grid gap-2 max-md:mb-3">
          {items.map((item) => (
            <UnsentItem key={item.clientId} item={item} />
          ))}
        </ul>
      )}
    </div>
  );
}
