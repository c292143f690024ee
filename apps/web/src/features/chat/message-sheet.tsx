import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import type { ShownMessage } from './chat.rows.ts';

type MessageSheetProps = {
  message: ShownMessage;
  reactions: readonly MenuItem[];
  items: readonly MenuItem[];
  onClose: () => void;
};

/** What a long press on a message offers: reactions above, then the actions. */
export function MessageSheet({ message, reactions, items, onClose }: MessageSheetProps) {
  const choose = (item: MenuItem) => {
    onClose();
    item.onSelect();
  };
  return (
    <Dialog open title="메시지" size="sm" onClose={onClose}>
      <bdi className="mb-3 line-clamp-2 text-ink-3 text-md [overflow-wrap:anywhere]">
        {message.content || '사진'}
      </bdi>
      {reactions.length > 0 && (
        <div className="mb-2 flex justify-between">
          {reactions.map((item) => (
            <button
              key={item.label}
              type="button"
              aria-label={item.label}
              aria-pressed={item.isChosen}
              onClick={() => choose(item)}
              className={cx(
                'grid size-12 place-items-center rounded-full text-2xl',
                item.isChosen ? 'bg-sea-weak outline-2 outline-sea' : 'bg-deck active:bg-hover',
              )}
            >
              {item.icon}
            </button>
          ))}
        </div>
      )}
      <ul className="-mx-2">
        {items.map((item) => (
          <li key={item.label}>
            <button
              type="button"
              disabled={item.disabled}
              onClick={() => choose(item)}
              className={cx(
                'flex min-h-12 w-full items-center gap-3 rounded-ctl px-3 font-medium active:bg-hover disabled:opacity-50',
                item.danger ? 'text-buoy' : 'text-ink',
              )}
            >
              {item.icon}
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
