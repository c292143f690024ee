import type { NotificationItem } from '@naru/contract/notifications';
import { Bell, Heart, Megaphone, MessageCircle, Users } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { NOTIFICATION_KINDS } from './notifications.texts.ts';

const LOOKS = {
  comment: { Icon: MessageCircle, tint: 'bg-sea-weak text-sea' },
  like: { Icon: Heart, tint: 'bg-buoy-weak text-buoy' },
  friend: { Icon: Users, tint: 'bg-tide-weak text-tide' },
  notice: { Icon: Megaphone, tint: 'bg-gold-weak text-gold' },
  other: { Icon: Bell, tint: 'bg-violet-weak text-violet' },
};

export function NotificationIcon(props: { type: NotificationItem['type']; read: boolean }) {
  const { Icon, tint } = LOOKS[props.type];
  return (
    <span
      className={cx(
        'grid size-9 shrink-0 place-items-center rounded-full',
        props.read ? 'bg-deck text-ink-3' : tint,
      )}
    >
      <Icon size={17} />
      <span className="sr-only">{NOTIFICATION_KINDS[props.type]}</span>
    </span>
  );
}
