import { LIMITS } from '@naru/contract/limits';
import {
  type JudgedType,
  obstacleText,
  type Reveal,
  type RevealDetail,
  type RevealObstacle,
} from '@naru/contract/moderation';
import type { Executor, Tx } from '../../db/client.ts';
import { lockAdmins } from '../../domain/access/members.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { Tools } from '../tools.ts';
import type { Contents } from './contents.service.ts';
import { findApprovalObstacle, findRequestObstacle, type RevealRules } from './reveals.policy.ts';
import { canOpen, presentReveal } from './reveals.present.ts';
import {
  decideReveal,
  findAdminGrants,
  findIdentity,
  findReveal,
  findRevealAdmins,
  findSealedAuthor,
  insertReveal,
  listReveals,
  type RevealRow,
} from './reveals.repo.ts';

const DAY = 24 * 60 * 60;
const DECIDED = { APPROVED: 'revealApproved', REJECTED: 'revealRejected' } as const;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'live' | 'notifications' | 'audit'> {
  people: Pick<AdminService, 'listAdminIds'>;
  contents: Pick<Contents, 'describe'>;
}

interface RevealInput {
  targetType: JudgedType;
  targetId: number;
  reason: string;
  withheld?: boolean | undefined;
}

/**
 * The only access to the author of anonymous content: one ADMIN requests it with a reason, a second
 * one approves, and both can read the identity for a day. The audit log has every step and every read,
 * without the identity.
 */
