import type { BookingClosureInput, BookingUsage, DeskBooking } from '@naru/contract/booking-desk';
import { OPEN_STATES } from '@naru/contract/booking-slots';
import type { BookingClosure } from '@naru/contract/bookings';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay, toKst } from '../../platform/clock.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import type { Tools } from '../tools.ts';
import {
  countClosures,
  deleteClosure,
  insertClosure,
  lockResources,
} from './bookings.desk.repo.ts';
import { countUsage, type DeskRow, listOfPeriod, listRequests } from './bookings.lists.repo.ts';
import { answerBy, checkInBy, daysOf, termOf } from './bookings.periods.ts';
import { presentBooking } from './bookings.present.ts';
import {
  type BookingRow,
  findResource,
  listClosures,
  lockBooking,
  lockTouched,
  type ResourceRow,
  updateBooking,
} from './bookings.repo.ts';
import type { Waiting } from './bookings.waiting.ts';

const WEEK = 7;
const CLOSURE_OVER = '오늘이나 그 뒤의 날까지로 정해 주세요.';
const MANY_CLOSURES = `쉬는 날은 ${LIMITS.bookingClosures}개까지 둘 수 있습니다. 필요 없는 날을 삭제해 주세요.`;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live' | 'audit' | 'notifications'> {
  waiting: Waiting;
}

/** What staff do with bookings of members. */
export function createDesk({ db, clock, live, audit, notifications, waiting }: Deps) {
  /** A booking in one of the states with its resource, locked. */
  async function lockIn(tx: Tx, id: number, states: readonly BookingRow['state'][]) {
    const row = found(await lockBooking(tx, id), 'BOOKING_NOT_FOUND');
    if (!states.includes(row.state)) throw new AppError('BOOKING_CHANGED');
    return { row, resource: found(await findResource(tx, row.resourceId), 'BOOKING_NOT_FOUND') };
  }

  /** A request of somebody else that can still be answered, locked. */
  async function lockRequest(tx: Tx, { memberId }: Actor, id: number) {
    const { row, resource } = await lockIn(tx, id, ['REQUESTED']);
    if (row.memberId === memberId) throw new AppError('BOOKING_OWN');
    if (answerBy(resource, row) <= clock.now()) throw new AppError('BOOKING_CHANGED');
    return { row, resource };
  }

  const record = (
    tx: Tx,
    actor: Actor,
    action: 'booking.approve' | 'booking.refuse' | 'booking.cancel',
    { row, resource, reason }: { row: BookingRow; resource: ResourceRow; reason: string },
  ) =>
    audit.record(tx, actor, {
      action,
      targetId: row.id,
      ...(reason && { reason }),
      detail: { resource: resource.name, startsAt: toKst(row.startsAt) },
    });

  return {
    async listWeek(id: number, from: string): Promise<DeskBooking[]> {
      const resource = found(await findResource(db, id), 'BOOKING_RESOURCE_NOT_FOUND');
      const isTerm = resource.span === 'TERM';
      const period = (isTerm && termOf(resource)) || daysOf(from, addDays(from, WEEK - 1));
      return (await listOfPeriod(db, { id, isTerm }, period, clock.now())).map(presentDesk);
    },

    async listRequests(): Promise<DeskBooking[]> {
      return (await listRequests(db, clock.now())).map(presentDesk);
    },

    async decide(
      actor: Actor,
      id: number,
      { isApproved, reason }: { isApproved: boolean; reason: string },
    ): Promise<void> {
      await live.transaction(async (tx, emit) => {
        const { row, resource } = await lockRequest(tx, actor, id);
        if (isApproved) {
          const by = checkInBy(resource, row, clock.now());
          await updateBooking(tx, id, { state: 'BOOKED', checkInBy: by });
          await notifications.workChanged(tx, emit);
        } else {
          await waiting.end(tx, emit, row, { state: 'REFUSED', reason });
        }
        await waiting.notify(tx, emit, [row, resource], 'bookingDecided', { isApproved, reason });
        const action = isApproved ? 'booking.approve' : 'booking.refuse';
        await record(tx, actor, action, { row, resource, reason });
      });
    },

    async cancel(actor: Actor, id: number, reason: string): Promise<void> {
      await live.transaction(async (tx, emit) => {
        const { row, resource } = await lockIn(tx, id, OPEN_STATES);
        if (row.endsAt <= clock.now()) throw new AppError('BOOKING_CHANGED');
        await waiting.end(tx, emit, row, { state: 'CANCELLED', reason });
        await waiting.notify(tx, emit, [row, resource], 'bookingCancelled', { reason });
        await record(tx, actor, 'booking.cancel', { row, resource, reason });
      });
    },

    listClosures: (): Promise<BookingClosure[]> => listClosures(db, kstDay(clock.now())),

    /** Closes days; nobody can book them meanwhile, for the resources are locked. */
    async close(actor: Actor, input: BookingClosureInput) {
      return live.transaction(async (tx, emit) => {
        const now = clock.now();
        await requireRoomForClosure(tx, input.endsOn, kstDay(now));
        const resources = await lockResources(tx, input.resourceId);
        if (resources.length === 0) throw new AppError('BOOKING_RESOURCE_NOT_FOUND');
        const { startsOn, endsOn, reason, resourceId } = input;
        const closure = await insertClosure(tx, { ...input, createdAt: now });
        const touched = await lockTouched(tx, resourceId, daysOf(startsOn, endsOn), now);
        for (const row of touched) {
          await updateBooking(tx, row.id, { state: 'CANCELLED', reason, endedAt: now });
          const resource = resources.find(({ id }) => id === row.resourceId);
          if (resource)
            await waiting.notify(tx, emit, [row, resource], 'bookingCancelled', { reason });
        }
        await notifications.workChanged(tx, emit);
        const cancelled = touched.length;
        const detail = { startsOn, endsOn, cancelled, ...namesOf(resourceId, resources) };
        const entry = { action: 'booking.close', targetId: closure.id, reason, detail } as const;
        await audit.record(tx, actor, entry);
        return { ...closure, cancelled };
      });
    },

    async reopen(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const closure = await deleteClosure(tx, id);
        if (closure === null) throw new AppError('BOOKING_CLOSURE_NOT_FOUND');
        const { startsOn, endsOn } = closure;
        const detail = { startsOn, endsOn };
        await audit.record(tx, actor, { action: 'booking.reopen', targetId: id, detail });
      });
    },

    listUsage: ({ from, to }: { from: string; to: string }): Promise<BookingUsage[]> =>
      countUsage(db, daysOf(from, to), clock.now()),
  };
}

function namesOf(resourceId: number | null, [resource]: readonly ResourceRow[]) {
  return resourceId === null || resource === undefined ? {} : { resource: resource.name };
}

function presentDesk(row: DeskRow): DeskBooking {
  const { unitId, memberId, createdAt } = row.booking;
  const { nickname, missed } = row;
  return {
    ...presentBooking(row),
    unitId,
    createdAt: toKst(createdAt),
    member: memberId === null || nickname === null ? null : { id: memberId, nickname, missed },
  };
}

async function requireRoomForClosure(tx: Tx, endsOn: string, today: string): Promise<void> {
  if (endsOn < today) throw fieldError('endsOn', CLOSURE_OVER);
  const count = await countClosures(tx, today);
  if (count >= LIMITS.bookingClosures) throw fieldError('startsOn', MANY_CLOSURES);
}
