import type { ChatRoom } from '@naru/contract/chat';
import { TEXTS } from '@naru/contract/texts';
import { RotateCcw, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import { useTextLinks } from '../../lib/links/text-links.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { OutsideLink } from '../../ui/outside-link.tsx';
import {
  formatChatDay,
  formatChatTime,
  type MessageRow as Row,
  type ShownMessage,
} from './chat.rows.ts';
import { type MessageActions, MessageMenu } from './message-menu.tsx';
import { MessagePicture } from './message-picture.tsx';
import type { PendingMessage } from './outbox.ts';

export type Partner = ChatRoom['partner'];

export type PendingActions = {
  onResend: (item: PendingMessage) => void;
  onDiscard: (item: PendingMessage) => void;
};

export type RowActions = PendingActions &
  MessageActions & {
    /** Opens a picture on the whole screen. */
    onPicture: (url: string) => void;
  };

type MessageRowProps = RowActions & {
  row: Row;
  partner: Partner;
  /** The message that a search led to. */
  isFound: boolean;
};

function lookOf(isMine: boolean, failed: PendingMessage | null): string {
  if (failed?.isOffline) return 'bg-gold-weak text-ink';
  if (failed) return 'border border-buoy bg-buoy-weak text-ink';
  return isMine ? 'bg-sea text-on-sea' : 'border border-line bg-paper text-ink';
}

function bubbleClass({ message, isMine, isStart }: Row): string {
  return cx(
    'min-w-0 max-w-[min(75%,34rem)] whitespace-pre-wrap rounded-card leading-normal',
    message.picture === null ? 'px-3.5 py-2' : 'overflow-hidden',
    isStart && (isMine ? 'rounded-tr-sm' : 'rounded-tl-sm'),
  );
}

/** The height must not depend on earlier rows: prepending them would shift the list. */
export function MessageRow({ row, partner, isFound, ...actions }: MessageRowProps) {
  const { message, isMine, isStart, isEnd } = row;
  const failed = message.pending?.state === 'failed' ? message.pending : null;
  const name = isMine ? '내가' : `${partner.nickName} 님이`;
  return (
    <div className={cx('px-4 max-md:px-3', isEnd ? 'pb-3' : 'pb-1')}>
      <div className={cx('flex items-end gap-2', isMine && 'flex-row-reverse')}>
        {!isMine && <PartnerPicture partner={partner} shown={isStart} />}
        <div
          className={cx(
            bubbleClass(row),
            lookOf(isMine && !message.isRecalled, failed),
            isFound && 'outline-3 outline-gold outline-offset-2',
          )}
        >
          <span className="sr-only">{`${isMine ? '나' : partner.nickName}: `}</span>
          <MessageBody message={message} name={name} onPicture={actions.onPicture} />
        </div>
        <Meta row={row} />
        <MessageMenu
          message={message}
          isMine={isMine}
          owner={isMine ? '내' : `${partner.nickName} 님의`}
          {...actions}
        />
      </div>
      {failed && <Failed item={failed} {...actions} />}
    </div>
  );
}

type BodyProps = Pick<RowActions, 'onPicture'> & { message: ShownMessage; name: string };

function MessageBody({ message, name, onPicture }: BodyProps) {
  const { picture, isRecalled, content } = message;
  if (isRecalled) return <em className="text-ink-3">{TEXTS.recalledMessage}</em>;
  if (picture === null) return <MessageText text={content} />;
  return <MessagePicture picture={picture} name={name} onOpen={onPicture} />;
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
      {item.isOffline ? (
        <span className="mr-1 text-gold text-sm">연결되면 자동으로 보냅니다.</span>
      ) : (
        <span className="mr-1 text-right text-sm">
          <span className="font-semibold text-buoy">전송하지 못했습니다.</span>
          {item.reason && <span className="text-ink-3"> · {item.reason}</span>}
        </span>
      )}
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
        삭제
      </Button>
    </div>
  );
}

/** The words of a message with its links; nothing in them is markup. */
export function MessageText({ text }: { text: string }) {
  return useTextLinks(text).map(({ text: part, href }, at) =>
    href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Fragment key={at}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <OutsideLink key={at} href={href} />
    ),
  );
}
