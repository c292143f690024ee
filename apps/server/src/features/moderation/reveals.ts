import type { ContentType, Reveal, RevealDetail } from '@naru/contract/moderation';
import type { Db, Executor, Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Seal } from '../../platform/seal.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { AuditRecord, AuditService } from '../audit/audit.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
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

interface Deps {
  db: Db;
  clock: Clock;
  seal: Pick<Seal, 'open'>;
  live: Pick<Live, 'transaction'>;
  notifications: Pick<NotificationsService, 'notify'>;
  audit: Pick<AuditService, 'record'>;
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
        await audit.record(tx, { ...entryOf(actor, 'reveal.request', id), reason, detail });
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
        const detail = { targetType: row.targetType, targetId: row.targetId };
        await audit.record(tx, { ...entryOf(actor, 'reveal.open', id), detail });
        return { ...reveal, identity };
      });
    },

    approveReveal: (actor: Actor, id: number) => decide(actor, id, 'APPROVED'),
    rejectReveal: (actor: Actor, id: number) => decide(actor, id, 'REJECTED'),
  };

  /** One of several concurrent decisions wins. Throws REVEAL_NOT_FOUND, REVEAL_SELF, REVEAL_DECIDED. */
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
      const detail = { targetType: row.targetType, targetId: row.targetId };
      await audit.record(tx, { ...entryOf(actor, action, id), detail });
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
  const author = await findSealedAuthor(tx, target);
  if (author === null) throw new AppError(`${target.type}_NOT_FOUND`);
  if (!author.isAnonymous) throw new AppError('REVEAL_NOT_ANONYMOUS');
}

async function find(tx: Tx, id: number): Promise<RevealRow> {
  const row = await findReveal(tx, id);
  if (row === null) throw new AppError('REVEAL_NOT_FOUND');
  return row;
}

function refOf({ targetType, targetId }: RevealRow) {
  return { type: targetType, id: targetId };
}

function entryOf({ memberId, address }: Actor, action: AuditRecord['action'], targetId: number) {
  return { actorId: memberId, address, action, targetType: 'reveal', targetId } as const;
}
