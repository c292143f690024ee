import type { BookingResourceInput, EditedResource } from '@naru/contract/booking-desk';
import { LIMITS } from '@naru/contract/limits';
import type { Tx } from '../../db/client.ts';
import { requireVersion } from '../../domain/edits/versions.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, kstDay } from '../../platform/clock.ts';
import { AppError, fieldError, found } from '../../platform/errors.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { Tools } from '../tools.ts';
import {
  countBookings,
  countResources,
  deleteUnused,
  saveResource,
  saveUnit,
} from './bookings.desk.repo.ts';
import { listResources, listUnits } from './bookings.lists.repo.ts';
import { isBookable } from './bookings.periods.ts';
import { editedOf, presentEdited } from './bookings.present.ts';
import { findResource, lockInLine, lockUnits, type ResourceRow } from './bookings.repo.ts';
import type { Waiting } from './bookings.waiting.ts';

/** Longer than anything may be booked ahead. */
const FAR_SECONDS = 2 * LIMITS.bookingTermDays * 24 * 60 * 60;
const NOT_OF_IT = '다른 사람이 자리를 바꾸었습니다. 창을 닫고 다시 열어 주세요.';
const HOURS_CHANGED = '예약할 수 있는 시간이 바뀌었습니다.';
const TERM = ['termStartsOn', 'termEndsOn'] as const;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live' | 'audit'> {
  waiting: Waiting;
}

function isSame<K extends keyof ResourceRow>(
  former: ResourceRow | null,
  next: Pick<ResourceRow, K>,
  parts: readonly K[],
): boolean {
  return former !== null && parts.every((part) => former[part] === next[part]);
}

