import type { NotificationItem } from '@naru/contract/notifications';
import { targetUrl } from '../../domain/notifications/targets.ts';
import { toKst } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { NotificationRow } from './notifications.repo.ts';

/** Text and target, stored sealed when they concern an anonymous post. */
export interface NotificationText {
  content: string;
  targetUrl: string;
}

const UNREADABLE: NotificationText = {
  content: '알림을 표시할 수 없습니다.',
  targetUrl: targetUrl({ kind: 'home' }),
};

/** Includes the member id, so that the same text differs per member. */
export function sealNotificationText(seal: Seal, memberId: number, text: NotificationText): Buffer {
  return seal.sealText(JSON.stringify({ memberId, ...text }));
}

export function presentNotification(row: NotificationRow, seal: Seal): NotificationItem {
  const { content, targetUrl } = textOf(row, seal);
  return {
    id: row.id,
    type: row.type,
    subType: row.subType,
    content,
    date: toKst(row.createdAt),
    read: row.readAt !== null,
    targetUrl,
  };
}

function textOf(row: NotificationRow, seal: Seal): NotificationText {
  if (row.targetSeal === null) {
    return { content: row.content, targetUrl: row.targetUrl ?? UNREADABLE.targetUrl };
  }
  const text = seal.openText(row.targetSeal);
  return text === null ? UNREADABLE : JSON.parse(text);
}
