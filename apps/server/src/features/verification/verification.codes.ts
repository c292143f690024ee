import { createHmac, randomInt } from 'node:crypto';
import { ERRORS } from '@naru/contract/errors';
import { LIMITS } from '@naru/contract/limits';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { CampusNetworks } from '../../platform/campus-networks.ts';
import { addSeconds, toKst } from '../../platform/clock.ts';
import { hasDomain, maskEmail } from '../../platform/email/email.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { Limit } from '../../platform/rates.ts';
import { equalBytes, sha256 } from '../../platform/secrets.ts';
import { report } from '../../platform/security-events.ts';
import { wideNetworkOf } from '../../platform/wide-network.ts';
import type { Tools } from '../tools.ts';
import type { VerificationEmails } from './verification.emails.ts';
import {
  type CodeTarget,
  findCodeForUpdate,
  findFlowMember,
  insertCode,
  type LiveCode,
  replaceCodes,
  signupTarget,
  updateCode,
} from './verification.repo.ts';

/** Wrong attempts per code. */
const ATTEMPTS = 5;
/** Sends per e-mail address and purpose. */
const ADDRESS_LIMITS = [
  { max: 1, seconds: LIMITS.codeResendSeconds },
  { max: 5, seconds: 3600 },
  { max: 10, seconds: 86_400 },
] as const satisfies readonly Limit[];
/** Sends for one purpose per network address. */
const NETWORK_LIMIT: Limit = { max: 300, seconds: 3600 };
/** Sends to new addresses per member. */
const MEMBER_LIMIT: Limit = { max: 20, seconds: 3600 };
/** All sends for one purpose, so that a runaway stops before the e-mail provider blocks the site. */
const CEILING: Limit = { max: 300, seconds: 60 };
/** What each network may send also above the ceiling, so that others cannot use up its share. */
const SHARE: Limit = { max: 5, seconds: 60 };
/** Above it nobody may: hundreds of networks at once are an attack. */
const HIGHEST: Limit = { ...CEILING, max: 5 * CEILING.max };

const FLOW_OVER = '비밀번호 재설정 시간이 지났습니다. 학번(교번) 확인부터 다시 진행해 주세요.';

type CodeTools = 'db' | 'clock' | 'throttle' | 'emailQueue' | 'outgoing' | 'log';

export interface CodeDeps extends Pick<Tools, CodeTools> {
  emails: VerificationEmails;
  campus: CampusNetworks;
  /** HMAC key of the code hashes. */
  codeKey: Buffer;
  /** Domains that may sign up; empty for any. */
  signupDomains: readonly string[];
  isEmailTaken: (db: Executor, email: string) => Promise<boolean>;
}

interface CodeRequest {
  actor: Actor | null;
  /** Value of the flow cookie, which identifies the browser of a running reset or sign-up. */
  flow: string | null;
  /** Client address as keyed by the rate limits. */
  address: string;
}

/** The first code of a reset or a sign-up. */
interface FirstCode {
  /** Until another one may be sent. */
  resendSeconds: number;
  /** The flow has one. */
  codeSent: boolean;
}

type Verdict = 'right' | 'CODE_INCORRECT' | 'CODE_EXPIRED' | 'CODE_TRIES_EXCEEDED';