/** The form of staff: resources with their units. */
export function createResources({ db, clock, live, audit, waiting }: Deps) {
  /** What the form says, and a draw where there is none for this term yet. */
  function valuesOf(input: BookingResourceInput, former: ResourceRow | null) {
    const { units: _, ...rest } = input;
    const isTerm = rest.span === 'TERM';
    const term = {
      termStartsOn: isTerm ? rest.termStartsOn : null,
      termEndsOn: isTerm ? rest.termEndsOn : null,
    };
    const closesAt = rest.way === 'LOTTERY' && rest.closesAt ? new Date(rest.closesAt) : null;
    const isDrawn = Boolean(former?.seed) && isSame(former, term, TERM);
    const isNew = !isSame(former, rest, ['weeklyCount', 'weeklyMinutes']);
    return {
      ...{ ...rest, ...term, closesAt },
      ...(closesAt && !isDrawn && { seed: randomToken(), drawnAt: null, drawnUnits: null }),
      ...(isNew && { quotaSince: clock.now() }),
    };
  }

  /**
   * What was booked keeps its kind. Entries would lose their draw, and members could not count a draw again, if the
   * term or the way changed.
   */
  async function requireMovable(
    tx: Tx,
    former: ResourceRow,
    next: Pick<ResourceRow, 'span' | 'way' | (typeof TERM)[number]>,
  ): Promise<void> {
    const isKind = isSame(former, next, ['span']);
    if (isKind && isSame(former, next, ['way', ...TERM])) return;
    if (!isKind && (await countBookings(tx, former.id)) > 0) {
      throw new AppError('BOOKING_SPAN_FIXED');
    }
    const entries = await countBookings(tx, former.id, 'ENTERED');
    if (entries > 0 || drawLasts(former, next)) throw new AppError('BOOKING_DRAW_OPEN');
  }

  function drawLasts(
    { drawnAt, termEndsOn }: ResourceRow,
    next: Pick<ResourceRow, 'termStartsOn'>,
  ) {
    const today = kstDay(clock.now());
    if (drawnAt === null || termEndsOn === null) return false;
    return termEndsOn >= today || termEndsOn >= (next.termStartsOn ?? today);
  }

  /** Nobody gets a place in hours that have changed; what was booked stays. */
  async function endUnfit(tx: Tx, emit: Emit, resource: ResourceRow): Promise<void> {
    if (resource.span === 'TERM') return;
    for (const row of await lockInLine(tx, resource.id, clock.now())) {
      // As of its begin, so that a place is not unfit only because its time runs or is far ahead.
      if (isBookable(resource, [], row, row.startsAt)) continue;
      await waiting.end(tx, emit, row, { state: 'CANCELLED', reason: HOURS_CHANGED });
      const facts = { reason: HOURS_CHANGED };
      await waiting.notify(tx, emit, [row, resource], 'bookingCancelled', facts);
    }
  }

  /** The units in the order of the form; what is free by it goes to who waits. */
  async function storeUnits(
    tx: Tx,
    emit: Emit,
    resourceId: number,
    units: BookingResourceInput['units'],
  ): Promise<void> {
    const stored = new Set((await listUnits(tx, [resourceId])).map(({ id }) => id));
    const isForeign = units.some(({ id }) => id !== undefined && !stored.delete(id));
    if (isForeign) throw fieldError('units', NOT_OF_IT);
    for (const id of stored) {
      if (!(await deleteUnused(tx, 'unit', id))) throw new AppError('BOOKING_UNIT_USED');
    }
    const ids: number[] = [];
    for (const [position, { id, name, isOut }] of units.entries()) {
      ids.push(await saveUnit(tx, { id, resourceId, name, isOut, position }));
    }
    const startsAt = clock.now();
    const endsAt = addSeconds(startsAt, FAR_SECONDS);
    for (const unitId of ids) {
      await waiting.passOn(tx, emit, { resourceId, unitId, startsAt, endsAt });
    }
  }

  return {
    async listEdited(): Promise<EditedResource[]> {
      const rows = (await listResources(db, clock.now(), 'all')).map(({ row }) => row);
      const ids = rows.map(({ id }) => id);
      const units = await listUnits(db, ids);
      const unitsOf = (id: number) => units.filter(({ resourceId }) => resourceId === id);
      return rows.map((row) => presentEdited(row, unitsOf(row.id)));
    },

    async createResource(actor: Actor, input: BookingResourceInput): Promise<EditedResource> {
      return live.transaction(async (tx, emit) => {
        if ((await countResources(tx)) >= LIMITS.bookingResources) {
          throw fieldError('name', `자원은 ${LIMITS.bookingResources}개까지 만들 수 있습니다.`);
        }
        const values = { ...valuesOf(input, null), createdAt: clock.now() };
        const row = await saveResource(tx, null, values);
        await storeUnits(tx, emit, row.id, input.units);
        const entry = { targetId: row.id, detail: { name: row.name } };
        await audit.record(tx, actor, { action: 'booking.resource-create', ...entry });
        return presentEdited(row, await listUnits(tx, [row.id]));
      });
    },

    async updateResource(
      actor: Actor,
      id: number,
      { version, ...input }: BookingResourceInput & { version?: string | undefined },
    ): Promise<EditedResource> {
      return live.transaction(async (tx, emit) => {
        const row = found(await findResource(tx, id, 'update'), 'BOOKING_RESOURCE_NOT_FOUND');
        const before = editedOf(row, await listUnits(tx, [id]));
        requireVersion(version, before);
        await lockUnits(tx, { resourceId: id });
        const values = valuesOf(input, row);
        await requireMovable(tx, row, values);
        const saved = await saveResource(tx, id, values);
        await endUnfit(tx, emit, saved);
        await storeUnits(tx, emit, id, input.units);
        const units = await listUnits(tx, [id]);
        // With the seed of a draw that makes room for the next one, so that it can still be counted again.
        const former = row.drawnAt !== null && saved.seed !== row.seed ? { seed: row.seed } : {};
        const detail = { name: saved.name, before, after: editedOf(saved, units), ...former };
        const entry = { action: 'booking.resource-update', targetId: id, detail } as const;
        await audit.record(tx, actor, entry);
        return presentEdited(saved, units);
      });
    },

    async removeResource(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const { name } = found(await findResource(tx, id, 'update'), 'BOOKING_RESOURCE_NOT_FOUND');
        const isGone = await deleteUnused(tx, 'resource', id);
        if (!isGone) throw new AppError('BOOKING_RESOURCE_USED');
        const entry = { targetId: id, detail: { name } };
        await audit.record(tx, actor, { action: 'booking.resource-delete', ...entry });
      });
    },
  };
}
