import { useQueryClient } from '@tanstack/react-query';
import { Clock, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { useThread } from './thread-context.ts';
import {
  commentOutbox,
  resendComment,
  resumeComments,
  storedLater,
  type UnsentComment,
} from './unsent.ts';

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
        <ul aria-label="보내지 못한 댓글" className="mt-2 grid gap-2">
          {items.map((item) => (
            <li key={item.clientId} className="rounded-ctl bg-gold-weak px-3.5 py-2.5">
              <Waiting item={item} onResend={() => resendComment(client, item)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function stateOf({ state, reason, isOffline }: UnsentComment): string {
  if (state === 'sending') return '보내는 중';
  return isOffline ? '연결되면 자동으로 보냅니다.' : `보내지 못함 · ${reason}`;
}

function Waiting({ item, onResend }: { item: UnsentComment; onResend: () => void }) {
  const { content, replyTo, parentId } = item;
  return (
    <>
      <p className="whitespace-pre-wrap text-md">
        {replyTo && <bdi className="mr-1.5 font-semibold text-sea">@{replyTo.writerNickname}</bdi>}
        {!replyTo && parentId !== null && <span className="mr-1.5 font-semibold">답글</span>}
        <bdi>{content}</bdi>
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-1">
        <p className="mr-auto flex items-center gap-1.5 text-gold text-sm">
          <Clock size={14} className="shrink-0" />
          {stateOf(item)}
        </p>
        {item.state === 'failed' && (
          <>
            <Button
              size="sm"
              variant="ghost"
              className="max-md:min-h-11"
              icon={<RotateCcw size={14} />}
              onClick={onResend}
            >
              다시 보내기
            </Button>
            <Button
              size="sm"
              variant="danger-ghost"
              className="max-md:min-h-11"
              icon={<Trash2 size={14} />}
              onClick={() => commentOutbox.remove(item)}
            >
              지우기
            </Button>
          </>
        )}
      </div>
    </>
  );
}