export function createCodes(deps: CodeDeps) {
  const { db, clock, throttle, emailQueue, emails, codeKey, log } = deps;

  return {
    /**
     * Sends a code and invalidates the one before. Every address gets the same response at the same
     * cost; one that has an account is sent a hint instead of a code. Throws CODE_THROTTLED,
     * EMAIL_DOMAIN_DENIED, VERIFICATION_REQUIRED for a masked address without a running reset, EMAILS_HELD while a
     * code could not arrive.
     */
    async send(email: string, request: CodeRequest) {
      const target = await findTarget(email, request);
      if (target.purpose === 'signup' && !hasDomain(target.email, deps.signupDomains, true)) {
        throw fieldError('email', ERRORS.EMAIL_DOMAIN_DENIED.message, 'EMAIL_DOMAIN_DENIED');
      }
      if (await deps.outgoing.isHeld()) throw new AppError('EMAILS_HELD');
      const now = clock.now();
      const expiresAt = addSeconds(now, LIMITS.codeSeconds);
      const code = createCode();
      await db.transaction(async (tx) => {
        await countSend(tx, target, request);
        const isTaken = await deps.isEmailTaken(tx, target.email);
        await replaceCodes(tx, target, now);
        await insertCode(tx, target, { codeHash: hashOf(target, code), createdAt: now, expiresAt });
        // Anybody may cause e-mails for sign-ups, as many as the limits allow.
        const options = { usefulUntil: expiresAt, isFirst: target.purpose !== 'signup' };
        await emailQueue.enqueue(tx, emailOf(target, code, isTaken), options);
      });
      return {
        message: '인증 코드를 보냈습니다. 이메일을 확인해 주세요.',
        expiresAt: toKst(expiresAt),
        resendAt: toKst(addSeconds(now, LIMITS.codeResendSeconds)),
      };
    },

    /**
     * Sends a first code. An address that got one in the last minute gets none, and the one of this flow stays
     * valid. Throws what `send` throws.
     */
    async begin(email: string, request: Omit<CodeRequest, 'actor'>): Promise<FirstCode> {
      const first = { ...request, actor: null };
      try {
        await this.send(email, first);
        return { resendSeconds: LIMITS.codeResendSeconds, codeSent: true };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'CODE_THROTTLED') throw error;
        const target = await findTarget(email, first);
        const pause = pauseOf(target);
        const { count, seconds } = await throttle.peek(db, pause.key, pause.limit);
        if (count < pause.limit.max) throw error;
        const live = await findLive(db, target, signupFlow(target, first));
        return { resendSeconds: seconds, codeSent: live !== null && live.expiresAt > clock.now() };
      }
    },

    /**
     * Checks a code; the right one proves the address for 10 minutes and one use. Returns the flow that
     * a sign-up goes on with, else null: somebody may have put a flow of their own into this browser,
     * who must not share the proof. Throws
     * CODE_INCORRECT, CODE_EXPIRED, CODE_TRIES_EXCEEDED after 5 wrong attempts,
     * VERIFICATION_REQUIRED as in `send`. Attempts count for the code of this browser only.
     */
    async verify(email: string, code: string, request: CodeRequest): Promise<string | null> {
      const target = await findTarget(email, request);
      const flow = signupFlow(target, request);
      const verdict = await db.transaction(async (tx) => {
        const live = await findLive(tx, target, flow);
        const found = judge(live, hashOf(target, code));
        if (live === null) return found;
        if (found === 'CODE_INCORRECT') {
          await updateCode(tx, live.id, { attempts: live.attempts + 1 });
        } else if (found === 'right' && live.verifiedAt === null) {
          const proof = { verifiedAt: clock.now(), ...(flow && { flowHash: sha256(flow) }) };
          await updateCode(tx, live.id, proof);
        }
        return found;
      });
      if (verdict === 'right') return flow;
      report(log, 'code failed');
      throw new AppError(verdict);
    },
  };

  /** The flow that a sign-up goes on with. */
  function signupFlow({ purpose }: CodeTarget, { flow }: CodeRequest): string | null {
    return purpose === 'signup' ? provenFlow(flow ?? '') : null;
  }

  /** Derived, so that a code that is sent twice leads to the same flow; only the server can do it. */
  function provenFlow(flow: string): string {
    return createHmac('sha256', codeKey).update(`proven ${flow}`).digest('base64url');
  }

  /** The open code, or the one that the same flow proved already. */
  async function findLive(tx: Executor, target: CodeTarget, flow: string | null) {
    const live = await findCodeForUpdate(tx, target);
    if (live !== null || flow === null) return live;
    return findCodeForUpdate(tx, signupTarget(target.email, flow));
  }

  function judge(live: LiveCode | null, hash: Buffer): Verdict {
    if (live === null || live.expiresAt <= clock.now()) return 'CODE_EXPIRED';
    if (live.attempts >= ATTEMPTS) return 'CODE_TRIES_EXCEEDED';
    return equalBytes(hash, live.codeHash) ? 'right' : 'CODE_INCORRECT';
  }

  /** A masked address means a reset, a logged-in actor a change of address, all else a sign-up. */
  async function findTarget(email: string, { actor, flow }: CodeRequest): Promise<CodeTarget> {
    const isMasked = email.includes('*');
    if (actor !== null && !isMasked) {
      return { purpose: 'change', email, memberId: actor.memberId, flowHash: null };
    }
    const reset = flow === null ? null : await findReset(email, sha256(flow));
    if (reset !== null) return reset;
    if (isMasked) throw new AppError('VERIFICATION_REQUIRED', { message: FLOW_OVER });
    return signupTarget(email, flow);
  }

  /** The running reset of this browser, if it is for this address. */
  async function findReset(email: string, flowHash: Buffer): Promise<CodeTarget | null> {
    const member = await findFlowMember(db, flowHash, clock.now());
    if (member === null) return null;
    const isItsAddress = email === member.email || email === maskEmail(member.email);
    if (!isItsAddress) return null;
    return { purpose: 'reset', email: member.email, memberId: member.id, flowHash };
  }

  /** Fixed order of locks, so that parallel sends cannot deadlock. */
  async function countSend(tx: Executor, target: CodeTarget, { address }: CodeRequest) {
    const { purpose, memberId } = target;
    const [key, limit] =
      purpose === 'change'
        ? [`code by ${memberId}`, MEMBER_LIMIT]
        : [`code ${purpose} from ${address}`, deps.campus.limitFor(address, NETWORK_LIMIT)];
    await throttle.hit(tx, key, limit, 'CODE_THROTTLED');
    for (const limit of ADDRESS_LIMITS) {
      await throttle.hit(tx, addressKeyOf(target, limit), limit, 'CODE_THROTTLED');
    }
    const network = `code ${purpose} near ${wideNetworkOf(address)}`;
    const share = deps.campus.limitFor(address, SHARE);
    await throttle.count(tx, network, share);
    const { count } = await throttle.peek(tx, network, share);
    const ceiling = count <= share.max ? HIGHEST : CEILING;
    try {
      await throttle.hit(tx, `code ${purpose} all`, ceiling, 'CODE_THROTTLED');
    } catch (error) {
      report(log, 'mail ceiling reached');
      throw error;
    }
  }

  function emailOf({ purpose, email }: CodeTarget, code: string, isTaken: boolean) {
    if (purpose === 'reset') return emails.resetCode(email, code);
    if (isTaken) return emails.alreadyMember(email);
    return purpose === 'change' ? emails.changeCode(email, code) : emails.signupCode(email, code);
  }

  function hashOf({ purpose, email }: CodeTarget, code: string): Buffer {
    return createHmac('sha256', codeKey).update(`${purpose} ${email} ${code}`).digest();
  }
}

export function createCode(): string {
  return String(randomInt(10 ** LIMITS.codeLength)).padStart(LIMITS.codeLength, '0');
}

function pauseOf(target: CodeTarget) {
  const [limit] = ADDRESS_LIMITS;
  return { limit, key: addressKeyOf(target, limit) };
}

function addressKeyOf(target: CodeTarget, { seconds }: Limit): string {
  return `code to ${keyOf(target)} ${seconds}`;
}

/** Counters store no addresses and are separate per purpose. */
function keyOf({ purpose, email }: CodeTarget): string {
  return `${purpose} ${sha256(email).toString('base64url')}`;
}