export function createReveals(deps: Deps) {
  const { db, clock, seal, live, audit, contents } = deps;

  return {
    /**
     * Throws POST_NOT_FOUND, COMMENT_NOT_FOUND, REVEAL_NOT_ANONYMOUS, REVEAL_EXISTS, REVEAL_DENIED,
     * REVEAL_NO_APPROVER.
     */
    async requestReveal(actor: Actor, input: RevealInput): Promise<Reveal> {
      const { targetType, targetId, reason, withheld = false } = input;
      return live.transaction(async (tx, emit) => {
        await lockAdmins(tx);
        const requesterId = actor.memberId;
        refuse(findRequestObstacle(await readRules(tx), requesterId));
        await checkTarget(tx, { type: targetType, targetId });
        const values = { targetType, targetId, reason, withheld, requesterId };
        const id = await insertReveal(tx, { ...values, createdAt: clock.now() });
        if (id === null) throw new AppError('REVEAL_EXISTS');
        await deps.notifications.notify(tx, emit, {
          kind: 'revealRequested',
          facts: null,
          to: await deps.people.listAdminIds(tx),
          actorId: requesterId,
        });
        await deps.notifications.workChanged(tx, emit);
        const detail = { targetType, targetId, ...(withheld && { withheld }) };
        await audit.record(tx, actor, { action: 'reveal.request', targetId: id, reason, detail });
        return present(tx, actor, await find(tx, id));
      });
    },

    /** Why the actor cannot request a reveal now, or null. */
    async getReadiness({ memberId }: Actor): Promise<{ obstacle: RevealObstacle | null }> {
      return { obstacle: findRequestObstacle(await readRules(db), memberId) };
    },

    /** Lists the requests of all ADMINs, newest first, without identities. */
    async listReveals({ memberId }: Actor, query: PageQuery) {
      const { rows, total } = await listReveals(db, rangeOf(query));
      const targets = await contents.describe(db, rows.map(contentOf));
      const viewer = { memberId, rules: await readRules(db) };
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

  /**
   * One of several parallel decisions succeeds. Throws REVEAL_NOT_FOUND, REVEAL_SELF, REVEAL_DECIDED,
   * REVEAL_DENIED. A rejection reveals nothing, so every other ADMIN may reject.
   */
  async function decide(actor: Actor, id: number, state: 'APPROVED' | 'REJECTED'): Promise<Reveal> {
    const { memberId: approverId } = actor;
    return live.transaction(async (tx, emit) => {
      await lockAdmins(tx);
      const row = await find(tx, id);
      await checkDecision(tx, row, approverId, state);
      const authorSeal = state === 'APPROVED' ? await sealForNotice(tx, row) : null;
      const decision = { state, approverId, decidedAt: clock.now(), authorSeal };
      if (!(await decideReveal(tx, id, decision))) throw new AppError('REVEAL_DECIDED');
      const to = [row.requesterId];
      await deps.notifications.notify(tx, emit, { kind: DECIDED[state], facts: null, to });
      await deps.notifications.workChanged(tx, emit);
      const action = state === 'APPROVED' ? 'reveal.approve' : 'reveal.reject';
      await audit.record(tx, actor, { action, ...auditedTarget(row) });
      return present(tx, actor, await find(tx, id));
    });
  }

  async function checkDecision(
    tx: Tx,
    { requesterId, state }: RevealRow,
    approverId: number,
    decision: 'APPROVED' | 'REJECTED',
  ): Promise<void> {
    if (requesterId === approverId) throw new AppError('REVEAL_SELF');
    if (state !== 'PENDING') throw new AppError('REVEAL_DECIDED');
    const obstacle = findApprovalObstacle(await readRules(tx), { requesterId, approverId });
    if (decision === 'APPROVED' || obstacle?.reason === 'SYSTEM') refuse(obstacle);
  }

  /** Take `lockAdmins` before, where a role change in between would matter. */
  async function readRules(tx: Executor): Promise<RevealRules> {
    const now = clock.now();
    const since = addSeconds(now, -LIMITS.revealLinkDays * DAY);
    const admins = await findRevealAdmins(tx, now);
    return { admins, grants: await findAdminGrants(tx, since), now };
  }

  /** Returns null when the content or the account was erased. */
  async function open(tx: Tx, row: RevealRow): Promise<RevealDetail['identity']> {
    const author = await findSealedAuthor(tx, refOf(row));
    const memberId = author?.authorSeal ? seal.open(author.authorSeal) : null;
    const identity = memberId === null ? null : await findIdentity(tx, memberId);
    if (identity === null) return null;
    const { id, username, name, nickname } = identity;
    return { id, username, name, nickname };
  }

  async function present(tx: Executor, actor: Actor, row: RevealRow): Promise<Reveal> {
    const [target] = await contents.describe(tx, [contentOf(row)]);
    return presentReveal(row, target, { memberId: actor.memberId, rules: await readRules(tx) });
  }
}

/** Null when the author is not to be notified, or the content was erased. */
async function sealForNotice(tx: Tx, row: RevealRow): Promise<Buffer | null> {
  if (row.withheld) return null;
  return (await findSealedAuthor(tx, refOf(row)))?.authorSeal ?? null;
}

async function checkTarget(tx: Tx, target: { type: JudgedType; targetId: number }): Promise<void> {
  const author = found(await findSealedAuthor(tx, target), `${target.type}_NOT_FOUND`);
  if (!author.isAnonymous) throw new AppError('REVEAL_NOT_ANONYMOUS');
}

async function find(tx: Tx, id: number): Promise<RevealRow> {
  return found(await findReveal(tx, id), 'REVEAL_NOT_FOUND');
}

function contentOf({ targetType, targetId }: RevealRow) {
  return { type: targetType, id: targetId };
}

function refOf({ targetType, targetId }: RevealRow) {
  return { type: targetType, targetId };
}

/** Throws REVEAL_NO_APPROVER or REVEAL_DENIED with the reason when there is an obstacle. */
function refuse(obstacle: RevealObstacle | null): void {
  if (obstacle === null) return;
  const code = obstacle.reason === 'NO_APPROVER' ? 'REVEAL_NO_APPROVER' : 'REVEAL_DENIED';
  throw new AppError(code, { message: obstacleText(obstacle) });
}

function auditedTarget({ id, targetType, targetId }: RevealRow) {
  return { targetId: id, detail: { targetType, targetId } };
}
