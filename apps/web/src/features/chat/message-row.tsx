import type { ChatRoom } from '@naru/contract/chat';
import { TEXTS } from '@naru/contract/texts';
import { RotateCcw, Trash2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { PersonName } from '../../entities/member/person-name.tsx';
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
import type { MessageActions } from './message-items.tsx';
import { MessageMenu } from './message-menu.tsx';
import { MessagePicture } from './message-picture.tsx';
import { MessageQuote } from './message-quote.tsx';
import { MessageReactions } from './message-reactions.tsx';
import type { PendingMessage } from './outbox.ts';
import { useMenuPress } from './use-menu-press.ts';

export type Partner = ChatRoom['partner'];

export type PendingActions = {
  onResend: (item: PendingMessage) => void;
  onDiscard: (item: PendingMessage) => void;
};

export type RowActions = PendingActions &
  MessageActions & {
    /** Opens a picture on the whole screen. */
    onPicture: (url: string) => void;
    /** Leads to a message, also one that is not loaded. */
    onJump: (messageId: number) => void;
  };

type MessageRowProps = RowActions & {
  row: Row;
  roomId: number;
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
  const hasText = message.picture === null;
  return cx(
    'min-w-0 max-w-full whitespace-pre-wrap rounded-card leading-normal pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
    hasText ? 'px-3.5 py-2' : 'overflow-hidden',
    !hasText && message.replyTo && 'p-2',
    isStart && (isMine ? 'rounded-tr-sm' : 'rounded-tl-sm'),
  );
}

/** How the sender of a message and that of what it replies to are named to the viewer. */
function namesIn({ message, isMine, isToMe }: Row, partner: Partner) {
  const sender = message.sender ?? partner;
  const quotedName = isToMe ? '나' : (message.replyTo?.nickName ?? partner.nickName);
  return { sender, name: isMine ? '나' : sender.nickName, quotedName };
}

/** The height must not depend on earlier rows: prepending them would shift the list. */
export function MessageRow({ row, roomId, partner, isFound, ...actions }: MessageRowProps) {
  const { message, isMine, isEnd } = row;
  const [isSheetOpen, setSheetOpen] = useState(false);
  const failed = message.pending?.state === 'failed' ? message.pending : null;
  const { sender, name, quotedName } = namesIn(row, partner);
  return (
    <div className={cx('px-4 max-md:px-3', isEnd ? 'pb-3' : 'pb-1')}>
      <div className={cx('group flex items-end gap-2', isMine && 'flex-row-reverse')}>
        {!isMine && <SenderPicture sender={sender} isLeft={partner.isLeft} shown={row.isStart} />}
        <div
          className={cx(
            'flex min-w-0 max-w-[min(75%,34rem)] flex-col',
            isMine ? 'items-end' : 'items-start',
          )}
        >
          <SenderName row={row} />
          <Bubble row={row} failed={failed} isFound={isFound} onPress={() => setSheetOpen(true)}>
            <span className="sr-only">{`${name}: `}</span>
            <MessageBody
              message={message}
              name={isMine ? '내가' : `${name} 님이`}
              quotedName={quotedName}
              isOnSea={isMine && failed === null}
              {...actions}
            />
          </Bubble>
          <MessageReactions
            message={message}
            roomId={roomId}
            onRemove={actions.onReact && (() => actions.onReact?.(message, null))}
          />
        </div>
        <Meta row={row} />
        <MessageMenu
          message={message}
          isMine={isMine}
          owner={isMine ? '내' : `${name} 님의`}
          isSheetOpen={isSheetOpen}
          onSheet={setSheetOpen}
          {...actions}
        />
      </div>
      {failed && <Failed item={failed} {...actions} />}
    </div>
  );
}

/** In the room of a lecture, above the first message of a group. */
function SenderName({ row: { message, isMine, isStart } }: { row: Row }) {
  if (isMine || !isStart || message.sender === null) return null;
  return (
    <span className="mb-1 flex max-w-full text-ink-2 text-sm">
      <PersonName name={message.sender.nickName} memberId={message.senderId} className="truncate" />
    </span>
  );
}

type BubbleProps = {
  row: Row;
  failed: PendingMessage | null;
  isFound: boolean;
  onPress: () => void;
  children: ReactNode;
};

function Bubble({ row, failed, isFound, onPress, children }: BubbleProps) {
  const { id, isRecalled } = row.message;
  const press = useMenuPress(id !== null && !isRecalled ? onPress : null);
  return (
    <div
      {...press}
      className={cx(
        bubbleClass(row),
        lookOf(row.isMine && !isRecalled, failed),
        isFound && 'outline-3 outline-gold outline-offset-2',
      )}
    >
      {children}
    </div>
  );
}

type BodyProps = Pick<RowActions, 'onPicture' | 'onJump'> & {
  message: ShownMessage;
  name: string;
  quotedName: string;
  isOnSea: boolean;
};

function MessageBody({ message, name, quotedName, isOnSea, onPicture, onJump }: BodyProps) {
  const { picture, isRecalled, isRemoved, content, replyTo } = message;
  if (isRecalled) {
    return (
      <em className="text-ink-3">{isRemoved ? TEXTS.removedMessage : TEXTS.recalledMessage}</em>
    );
  }
  return (
    <>
      {replyTo && (
        <MessageQuote
          quote={replyTo}
          name={quotedName}
          isOnSea={isOnSea}
          onOpen={() => onJump(replyTo.id)}
        />
      )}
      {picture === null ? (
        <MessageText text={content} />
      ) : (
        <MessagePicture picture={picture} name={name} onOpen={onPicture} />
      )}
    </>
  );
}

type SenderPictureProps = {
  sender: { nickName: string; profileThumbnails: string | null };
  isLeft: boolean;
  shown: boolean;
};

function SenderPicture({ sender, isLeft, shown }: SenderPictureProps) {
  if (!shown) return <span className="w-8 shrink-0" />;
  return (
    <span className="shrink-0 self-start">
      <Avatar name={sender.nickName} src={sender.profileThumbnails} anonymous={isLeft} size={32} />
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
