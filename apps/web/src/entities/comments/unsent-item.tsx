import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, RotateCcw, Trash2 } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ABOVE_COMPOSER, useJustSent } from './just-sent.ts';
import { commentOutbox, resendComment, type UnsentComment } from './unsent.ts';

const refused = () => import('./refused-comment.tsx');
const RefusedActions = lazyPart(async () => (await refused()).RefusedActions);
const Correction = lazyPart(async () => (await refused()).Correction);

type UnsentItemProps = {
  item: UnsentComment;
  /** Closes what the item is shown in; with it the item leads to its post. */
  onLeave?: () => void;
};

/** A comment that waits for the network; one that the server refused can be corrected and copied. */
export function UnsentItem({ item, onLeave }: UnsentItemProps) {
  const [isEditing, setIsEditing] = useState(false);
  const { content, replyTo, parentId, clientId } = item;
  const box = useRef<HTMLLIElement>(null);
  useJustSent(clientId, box);
  return (
    <li ref={box} className={cx('rounded-ctl bg-gold-weak px-3.5 py-2.5', ABOVE_COMPOSER)}>
      {isEditing ? (
        <Correction item={item} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <p className="whitespace-pre-wrap text-md [overflow-wrap:anywhere]">
            {replyTo && (
              <bdi className="mr-1.5 font-semibold text-sea">@{replyTo.writerNickname}</bdi>
            )}
            {!replyTo && parentId !== null && <span className="mr-1.5 font-semibold">답글</span>}
            <bdi>{content}</bdi>
          </p>
          <p className="mt-1 flex items-center gap-1.5 text-gold text-sm">
            <Clock size={14} className="shrink-0" />
            {stateOf(item)}
          </p>
          <Actions item={item} onEdit={() => setIsEditing(true)} onLeave={onLeave} />
        </>
      )}
    </li>
  );
}

function stateOf({ state, reason, isOffline }: UnsentComment): string {
  if (state === 'sending') return '보내는 중';
  return isOffline ? '연결되면 자동으로 보냅니다.' : `보내지 못함 · ${reason}`;
}

type ActionsProps = UnsentItemProps & { onEdit: () => void };

function Actions({ item, onEdit, onLeave }: ActionsProps) {
  const client = useQueryClient();
  const isRefused = item.state === 'failed' && !item.isOffline;
  return (
    <div className="-ml-2.5 flex flex-wrap items-center gap-x-1">
      {onLeave && item.path !== undefined && (
        <Link
          to={item.path}
          onClick={onLeave}
          className="inline-flex min-h-11 items-center px-2.5 font-semibold text-sea text-sm hover:underline"
        >
          글 보기
        </Link>
      )}
      {item.state === 'failed' && (
        <Act icon={<RotateCcw size={14} />} onClick={() => resendComment(client, item)}>
          다시 보내기
        </Act>
      )}
      {isRefused && <RefusedActions item={item} onEdit={onEdit} />}
      {item.state === 'failed' && (
        <Act
          variant="danger-ghost"
          icon={<Trash2 size={14} />}
          onClick={() => commentOutbox.remove(item)}
        >
          삭제
        </Act>
      )}
    </div>
  );
}

function Act(props: ComponentProps<typeof Button>) {
  return <Button size="sm" variant="ghost" className="max-md:min-h-11" {...props} />;
}
