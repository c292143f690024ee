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
  countResources,
  deleteResource,
  deleteUnit,
  hasEntries,
  insertResource,
  insertUnit,
  updateResource,
  updateUnit,
} from './bookings.desk.repo.ts';
import { listResources, listUnits } from './bookings.lists.repo.ts';
import { editedOf, presentEdited } from './bookings.present.ts';
import { findResource, type ResourceRow } from './bookings.repo.ts';
import type { Waiting } from './bookings.waiting.ts';

/** Longer than anything may be booked ahead. */
const FAR_SECONDS = 2 * LIMITS.bookingTermDays * 24 * 60 * 60;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'live' | 'audit'> {
  waiting: Waiting;
}

/** The form of staff: resources with their units. */
export function createResources({ db, clock, live, audit, waiting }: Deps) {
  /** What the form says, and a draw where there is none for this term yet. */
  function valuesOf(input: BookingResourceInput, former: ResourceRow | null) {
    const { units: _, closesAt, termStartsOn, termEndsOn, ...rest } = input;
    const term = rest.span === 'TERM' ? { termStartsOn, termEndsOn } : NO_TERM;
    const isLottery = rest.way === 'LOTTERY' && closesAt !== null;
    return {
      ...rest,
      ...term,
      closesAt: isLottery ? new Date(closesAt) : null,
      ...(isLottery && !hasDrawOf(former, term) && newDraw()),
      ...(!isSameQuota(former, rest) && { quotaSince: clock.now() }),
    };
  }

  /** Entries would lose their draw, and members could not count a draw again. */
  async function mustStay(tx: Tx, former: ResourceRow, next: Term): Promise<boolean> {
    if (await hasEntries(tx, former.id)) return true;
    const { drawnAt, termEndsOn } = former;
    if (drawnAt === null || termEndsOn === null) return false;
    const today = kstDay(clock.now());
    return termEndsOn >= today || termEndsOn >= (next.termStartsOn ?? today);
  }

  /** Stores the units in the order of the form, and returns their ids. */
  async function saveUnits(
    tx: Tx,
    resourceId: number,
    units: BookingResourceInput['units'],
    stored: Set<number>,
  ): Promise<number[]> {
    const ids: number[] = [];
    for (const [position, { id, name, isOut }] of units.entries()) {
      const values = { name, isOut, position };
      if (id === undefined) {
        ids.push(await insertUnit(tx, { resourceId, ...values }));
        continue;
      }
      if (!stored.delete(id)) throw fieldError('units', NOT_OF_IT);
      await updateUnit(tx, id, values);
      ids.push(id);
    }
    return ids;
  }

  /** The units as the form has them; what is free by it goes to who waits. */
  async function storeUnits(
    tx: Tx,
    emit: Emit,
    resourceId: number,
    units: BookingResourceInput['units'],
  ): Promise<void> {
    const stored = new Set((await listUnits(tx, [resourceId])).map(({ id }) => id));
    const ids = await saveUnits(tx, resourceId, units, stored);
    for (const id of stored) {
      if (!(await deleteUnit(tx, id))) throw new AppError('BOOKING_UNIT_USED');
    }
    const startsAt = clock.now();
    const endsAt = addSeconds(startsAt, FAR_SECONDS);
    for (const unitId of ids) {
      await waiting.passOn(tx, emit, { resourceId, unitId, startsAt, endsAt });
    }
  }

  return {
    async listEdited(): Promise<EditedResource[]> {
      const rows = await listResources(db, clock.now(), 'all');
      const units = await listUnits(
        db,
        rows.map(({ row }) => row.id),
      );
      return rows.map(({ row }) =>
        presentEdited(
          row,
          units.filter(({ resourceId }) => resourceId === row.id),
        ),
      );
    },

    async createResource(actor: Actor, input: BookingResourceInput): Promise<EditedResource> {
      return live.transaction(async (tx, emit) => {
        if ((await countResources(tx)) >= LIMITS.bookingResources) {
          throw fieldError('name', `자원은 ${LIMITS.bookingResources}개까지 만들 수 있습니다.`);
        }
        const values = { ...valuesOf(input, null), createdAt: clock.now() };
        const row = await insertResource(tx, values);
        await storeUnits(tx, emit, row.id, input.units);
        const detail = { name: row.name };
        await audit.record(tx, actor, {
          action: 'booking.resource-create',
          targetId: row.id,
          detail,
        });
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
        const values = valuesOf(input, row);
        if (isMoved(row, values) && (await mustStay(tx, row, values))) {
          throw new AppError('BOOKING_DRAW_OPEN');
        }
        const saved = await updateResource(tx, id, values);
        await storeUnits(tx, emit, id, input.units);
        const units = await listUnits(tx, [id]);
        // With the seed of a draw that makes room for the next one, so that it can still be counted again.
        const former = row.drawnAt !== null && saved.seed !== row.seed ? { seed: row.seed } : {};
        const detail = { name: saved.name, before, after: editedOf(saved, units), ...former };
        await audit.record(tx, actor, {
          action: 'booking.resource-update',
          targetId: id,
          detail,
        });
        return presentEdited(saved, units);
      });
    },

    async removeResource(actor: Actor, id: number): Promise<void> {
      await db.transaction(async (tx) => {
        const { name } = found(await findResource(tx, id, 'update'), 'BOOKING_RESOURCE_NOT_FOUND');
        if (!(await deleteResource(tx, id))) throw new AppError('BOOKING_RESOURCE_USED');
        const detail = { name };
        await audit.record(tx, actor, { action: 'booking.resource-delete', targetId: id, detail });
      });
    },
  };
}

const NO_TERM = { termStartsOn: null, termEndsOn: null };
const newDraw = () => ({ seed: randomToken(), drawnAt: null, drawnUnits: null });

type Term = Pick<ResourceRow, 'termStartsOn' | 'termEndsOn'>;

function hasDrawOf(former: ResourceRow | null, term: Term): boolean {
  return (
    former !== null &&
    former.seed !== null &&
    former.termStartsOn === term.termStartsOn &&
    former.termEndsOn === term.termEndsOn
  );
}

type Kind = Term & Pick<ResourceRow, 'span' | 'way'>;

function isMoved(former: Kind, next: Kind): boolean {
  return (['span', 'way', 'termStartsOn', 'termEndsOn'] as const).some(
    (part) => former[part] !== next[part],
  );
}

type Quota = Pick<ResourceRow, 'weeklyCount' | 'weeklyMinutes'>;

function isSameQuota(former: Quota | null, quota: Quota): boolean {
  return (
    former !== null &&
    former.weeklyCount === quota.weeklyCount &&
    former.weeklyMinutes === quota.weeklyMinutes
  );
}

const NOT_OF_IT = '다른 사람이 자리를 바꾸었습니다. 창을 닫고 다시 열어 주세요.';
