import { LIMITS } from '@naru/contract/limits';
import type { ContentType, RemovedDetail, RemovedItem } from '@naru/contract/moderation';
import type { Tx } from '../../db/client.ts';
import { writerName } from '../../domain/authorship/writer.ts';
import { notifyAuthor, staffRoleOf } from '../../domain/moderation/staff-actions.ts';
import { postWriterName } from '../../domain/posts/post.present.ts';
import { restoreComment } from '../../domain/posts/restored-comments.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { excerptOf } from './contents.present.ts';
import type { Contents } from './contents.service.ts';
import { findRemoved, listRemoved, type RemovedRow, restorePost } from './removed.repo.ts';

const OWN = '자신이 쓴 글은 다른 운영진이 복구해야 합니다.';
const READABLE_SECONDS = LIMITS.removedDays * 24 * 60 * 60;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live' | 'notifications' | 'audit'> {
  contents: Pick<Contents, 'isOwn'>;
  /** Sanitises stored HTML before it is returned. */
  cleanHtml: (html: string) => string;
  /** Addresses at which the reader alone sees the pictures. */
  pictures: {
    linkFor: (reader: Actor, url: string) => string;
    linkAll: (reader: Actor, html: string) => string;
  };
}

/**
 * Content removed in the last 30 days by staff, or by its author after a report. No other content that
 * its author removed is readable; the job `content` erases all of it.
 */
export function createRemoved(deps: Deps) {
  const { db, clock, live, notifications, audit, contents, cleanHtml, pictures } = deps;
  const since = () => addSeconds(clock.now(), -READABLE_SECONDS);

  return {
    async listRemoved({ type, ...query }: PageQuery & { type: ContentType }) {
      const { rows, total } = await listRemoved(db, type, { since: since(), ...rangeOf(query) });
      return { items: rows.map((row) => presentItem(type, row)), page: pageInfo(query, total) };
    },

    /** Includes the full content; each read is recorded in the audit log. Throws NOT_FOUND. */
    async getRemoved(actor: Actor, type: ContentType, id: number): Promise<RemovedDetail> {
      return db.transaction(async (tx) => {
        const row = found(await findRemoved(tx, type, id, since()), 'NOT_FOUND');
        const action = type === 'POST' ? 'post.read-removed' : 'comment.read-removed';
        await audit.record(tx, actor, { action, targetId: id });
        return {
          ...presentItem(type, row),
          content: type === 'POST' ? pictures.linkAll(actor, cleanHtml(row.content)) : row.content,
          imageUrls: row.imageUrls
            .filter((url) => !row.content.includes(url))
            .map((url) => pictures.linkFor(actor, url)),
          restorable: row.isByStaff && row.hasParent,
        };
      });
    },

    /**
     * Throws NOT_FOUND, RESTORE_DENIED for content its author removed and for orphaned comments, and
     * PERMISSION_DENIED for the own content, with or without a name.
     */
    async restore(
      actor: Actor,
      { type, id }: { type: ContentType; id: number },
      reason: string,
    ): Promise<void> {
      await live.transaction(async (tx, emit) => {
        const { postId } = await restoreRow(tx, actor, type, id);
        await notifications.threadChanged(tx, emit, { postId, actorId: actor.memberId });
        if (type === 'POST') await notifications.debtChanged(tx, emit, id);
        const restored = {
          type,
          id,
          action: 'RESTORED',
          reason,
          office: staffRoleOf(actor),
        } as const;
        await notifyAuthor({ clock, notifications }, tx, emit, restored);
        const action = type === 'POST' ? 'post.restore' : 'comment.restore';
        await audit.record(tx, actor, { action, targetId: id, reason });
      });
    },
  };

  async function restoreRow(tx: Tx, actor: Actor, type: ContentType, id: number) {
    const row = found(await findRemoved(tx, type, id, since()), 'NOT_FOUND');
    if (!row.isByStaff || !row.hasParent) throw new AppError('RESTORE_DENIED');
    if (await contents.isOwn(tx, actor, { type, id })) {
      throw new AppError('PERMISSION_DENIED', { message: OWN });
    }
    const isRestored =
      type === 'POST' ? await restorePost(tx, id) : (await restoreComment(tx, row)) !== null;
    if (!isRestored) throw new AppError('NOT_FOUND');
    return row;
  }
}

function presentItem(type: ContentType, row: RemovedRow): RemovedItem {
  return {
    type,
    id: row.id,
    boardType: row.boardType,
    title: row.title,
    excerpt: excerptOf(row.text),
    writerNickname: type === 'POST' ? postWriterName(row) : writerName(row),
    createdDate: toKst(row.createdAt),
    removedAt: toKst(row.deletedAt),
    removedByNickname: row.removerNickname,
    reason: row.reason,
    purgedAt: toKst(addSeconds(row.deletedAt, READABLE_SECONDS)),
  };
}
