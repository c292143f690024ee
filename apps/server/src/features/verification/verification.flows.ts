import type { Db } from '../../db/client.ts';
import { addSeconds, type Clock } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/secrets.ts';
import { deleteFlows, findFlowMember, insertFlow } from './verification.repo.ts';

/** Long enough for a code, a resend and a new password. */
export const FLOW_SECONDS = 1800;

/** Running password resets, each tied to the browser that began it. */
export function createFlows({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Returns the value of the flow cookie. */
    async begin(memberId: number): Promise<string> {
      const createdAt = clock.now();
      const expiresAt = addSeconds(createdAt, FLOW_SECONDS);
      const flow = randomToken();
      await insertFlow(db, { flowHash: sha256(flow), memberId, createdAt, expiresAt });
      return flow;
    },

    /** The member that the browser with this cookie resets, or null. */
    findMember: (flow: string | null) => findFlowMember(db, sha256(flow ?? ''), clock.now()),

    /** Ends every running reset of the member with its codes. */
    endAll: deleteFlows,
  };
}
