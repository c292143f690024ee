import type { NotificationItem } from '@naru/contract/notifications';
import { Bell, Heart, Megaphone, MessageCircle, Users, X } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';

type NotificationRowProps = {
  notification: NotificationItem;
  /** Marks it as read and navigates to its target. */
  onOpen: () => void;
  /** Only marks it as read. */
  onDismiss: () => void;
};

export function NotificationRow({ notification, onOpen, onDismiss }: NotificationRowProps) {
  return (
    <li className="flex items-start border-line border-t hover:bg-hover">
      <button
        type="button"
        data-notice={notification.id}
        onClick={onOpen}
        className="flex min-w-0 flex-1 items-start gap-3 py-3 pr-1 pl-5 text-left focus-visible:outline-offset-[-2px]"
      >
        <NotificationIcon type={notification.type} read={notification.read} />
        <span className="min-w-0 flex-1">
          <span
            className={cx(
              'line-clamp-3 text-md leading-[1.5]',
              notification.read ? 'text-ink-2' : 'font-medium text-ink',
            )}
          >
            {notification.content}
          </span>
          <span className="text-ink-3 text-sm">
            <TimeText date={notification.date} kind="notification" />
          </span>
        </span>
      </button>
      {notification.read ? (
        <span className="w-4" />
      ) : (
        <IconButton
          label={`알림 지우기: ${notification.content}`}
          tooltip={false}
          onClick={onDismiss}
          className="mt-2 mr-2.5 text-ink-3"
        >
          <X size={16} />
        </IconButton>
      )}
    </li>
  );
}

const LOOKS = {
  comment: { name: '댓글', Icon: MessageCircle, tint: 'bg-sea-weak text-sea' },
  like: { name: '좋아요', Icon: Heart, tint: 'bg-buoy-weak text-buoy' },
  friend: { name: '친구', Icon: Users, tint: 'bg-tide-weak text-tide' },
  notice: { name: '공지', Icon: Megaphone, tint: 'bg-gold-weak text-gold' },
  other: { name: '소식', Icon: Bell, tint: 'bg-violet-weak text-violet' },
};

function NotificationIcon(props: { type: NotificationItem['type']; read: boolean }) {
  const { name, Icon, tint } = LOOKS[props.type];
  return (
    <span
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-full',
        props.read ? 'bg-deck text-ink-3' : tint,
      )}
    >
      <Icon size={17} />
      <span className="sr-only">{name}</span>
    </span>
  );
}
