import type { ChatReactions } from '@naru/contract/chat';
import { useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ShownMessage } from './chat.rows.ts';
import { describeReactions, GLYPH, REACTION_LOOKS } from './reactions.ts';

const ReactionList = lazyPart(async () => (await import('./reaction-list.tsx')).ReactionList);

type MessageReactionsProps = {
  message: ShownMessage;
  roomId: number;
  /** Takes the own reaction away; null while nothing can be sent. */
  onRemove: (() => void) | null;
};

/** The reactions below a message; pressed, they say who chose them. */
export function MessageReactions({ message, roomId, onRemove }: MessageReactionsProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, reactions } = message;
  if (id === null || reactions.length === 0) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={describeReactions(reactions)}
        onClick={() => setOpen(true)}
        className="relative -mt-1.5 flex gap-1 before:absolute before:-inset-x-1 before:-inset-y-2.5 before:content-['']"
      >
        <Chips reactions={reactions} />
      </button>
      {isOpen && (
        <ReactionList
          roomId={roomId}
          messageId={id}
          reactions={reactions}
          onRemove={
            onRemove &&
            (() => {
              setOpen(false);
              onRemove();
            })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Chips({ reactions }: { reactions: ChatReactions }) {
  return reactions.map(({ reaction, count, isMine }) => (
    <span
      key={reaction}
      className={cx(
        'flex items-center gap-1 rounded-full border bg-paper px-1.5 py-px text-sm tabular-nums shadow-xs',
        isMine ? 'border-sea font-semibold text-sea' : 'border-line text-ink-2',
      )}
    >
      <span className={GLYPH}>{REACTION_LOOKS[reaction].glyph}</span>
      {count > 1 && count}
    </span>
  ));
}
