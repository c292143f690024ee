import { LIMITS } from '@naru/contract/limits';
import type { Suspension } from '@naru/contract/objections';
import type { Executor } from '../../db/client.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { signedToken } from '../../platform/signed-token.ts';
import type { InquiriesService } from '../inquiries/inquiries.service.ts';
import type { Tools } from '../tools.ts';
import { findSuspension } from './objections.repo.ts';

const LINK_SECONDS = LIMITS.objectionLinkDays * 24 * 60 * 60;
const OVER =
  '이용 정지가 끝났거나 바뀌었습니다. 로그인해 보거나 가장 최근의 이메일을 확인해 주세요.';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live'> {
  secrets: readonly string[];
  publicUrl: string;
  inquiries: Pick<InquiriesService, 'objectIn'>;
}

/** Objections of suspended members, who cannot log in: a signed link opens this one thing. */
export function createSuspensionObjections(deps: Deps) {
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
