import { LIMITS } from '@naru/contract/limits';
import type { ContentType } from '@naru/contract/moderation';
import type { HandledDetail, Suspension } from '@naru/contract/objections';
import { cutGraphemes } from '@naru/contract/text';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { InquiriesService } from '../inquiries/inquiries.service.ts';
import type { Tools } from '../tools.ts';
import { presentHandled, RETAINED_SECONDS } from './objections.present.ts';
import { findHandled, findSuspension, type HandledRow, listHandled } from './objections.repo.ts';

const LINK_SECONDS = LIMITS.objectionLinkDays * 24 * 60 * 60;
const OVER =
  '이용 정지가 끝났거나 바뀌었습니다. 로그인해 보거나 가장 최근의 이메일을 확인해 주세요.';

interface SuspensionObjectionDeps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  secrets: readonly string[];
  publicUrl: string;
  inquiries: Pick<InquiriesService, 'objectIn'>;
}

/** Objections of suspended members, who cannot log in: a signed link opens this one thing. */
function createSuspensionObjections(deps: SuspensionObjectionDeps) {
  const { db, clock, live, secrets, publicUrl, inquiries } = deps;
  const links = signedToken('objection to a suspension', secrets);

  return {
    /** The token is in the fragment, which browsers send to no server and no other site. */
    objectionLink(actionId: number, suspendedUntil: Date): string {
      const latest = addSeconds(clock.now(), LINK_SECONDS);
      const expiresAt = suspendedUntil < latest ? suspendedUntil : latest;
      return `${publicUrl}/objection#${links.sign(String(actionId), expiresAt)}`;
    },

    /** Whether the member is suspended by this action now. */
    isSuspension: async (actionId: number): Promise<boolean> =>
      (await findSuspension(db, actionId, clock.now())) !== null,

    /** Throws OBJECTION_LINK_INVALID. */
    async getSuspension(token: string): Promise<Suspension> {
      const { suspension } = await open(db, token);
      return suspension;
    },

    /** Throws OBJECTION_LINK_INVALID, OBJECTION_EXISTS. */
    async objectToSuspension(token: string, content: string): Promise<void> {
      await live.transaction(async (tx, emit) => {
        const { actionId, memberId } = await open(tx, token);
        const target = { type: 'MEMBER', id: memberId } as const;
        const asker = { memberId };
        await inquiries.objectIn(tx, emit, { actionId, target, subject: '', content, asker });
      });
    },
  };

  async function open(tx: Executor, token: string) {
    const now = clock.now();
    const payload = links.verify(token, now);
    const expiresAt = links.read(token)?.expiresAt;
    if (payload === null || expiresAt === undefined) throw new AppError('OBJECTION_LINK_INVALID');
    const actionId = Number(payload.toString());
    const row = await findSuspension(tx, actionId, now);
    if (row === null || row.until === null) {
      throw new AppError('OBJECTION_LINK_INVALID', { message: OVER });
    }
    const suspension: Suspension = {
      reason: row.reason ?? '',
      until: toKst(row.until),
      linkUntil: toKst(expiresAt),
      objectedAt: row.objectedAt === null ? null : toKst(row.objectedAt),
    };
    return { actionId, memberId: row.memberId, suspension };
  }
}

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
  return `‘${cutGraphemes(title, TITLE_MAX)}’ 글${type === 'COMMENT' ? '의 댓글' : ''}`;
}
