import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Facts } from '../../domain/notifications/texts.ts';
import type { DomainTools } from '../../domain/tools.ts';
import { listStaff, listWaiting } from '../../domain/work/work.repo.ts';
import type { Notify } from './notifications.notify.ts';

type ArrivedKind = Extract<
  keyof Facts,
  | 'reportArrived'
  | 'contentReportArrived'
  | 'inquiryArrived'
  | 'roleRequestArrived'
  | 'signUpArrived'
>;

const COUNTED = {
  reportArrived: 'REPORTS',
  contentReportArrived: 'REPORTS',
  inquiryArrived: 'INQUIRIES',
  roleRequestArrived: 'ROLE_REQUESTS',
  signUpArrived: 'SIGN_UPS',
} as const;

interface Deps extends Pick<DomainTools, 'clock'> {
  notify: Notify;
}

export type StaffNotifications = ReturnType<typeof createStaffNotifications>;

/** Notifies staff that work has arrived or changed, each role of its own kinds of work. */
export function createStaffNotifications({ clock, notify }: Deps) {
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
        if (to.length === 0 || !(isAdmin || kind === 'contentReportArrived')) continue;
        const waiting = await listWaiting(tx, { memberId: 0, isAdmin });
        const total = waiting.find((one) => one.kind === COUNTED[kind])?.count ?? 1;
        await notify(tx, emit, { kind, facts: { total }, to, ...(actorId && { actorId }) });
      }
      await refresh(emit, staff);
    },

    /** Open pages of the staff reload their counts. */
    async workChanged(tx: Tx, emit: Emit): Promise<void> {
      await refresh(emit, await listStaff(tx, ['MANAGER', 'ADMIN'], clock.now()));
    },
  };
}

async function refresh(emit: Emit, staff: readonly { id: number }[]): Promise<void> {
  for (const { id } of staff) await emit(id, { type: 'work' });
}
