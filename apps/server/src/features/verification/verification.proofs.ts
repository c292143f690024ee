import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { sha256 } from '../../platform/secrets.ts';
import { type CodeTarget, findProof, signupTarget, useProof } from './verification.repo.ts';

const PROOF_SECONDS = 600;

/** A proof that an address was verified in the last 10 minutes, for one purpose and one use. */
export interface AddressProof {
  state(): Promise<'open' | 'used' | 'none'>;
  /** Consumes it; false when there is none. */
  use(tx: Executor): Promise<boolean>;
}

export function createProofs({ db, clock }: { db: Db; clock: Clock }) {
  const start = () => addSeconds(clock.now(), -PROOF_SECONDS);
  const proofOf = (target: CodeTarget): AddressProof => ({
    state: () => findProof(db, target, start()),
    use: (tx) => useProof(tx, target, start(), clock.now()),
  });
  return {
    ofSignup: (email: string, flow: string | null) => proofOf(signupTarget(email, flow)),

    ofReset: ({ id, email }: { id: number; email: string }, flow: string | null) =>
      proofOf({ purpose: 'reset', email, memberId: id, flowHash: sha256(flow ?? '') }),

    ofChange: ({ memberId }: Actor, email: string) =>
      proofOf({ purpose: 'change', email, memberId, flowHash: null }),
  };
}
