import { LIMITS } from '@naru/contract/limits';
import type { RevealObstacle } from '@naru/contract/moderation';
import { addSeconds, toKst } from '../../platform/clock.ts';

const DAY = 24 * 60 * 60;

/** An ADMIN who can log in and does not hold SYSTEM. */
export interface RevealAdmin {
  id: number;
  /** Since when the member has held ADMIN without a break, with an address that no other member set. */
  trustedAt: Date;
}

/** A grant of ADMIN by another member. */
export interface AdminGrant {
  giverId: number;
  receiverId: number;
  at: Date;
}

/** What decides who may request and approve a reveal. */
export interface RevealRules {
  admins: readonly RevealAdmin[];
  /** Of the last `revealLinkDays`, revoked ones too. */
  grants: readonly AdminGrant[];
  now: Date;
}

/** Why the member may not request a reveal now, or null. */
export function findRequestObstacle(rules: RevealRules, memberId: number): RevealObstacle | null {
  const { admins, now } = rules;
  const own = admins.find(({ id }) => id === memberId);
  if (own === undefined) return obstacle('SYSTEM', null);
  if (isNew(own, now)) return obstacle('NEW', readyAt(own));
  const starts = admins
    .filter(({ id }) => id !== memberId)
    .map((other) => latest(readyAt(other), linkedUntil(rules.grants, memberId, other.id)))
    .toSorted((a, b) => a.getTime() - b.getTime());
  const [first] = starts;
  if (first !== undefined && first <= now) return null;
  return obstacle('NO_APPROVER', first ?? null);
}

/** Why the approver may not approve a request of the requester now, or null. */
export function findApprovalObstacle(
  { admins, grants, now }: RevealRules,
  { requesterId, approverId }: { requesterId: number; approverId: number },
): RevealObstacle | null {
  const approver = admins.find(({ id }) => id === approverId);
  const requester = admins.find(({ id }) => id === requesterId);
  if (approver === undefined) return obstacle('SYSTEM', null);
  if (isNew(approver, now)) return obstacle('NEW', readyAt(approver));
  if (requester === undefined) return obstacle('REQUESTER', null);
  if (isNew(requester, now)) return obstacle('REQUESTER', readyAt(requester));
  const until = linkedUntil(grants, requesterId, approverId);
  return until !== null && until > now ? obstacle('LINKED', until) : null;
}

function readyAt({ trustedAt }: RevealAdmin): Date {
  return addSeconds(trustedAt, LIMITS.revealWaitDays * DAY);
}

function isNew(admin: RevealAdmin, now: Date): boolean {
  return readyAt(admin) > now;
}

/**
 * When the last chain of grants between the two expires; null without one. Grants connect both ways,
 * so two ADMINs appointed by the same third one are linked too: adding the newest grants first, the
 * one that completes a chain is the oldest that the best chain needs.
 */
function linkedUntil(grants: readonly AdminGrant[], a: number, b: number): Date | null {
  const groupOf = new Map<number, Set<number>>();
  const group = (id: number) => groupOf.get(id) ?? new Set([id]);
  for (const grant of grants.toSorted((x, y) => y.at.getTime() - x.at.getTime())) {
    const joined = new Set([...group(grant.giverId), ...group(grant.receiverId)]);
    for (const id of joined) groupOf.set(id, joined);
    if (joined.has(a) && joined.has(b)) return addSeconds(grant.at, LIMITS.revealLinkDays * DAY);
  }
  return null;
}

function latest(a: Date, b: Date | null): Date {
  return b !== null && b > a ? b : a;
}

function obstacle(reason: RevealObstacle['reason'], until: Date | null): RevealObstacle {
  return { reason, until: until === null ? null : toKst(until) };
}
