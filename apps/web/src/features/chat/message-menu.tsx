import { Ellipsis } from 'lucide-react';
import { useMedia } from '../../lib/use-media.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ShownMessage } from './chat.rows.ts';
import { itemsOf, type MessageActions } from './message-items.tsx';
import { TOUCH } from './touch.ts';

const MessageSheet = lazyPart(async () => (await import('./message-sheet.tsx')).MessageSheet);

type MessageMenuProps = MessageActions & {
  message: ShownMessage;
  isMine: boolean;
  /** Whose message it is, such as ‘내’. */
  owner: string;
  /** The sheet of touch screens, which a long press opens. */
  isSheetOpen: boolean;
  onSheet: (isOpen: boolean) => void;
};

/**
 * What can be done with a message: with a mouse a button that shows when the row is pointed at, on touch screens
 * a sheet, whose button is there for screen readers.
 */
export function MessageMenu({ owner, isSheetOpen, onSheet, ...parts }: MessageMenuProps) {
  const isTouch = useMedia(TOUCH);
  const found = itemsOf(parts);
  if (found === null) return null;
  const label = `${owner} ${parts.message.content === '' ? '사진' : '메시지'} 메뉴`;
  if (!isTouch) {
    return (
      <LazyMenu
        label={label}
        trigger={<Ellipsis size={16} />}
        triggerClassName="message-menu grid size-7 shrink-0 place-items-center self-center rounded-full text-ink-3 opacity-0 hover:bg-hover hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 aria-busy:opacity-100 group-hover:opacity-100"
        row={found.reactions}
        items={found.items}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="sr-only"
        onClick={() => onSheet(true)}
      >
        {label}
      </button>
      {isSheetOpen && (
        <MessageSheet message={parts.message} {...found} onClose={() => onSheet(false)} />
      )}
    </>
  );
}
