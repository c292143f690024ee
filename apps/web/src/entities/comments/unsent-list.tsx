import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { commentOutbox, resumeComments } from './unsent.ts';
import { UnsentItem } from './unsent-item.tsx';

type UnsentListProps = {
  memberId: number;
  /** Closes what the list is shown in. */
  onLeave: () => void;
};

/** The member's comments of all posts that wait for the network or were refused; nothing without any. */
export function UnsentList({ memberId, onLeave }: UnsentListProps) {
  const client = useQueryClient();
  const items = useStore(commentOutbox.items).filter((item) => item.memberId === memberId);
  useEffect(() => resumeComments(client, memberId), [client, memberId]);
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="unsent-comments" className="grid gap-2">
      <h3 id="unsent-comments" className="font-bold text-md">
        보내지 못한 댓글 {items.length}개
      </h3>
      <ul className="grid max-h-60 gap-2 overflow-y-auto">
        {items.map((item) => (
          <UnsentItem key={item.clientId} item={item} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}
