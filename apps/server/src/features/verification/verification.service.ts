import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { hostCookie } from '../../platform/cookies.ts';
import { deriveKey, randomToken, sha256 } from '../../platform/secrets.ts';
import type { Tools } from '../tools.ts';
import { type CodeDeps, createCodes } from './verification.codes.ts';
import { createVerificationEmails } from './verification.emails.ts';
import {
  type CodeTarget,
  deleteFlows,
  findFlowMember,
  findProof,
  insertFlow,
  replaceFlow,
  signupTarget,
  useProof,
} from './verification.repo.ts';

/** Long enough for a code, a resend and a new password. */
const FLOW_SECONDS = 1800;
const PROOF_SECONDS = 600;

interface Deps extends Pick<Tools, 'emailNames'>, Omit<CodeDeps, 'codeKey' | 'emails'> {
  /** Newest first. */
  secrets: readonly string[];
}

export type VerificationService = ReturnType<typeof createVerificationService>;

/** Proves that a visitor owns an e-mail address. */
export function createVerificationService(deps: Deps) {
  const { db, clock, emailNames, secrets } = deps;
  const codeKey = deriveKey(secrets[0] ?? '', 'verification code');
  const emails = createVerificationEmails(emailNames);
  const proofStart = () => addSeconds(clock.now(), -PROOF_SECONDS);
  const proofOf = (target: CodeTarget) => ({
    state: () => findProof(db, target, proofStart()),
    /** Consumes it; false when there is none. */
    use: (tx: Executor) => useProof(tx, target, proofStart(), clock.now()),
  });

  return {
    /** Ties a password reset or a sign-up to its browser. */
    cookie: hostCookie(emailNames.publicUrl, 'naru_flow', FLOW_SECONDS),

    codes: createCodes({ ...deps, codeKey, emails }),

    /** Running password resets, each tied to the browser that began it. */
    flows: {
      /**
       * Returns the value of the flow cookie. The open code of the flow that this browser has for the same
       * member moves into it; it is a new one, as somebody may have put the former into this browser.
       */
      async begin(memberId: number, former: string | null): Promise<string> {
        const createdAt = clock.now();
        const expiresAt = addSeconds(createdAt, FLOW_SECONDS);
        const flow = randomToken();
        await db.transaction(async (tx) => {
          await insertFlow(tx, { flowHash: sha256(flow), memberId, createdAt, expiresAt });
          if (former !== null) await replaceFlow(tx, memberId, sha256(former), sha256(flow));
        });
        return flow;
      },

      /** The member that the browser with this cookie resets, or null. */
      findMember: (flow: string | null) => findFlowMember(db, sha256(flow ?? ''), clock.now()),

      /** Ends every running reset of the member with its codes. */
      endAll: deleteFlows,
    },

    /** Proofs that an address was verified in the last 10 minutes, for one purpose and one use. */
    proofs: {
      ofSignup: (email: string, flow: string | null) => proofOf(signupTarget(email, flow)),

      ofReset: ({ id, email }: { id: number; email: string }, flow: string | null) =>
        proofOf({ purpose: 'reset', email, memberId: id, flowHash: sha256(flow ?? '') }),

      ofChange: ({ memberId }: Actor, email: string) =>
        proofOf({ purpose: 'change', email, memberId, flowHash: null }),
    },
  };
}
