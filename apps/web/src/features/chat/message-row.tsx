import type { ChatRoom } from '@naru/contract/chat';
import { RotateCcw, Trash2 } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import type { MessageRow as Row } from './chat.rows.ts';
import { formatChatDay, formatChatTime } from './chat.time.ts';
import { splitLinks } from './links.ts';
import type { PendingMessage } from './outbox.ts';

export type Partner = ChatRoom['partner'];

export type PendingActions = {
  onResend: (item: PendingMessage) => void;
  onDiscard: (item: PendingMessage) => void;
};

type MessageRowProps = PendingActions & { row: Row; partner: Partner };

function lookOf(isMine: boolean, isFailed: boolean): string {
  if (isFailed) return 'border border-buoy bg-buoy-weak text-ink';
  return isMine ? 'bg-sea text-on-sea' : 'border border-line bg-paper text-ink';
}

/** The height must not depend on earlier rows: prepending them would shift the list. */
export function MessageRow({ row, partner, ...actions }: MessageRowProps) {
  const { message, isMine, isStart, isEnd } = row;
  const failed = message.pending?.state === 'failed' ? message.pending : null;
  return (
    <div className={cx('px-4 max-md:px-3', isEnd ? 'pb-3' : 'pb-1')}>
      <div className={cx('flex items-end gap-2', isMine && 'flex-row-reverse')}>
        {!isMine && <PartnerPicture partner={partner} shown={isStart} />}
        <p
          className={cx(
            'min-w-0 max-w-[min(75%,34rem)] whitespace-pre-wrap rounded-card px-3.5 py-2 leading-normal',
            lookOf(isMine, failed !== null),
            isMine && isStart && 'rounded-tr-sm',
            !isMine && isStart && 'rounded-tl-sm',
          )}
        >
          <span className="sr-only">{`${isMine ? '나' : partner.nickName}: `}</span>
          <MessageText text={message.content} />
        </p>
        <Meta row={row} />
      </div>
      {failed && <Failed item={failed} {...actions} />}
    </div>
  );
}

function PartnerPicture(props: { partner: Partner; shown: boolean }) {
  const { nickName, profileThumbnails, isLeft } = props.partner;
  if (!props.shown) return <span className="w-8 shrink-0" />;
  return (
    <span className="shrink-0 self-start">
      <Avatar name={nickName} src={profileThumbnails} anonymous={isLeft} size={32} />
    </span>
  );
}

function Meta({ row }: { row: Row }) {
  const { message, isEnd, isMine, showRead } = row;
  const isSending = message.pending?.state === 'sending';
  if (message.pending?.state === 'failed') return null;
  return (
    <span
      className={cx(
        'flex shrink-0 flex-col text-ink-3 text-xs leading-tight',
        isMine && 'items-end',
      )}
    >
      {showRead && <span>읽음</span>}
      {isSending && <span>보내는 중</span>}
      {isEnd && !isSending && (
        <time
          dateTime={message.date}
          title={`${formatChatDay(message.date)} ${formatChatTime(message.date)}`}
        >
          {formatChatTime(message.date)}
        </time>
      )}
    </span>
  );
}

function Failed({ item, onResend, onDiscard }: PendingActions & { item: PendingMessage }) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1">
      <span className="mr-1 text-right text-sm">
        <span className="font-semibold text-buoy">전송 실패</span>
        {item.reason && <span className="text-ink-3"> · {item.reason}</span>}
      </span>
      <Button
        size="sm"
        variant="ghost"
        icon={<RotateCcw size={14} />}
        onClick={() => onResend(item)}
      >
        다시 보내기
      </Button>
      <Button
        size="sm"
        variant="danger-ghost"
        icon={<Trash2 size={14} />}
        onClick={() => onDiscard(item)}
      >
        지우기
      </Button>
    </div>
  );
}

/** Renders plain text with clickable web addresses; never HTML. */
function MessageText(props: { text: string }) {
  return splitLinks(props.text).map(({ kind, text, at }) =>
    kind === 'link' ? (
      <a
        key={at}
        href={text}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-2"
      >
        {text}
      </a>
    ) : (
      text
    ),
  );
}
