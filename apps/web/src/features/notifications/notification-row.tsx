import type { NotificationItem } from '@naru/contract/notifications';
import { X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { NoticeIcon } from './notification-icon.tsx';
import { NOTICE_TEXTS } from './notifications.texts.ts';

type NoticeRowProps = {
  notice: NotificationItem;
  /** Marks it as read and leads to its target. */
  onOpen: () => void;
  /** Marks it as read and stays. */
  onDismiss: () => void;
};

export function NoticeRow({ notice, onOpen, onDismiss }: NoticeRowProps) {
  return (
    <li className="flex items-start border-line border-t hover:bg-hover">
      <button
        type="button"
        data-notice={notice.id}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-start gap-3 py-3 pr-1 pl-5 text-left focus-visible:outline-offset-[-2px]"
      >
        <NoticeIcon type={notice.type} read={notice.read} />
        <span className="min-w-0 flex-1">
          <span
            className={cx(
              'line-clamp-3 text-md leading-[1.5]',
              notice.read ? 'text-ink-2' : 'font-medium text-ink',
            )}
          >
            {notice.content}
          </span>
          <span className="text-ink-3 text-sm">
            <TimeText date={notice.date} kind="notice" />
          </span>
        </span>
      </button>
      {notice.read ? (
        <span className="w-4" />
      ) : (
        <IconButton
          label={`${NOTICE_TEXTS.dismiss}: ${notice.content}`}
          tooltip={false}
          onClick={onDismiss}
          className="mt-2 mr-2.5 text-ink-3"
        >
          <X size={16} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
