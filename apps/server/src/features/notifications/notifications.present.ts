import type { NotificationItem } from '@naru/contract/notifications';
import { targetUrl } from '../../domain/notifications/targets.ts';
import { toKst } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { NoticeRow } from './notifications.repo.ts';

/** What a notice says and where it leads; stored sealed when it is about an anonymous post. */
export interface NoticeText {
  content: string;
  targetUrl: string;
}

const UNREADABLE: NoticeText = {
  content: '알림을 표시할 수 없습니다.',
  targetUrl: targetUrl({ kind: 'home' }),
};

/** The same text is sealed differently for each member. */
export function sealNoticeText(seal: Seal, memberId: number, text: NoticeText): Buffer {
  return seal.sealText(JSON.stringify({ memberId, ...text }));
}

export function presentNotice(row: NoticeRow, seal: Seal): NotificationItem {
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

function textOf(row: NoticeRow, seal: Seal): NoticeText {
  if (row.targetSeal === null) {
    return { content: row.content, targetUrl: row.targetUrl ?? UNREADABLE.targetUrl };
  }
  const text = seal.openText(row.targetSeal);
  return text === null ? UNREADABLE : JSON.parse(text);
}
