import type { ContentType, Reveal, RevealDetail } from '@naru/contract/moderation';
import type { Executor, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { found } from '../../platform/found.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../../tools.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { Contents } from './contents.service.ts';
import { canOpen, presentReveal } from './reveals.present.ts';
import {
  decideReveal,
  findIdentity,
  findReveal,
  findSealedAuthor,
  insertReveal,
  listReveals,
  type RevealRow,
} from './reveals.repo.ts';

const DECIDED = { APPROVED: 'revealApproved', REJECTED: 'revealRejected' } as const;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live' | 'notifications' | 'audit'> {
  people: Pick<AdminService, 'listAdminIds'>;
  contents: Pick<Contents, 'describe'>;
}

interface RevealInput {
  targetType: ContentType;
  targetId: number;
  reason: string;
}

/**
 * The only access to the author of anonymous content: one ADMIN requests it with a reason, a second
 * one approves, and both can read the identity for a day. The audit log has every step and every read,
 * without the identity.
 */
export function createReveals(deps: Deps) {
  const { db, clock, seal, live, audit, contents } = deps;

  return {
    /** Throws POST_NOT_FOUND, COMMENT_NOT_FOUND, REVEAL_NOT_ANONYMOUS, REVEAL_EXISTS. */
    async requestReveal(actor: Actor, input: RevealInput): Promise<Reveal> {
      const { targetType, targetId, reason } = input;
      return live.transaction(async (tx, emit) => {
        await checkTarget(tx, { type: targetType, id: targetId });
        const requesterId = actor.memberId;
        const createdAt = clock.now();
        const id = await insertReveal(tx, { targetType, targetId, reason, requesterId, createdAt });
        if (id === null) throw new AppError('REVEAL_EXISTS');
        await deps.notifications.notify(tx, emit, {
          kind: 'revealRequested',
          facts: null,
          to: await deps.people.listAdminIds(tx),
          actorId: requesterId,
        });
        const detail = { targetType, targetId };
        await audit.record(tx, actor, { action: 'reveal.request', targetId: id, reason, detail });
        return present(tx, actor, await find(tx, id));
      });
    },

    /** Lists the requests of all ADMINs, newest first, without identities. */
    async listReveals({ memberId }: Actor, query: PageQuery) {
      const { rows, total } = await listReveals(db, rangeOf(query));
      const targets = await contents.describe(db, rows.map(refOf));
      const viewer = { memberId, now: clock.now() };
      return {
        reveals: rows.map((row, index) => presentReveal(row, targets[index], viewer)),
        page: pageInfo(query, total),
      };
    },

    /**
     * Includes the identity for the requester and the approver for a day after the approval; each such
     * read is recorded in the audit log. Throws REVEAL_NOT_FOUND.
     */
    async getReveal(actor: Actor, id: number): Promise<RevealDetail> {
      return db.transaction(async (tx) => {
        const row = await find(tx, id);
        const reveal = await present(tx, actor, row);
        if (!canOpen(row, actor.memberId, clock.now())) return { ...reveal, identity: null };
        const identity = await open(tx, row);
        await audit.record(tx, actor, { action: 'reveal.open', ...auditedTarget(row) });
        return { ...reveal, identity };
      });
    },

    approveReveal: (actor: Actor, id: number) => decide(actor, id, 'APPROVED'),
    rejectReveal: (actor: Actor, id: number) => decide(actor, id, 'REJECTED'),
  };

  /** One of several parallel decisions succeeds. Throws REVEAL_NOT_FOUND, REVEAL_SELF, REVEAL_DECIDED. */
  async function decide(actor: Actor, id: number, state: 'APPROVED' | 'REJECTED'): Promise<Reveal> {
    const { memberId: approverId } = actor;
    return live.transaction(async (tx, emit) => {
      const isDecided = await decideReveal(tx, id, { state, approverId, decidedAt: clock.now() });
      const row = await find(tx, id);
      if (!isDecided) {
        throw new AppError(row.requesterId === approverId ? 'REVEAL_SELF' : 'REVEAL_DECIDED');
      }
      const to = [row.requesterId];
      await deps.notifications.notify(tx, emit, { kind: DECIDED[state], facts: null, to });
      const action = state === 'APPROVED' ? 'reveal.approve' : 'reveal.reject';
      await audit.record(tx, actor, { action, ...auditedTarget(row) });
      return present(tx, actor, row);
    });
  }

  /** Returns null when the content or the account was erased. */
  async function open(tx: Tx, row: RevealRow): Promise<RevealDetail['identity']> {
    const author = await findSealedAuthor(tx, { type: row.targetType, id: row.targetId });
    const memberId = author?.authorSeal ? seal.open(author.authorSeal) : null;
    return memberId === null ? null : findIdentity(tx, memberId);
  }

  async function present(tx: Executor, actor: Actor, row: RevealRow): Promise<Reveal> {
    const [target] = await contents.describe(tx, [refOf(row)]);
    return presentReveal(row, target, { memberId: actor.memberId, now: clock.now() });
  }
}

async function checkTarget(tx: Tx, target: { type: ContentType; id: number }): Promise<void> {
  const author = found(await findSealedAuthor(tx, target), `${target.type}_NOT_FOUND`);
  if (!author.isAnonymous) throw new AppError('REVEAL_NOT_ANONYMOUS');
}

async function find(tx: Tx, id: number): Promise<RevealRow> {
  return found(await findReveal(tx, id), 'REVEAL_NOT_FOUND');
}

function refOf({ targetType, targetId }: RevealRow) {
  return { type: targetType, id: targetId };
}

function auditedTarget({ id, targetType, targetId }: RevealRow) {
  return { targetId: id, detail: { targetType, targetId } };
}
