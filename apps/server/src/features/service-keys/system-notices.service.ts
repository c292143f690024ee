import type { RouteAnswer } from '@naru/contract/route';
import type { SystemNotice, systemNoticeRoutes } from '@naru/contract/system-notices';
import type { ImportArticles } from '../../domain/sources/import-articles.ts';
import { AppError } from '../../platform/errors.ts';
import type { ServiceCaller } from '../../platform/service-caller.ts';
import type { Tools } from '../tools.ts';
import { markUsed } from './service-keys.repo.ts';

/** The audit log names it instead of a member. */
const NO_MEMBER = 0;

interface Deps extends Pick<Tools, 'clock' | 'audit'> {
  importArticles: ImportArticles;
}

type Sent = Omit<RouteAnswer<(typeof systemNoticeRoutes)['send']>, 'message'>;

export type SystemNoticesService = ReturnType<typeof createSystemNoticesService>;

/** Notices that programs post with a service key. */
export function createSystemNoticesService({ clock, audit, importArticles }: Deps) {
  return {
    /**
     * Posts a notice, or changes the one that a key of this name sent with the same `sourceId`. The use is
     * counted and recorded in the transaction that stores it. Throws VALIDATION_FAILED for an article that no
     * post can show, and SERVICE_KEY_INVALID for a key that was revoked meanwhile.
     */
    async send(caller: ServiceCaller, notice: SystemNotice): Promise<Sent> {
      const { keyId, name, address } = caller;
      const { boardType, publishedAt, ...article } = notice;
      const source = { key: `key:${name}`, boardType, isFirst: false };
      const read = { ...article, publishedAt: publishedAt ? new Date(publishedAt) : null };
      const [result] = await importArticles(source, [read], async (tx, { outcome, postId }) => {
        if (!(await markUsed(tx, keyId, clock.now()))) throw new AppError('SERVICE_KEY_INVALID');
        const { title, sourceId } = notice;
        const detail = { name, outcome, title, sourceId, ...(postId !== null && { postId }) };
        const actor = { memberId: NO_MEMBER, ...(address !== undefined && { address }) };
        await audit.record(tx, actor, { action: 'service-key.use', targetId: keyId, detail });
      });
      if (result === undefined) throw new Error('the article has no result');
      const { outcome, postId: id, reason } = result;
      if (outcome !== 'refused') return { outcome, id, note: reason };
      throw new AppError('VALIDATION_FAILED', { ...(reason !== null && { message: reason }) });
    },
  };
}
