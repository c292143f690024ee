import type { ContentType } from '@naru/contract/moderation';
import type { HandledDetail } from '@naru/contract/objections';
import { cutGraphemes } from '@naru/contract/text';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { InquiriesService } from '../inquiries/inquiries.service.ts';
import type { Tools } from '../tools.ts';
import { presentHandled, RETAINED_SECONDS } from './objections.present.ts';
import { findHandled, type HandledRow, listHandled } from './objections.repo.ts';
import { createSuspensionObjections } from './objections.suspension.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live'> {
  /** Newest first; they sign the links of suspension e-mails. */
  secrets: readonly string[];
  publicUrl: string;
  inquiries: Pick<InquiriesService, 'objectIn'>;
  /** Sanitises stored HTML before it is returned. */
  cleanHtml: (html: string) => string;
}

interface ContentRef {
  type: ContentType;
  id: number;
}

/** Graphemes of a title in the title of an inquiry. */
const TITLE_MAX = 50;

export type ObjectionsService = ReturnType<typeof createObjectionsService>;

/** What members see of actions against their content and themselves, and their objections. */
export function createObjectionsService(deps: Deps) {
  const { db, clock, seal, live, inquiries, cleanHtml } = deps;
  const since = () => addSeconds(clock.now(), -RETAINED_SECONDS);
  const selfOf = ({ memberId }: Actor) => ({ memberId, seal: seal.seal(memberId) });

  return {
    ...createSuspensionObjections(deps),

    async listHandled(actor: Actor, query: PageQuery) {
      const range = { since: since(), ...rangeOf(query) };
      const { rows, total } = await listHandled(db, selfOf(actor), range);
      return { items: rows.map(presentHandled), page: pageInfo(query, total) };
    },

    /** Throws NOT_FOUND, also for content of others. */
    async getHandled(actor: Actor, ref: ContentRef): Promise<HandledDetail> {
      const content = { ...ref, since: since() };
      const row = found(await findHandled(db, selfOf(actor), content), 'NOT_FOUND');
      return {
        ...presentHandled(row),
        content: row.type === 'POST' ? cleanHtml(row.content) : row.content,
        imageUrls: row.imageUrls,
      };
    },

    /**
     * Returns the id of the inquiry. Below anonymous posts it is stored under the author's seal, so that
     * the objection names the author to nobody. Throws NOT_FOUND, OBJECTION_EXISTS.
     */
    async object(actor: Actor, ref: ContentRef, content: string): Promise<number> {
      const self = selfOf(actor);
      return live.transaction(async (tx, emit) => {
        const row = found(await findHandled(tx, self, { ...ref, since: since() }), 'NOT_FOUND');
        return inquiries.objectIn(tx, emit, {
          actionId: row.actionId,
          target: ref,
          subject: subjectOf(row),
          content,
          asker: row.isAnonymous ? { authorSeal: self.seal } : { memberId: self.memberId },
        });
      });
    },
  };
}

function subjectOf({ type, title }: HandledRow): string {
  return `'${cutGraphemes(title, TITLE_MAX)}' 글${type === 'COMMENT' ? '의 댓글' : ''}`;
}
