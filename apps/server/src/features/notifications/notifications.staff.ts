import { PETITION_BODIES } from '@naru/contract/petition-bodies';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { WAITING_REVEALS } from '../../domain/notifications/notification-kinds.ts';
import { renderNotification } from '../../domain/notifications/notifications.ts';
import type { Facts } from '../../domain/notifications/texts.ts';
import { findDebt, listWithRole } from '../../domain/petitions/recipients.repo.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { listStaff, listWaiting } from '../../domain/work/work.repo.ts';
import { changeContent, setGone } from './notifications.groups.repo.ts';
import type { Notify } from './notifications.notify.ts';
import type { Defer } from './notifications.pending.ts';
import type { Standing } from './notifications.standing.ts';

type ArrivedKind = Extract<
  keyof Facts,
  | 'reportArrived'
  | 'contentReportArrived'
  | 'inquiryArrived'
  | 'roleRequestArrived'
  | 'signUpArrived'
  | 'bookingArrived'
>;

const COUNTED = {
  reportArrived: 'REPORTS',
  contentReportArrived: 'REPORTS',
  inquiryArrived: 'INQUIRIES',
  roleRequestArrived: 'ROLE_REQUESTS',
  signUpArrived: 'SIGN_UPS',
  bookingArrived: 'BOOKINGS',
} as const;

/** Which notification says how much of a kind waits. */
const WAITING = {
  REPORTS: 'reportArrived',
  INQUIRIES: 'inquiryArrived',
  ROLE_REQUESTS: 'roleRequestArrived',
  SIGN_UPS: 'signUpArrived',
  BOOKINGS: 'bookingArrived',
} as const;

/** Work that MANAGER does too. */
const FOR_MANAGERS: ReadonlySet<ArrivedKind> = new Set(['contentReportArrived', 'bookingArrived']);

interface Deps extends Pick<DomainTools, 'clock'> {
  notify: Notify;
  standing: Pick<Standing, 'announce'>;
  defer: Defer;
}

export type StaffNotifications = ReturnType<typeof createStaffNotifications>;

/** Notifies staff that work has arrived or changed, each role of its own kinds of work. */
export function createStaffNotifications({ clock, notify, standing, defer }: Deps) {
  return {
    /**
     * Notifies the staff who may do the work, without the name of the asking member and without any content.
     * While the notification is unread, later work of the kind only raises its count.
     */
    async workArrived(
      tx: Tx,
      emit: Emit,
      { kind, actorId }: { kind: ArrivedKind; actorId?: number },
    ): Promise<void> {
      const staff = await listStaff(tx, ['MANAGER', 'ADMIN'], clock.now());
      for (const isAdmin of [false, true]) {
        const to = staff.filter((one) => one.isAdmin === isAdmin).map(({ id }) => id);
        if (to.length === 0 || !(isAdmin || FOR_MANAGERS.has(kind))) continue;
        const waiting = await listWaiting(tx, { memberId: 0, isAdmin });
        const total = waiting.find((one) => one.kind === COUNTED[kind])?.count ?? 1;
        await notify(tx, emit, { kind, facts: { total }, to, ...(actorId && { actorId }) });
      }
      await refresh(emit, staff);
    },

    /**
     * Open pages of the staff reload their counts, and notifications say what still waits. `isSilent`: these stay,
     * as more waits, of which nobody is notified.
     */
    async workChanged(tx: Tx, emit: Emit, isSilent = false): Promise<void> {
      const staff = await listStaff(tx, ['MANAGER', 'ADMIN'], clock.now());
      for (const isAdmin of isSilent ? [] : [false, true]) {
        const memberIds = staff.filter((one) => one.isAdmin === isAdmin).map(({ id }) => id);
        if (memberIds.length > 0) await follow(tx, emit, memberIds, isAdmin);
      }
      await refresh(emit, staff);
    },

    /**
     * Open pages of the staff and of the body that owes the answer of a post reload their counts, also when the
     * post is hidden or shown, and the body is asked for it or not any more. Other posts change nothing.
     */
    async debtChanged(tx: Tx, emit: Emit, postId: number): Promise<void> {
      const debt = await findDebt(tx, postId);
      if (debt === null) return;
      const asked = { event: 'OWED', day: debt.owedOn } as const;
      await defer(tx, { name: 'petitionProgressed', what: { postId, to: 'body', debt: asked } });
      const now = clock.now();
      const staff = await listStaff(tx, ['MANAGER', 'ADMIN'], now);
      const body = await listWithRole(tx, PETITION_BODIES[debt.addressee].role, now);
      const ids = new Set([...staff.map(({ id }) => id), ...body]);
      await refresh(
        emit,
        [...ids].map((id) => ({ id })),
      );
    },
  };

  async function follow(tx: Tx, emit: Emit, memberIds: readonly number[], isAdmin: boolean) {
    const waiting = await listWaiting(tx, { memberId: 0, isAdmin });
    const none = waiting.flatMap(({ count, kind }) =>
      count > 0 || kind === 'PETITIONS' ? [] : groupOf(kind),
    );
    const followed = await setGone(tx, { memberIds, groupKeys: none, isGone: true }, clock.now());
    for (const { kind, count: total } of waiting) {
      if (total === 0 || kind === 'REVEALS' || kind === 'PETITIONS') continue;
      const { content } = renderNotification({ kind: WAITING[kind], facts: { total } });
      const what = { memberIds, groupKey: groupOf(kind), content };
      followed.push(...(await changeContent(tx, what)));
    }
    await standing.announce(emit, followed);
  }
}

function groupOf(kind: keyof typeof WAITING | 'REVEALS'): string {
  if (kind === 'REVEALS') return WAITING_REVEALS;
  return renderNotification({ kind: WAITING[kind], facts: { total: 1 } }).groupKey ?? '';
}
async function refresh(emit: Emit, staff: readonly { id: number }[]): Promise<void> {
  for (const { id } of staff) await emit(id, { type: 'work' });
}
