import type { ChatQuote } from '@naru/contract/chat';
import { TEXTS } from '@naru/contract/texts';
import { cx } from '../../ui/cx.ts';

/** The words of a quoted message, or what stands for them. */
export function quoteText(quote: ChatQuote): string {
  const { senderId, content, isPicture, isRecalled, isRemoved } = quote;
  if (senderId === null) return '볼 수 없는 메시지';
  if (isRemoved) return TEXTS.removedMessage;
  if (isRecalled) return TEXTS.recalledMessage;
  return isPicture ? TEXTS.pictureMessage : content;
}

type MessageQuoteProps = {
  quote: ChatQuote;
  /** Who wrote it, for this reader. */
  name: string;
  /** Within a bubble of the action colour. */
  isOnSea: boolean;
  /** Leads to the message. */
  onOpen: () => void;
};

/** The message that another one replies to, above its words. */
export function MessageQuote({ quote, name, isOnSea, onOpen }: MessageQuoteProps) {
  const isGone = quote.senderId === null || quote.isRecalled;
  const look = cx(
    'mb-1.5 block w-full border-l-3 py-0.5 pl-2.5 text-left text-sm',
    isOnSea ? 'border-on-sea' : 'border-sea',
  );
  const content = (
    <>
      {quote.senderId !== null && (
        <bdi className="block truncate font-semibold">
          <span className="sr-only">답장한 메시지, </span>
          {name}
        </bdi>
      )}
      <bdi className={cx('block truncate', isGone && 'opacity-80')}>{quoteText(quote)}</bdi>
    </>
  );
  if (isGone) return <span className={look}>{content}</span>;
  return (
    <button type="button" onClick={onOpen} className={look}>
      {content}
    </button>
  );
}
