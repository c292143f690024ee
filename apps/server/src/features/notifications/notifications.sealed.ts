import type { NotificationSubType } from '@naru/contract/notifications';
import type { Executor } from '../../db/client.ts';
import type { PostCause } from '../../domain/notifications/notifications.ts';
import type { Seal } from '../../platform/seal.ts';
import { CAUSES_MAX } from './notifications.repo.ts';
import { listUnreadSeals } from './notifications.sealed.repo.ts';

/** Text and target, stored sealed when they concern an anonymous post. */
export interface NotificationText {
  content: string;
  targetUrl: string;
}

/** What the columns of the same names say of notifications about posts under a name. */
export interface SealedText extends NotificationText {
  postId: number | null;
  /** Of a notification whose kind its row does not say. */
  subType?: NotificationSubType | null;
  /** The text is rendered from it when the notification counts several events; null without a post. */
  cause: PostCause | null;
  /** Ids of comments or posts, or the sealed voters of likes. */
  causes?: readonly (number | string)[];
  lost?: readonly (number | string)[];
  goneAt?: number;
  /** The row has a `read_at` that only hides it. */
  wasUnread?: boolean;
}

/** Includes the member id, so that the same text differs per member. */
export function sealNotificationText(seal: Seal, memberId: number, text: SealedText): Buffer {
  return seal.sealText(JSON.stringify({ memberId, ...text }));
}

export function openNotificationText(seal: Seal, targetSeal: Buffer | null): SealedText | null {
  const text = targetSeal && seal.openText(targetSeal);
  return text === null ? null : JSON.parse(text);
}

/** The stored key of a group of sealed notifications. */
export function sealGroupKey(seal: Seal, memberId: number, groupKey: string): string {
  return seal.sealText(`${memberId} ${groupKey}`).toString('base64');
}

interface SealedRow {
  memberId: number;
  groupKey?: string | null;
  targetSeal?: Buffer | null;
}

/** Adds to each what the unread notification of its group counts already. */
export async function joinSealed<Row extends SealedRow>(
  db: Executor,
  seal: Seal,
  rows: readonly Row[],
): Promise<Row[]> {
  const grouped = rows.filter(({ groupKey, targetSeal }) => groupKey && targetSeal);
  if (grouped.length === 0) return [...rows];
  const stored = await listUnreadSeals(
    db,
    grouped.map(({ memberId, groupKey }) => ({ memberId, groupKey: groupKey ?? '' })),
  );
  const known = new Map(stored.map((row) => [row.groupKey, row.targetSeal]));
  return rows.map((row) => {
    const before = openNotificationText(seal, known.get(row.groupKey ?? '') ?? null);
    const text = openNotificationText(seal, row.targetSeal ?? null);
    if (before === null || text === null) return row;
    const causes = [...(before.causes ?? []), ...(text.causes ?? [])].slice(-CAUSES_MAX);
    const joined = { ...text, causes, ...(before.lost && { lost: before.lost }) };
    return { ...row, targetSeal: sealNotificationText(seal, row.memberId, joined) };
  });
}
