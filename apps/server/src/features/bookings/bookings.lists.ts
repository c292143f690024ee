import { createHash } from 'node:crypto';
import type { BookingDetail, BookingDraw, BookingResource } from '@naru/contract/bookings';
import {
  listCalendarBookings,
  listComing,
  listPast,
} from '../../domain/bookings/own-bookings.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay, toKst } from '../../platform/clock.ts';
import { found } from '../../platform/errors.ts';
import { writeCalendar } from '../../platform/ics/write-ics.ts';
import type { Tools } from '../tools.ts';
import {
  findListed,
  listEntries,
  listResources,
  listTaken,
  listUnits,
} from './bookings.lists.repo.ts';
import { daysOf, termOf } from './bookings.periods.ts';
import { presentOwn, presentRules } from './bookings.present.ts';
import { listClosures } from './bookings.repo.ts';

/** Days of one response. */
const DAYS_SHOWN = 14;

type Listed = NonNullable<Awaited<ReturnType<typeof findListed>>>;

const presentListed = ({ row, units, free }: Listed): BookingResource => ({
  ...presentRules(row),
  units,
  free,
});

/** What members see. */
export function createReading({
  db,
  clock,
  emailNames,
}: Pick<Tools, 'db' | 'clock' | 'emailNames'>) {
  return {
    async listResources(): Promise<BookingResource[]> {
      return (await listResources(db, clock.now())).map(presentListed);
    },

    async getDetail({ memberId }: Actor, id: number, from?: string): Promise<BookingDetail> {
      const now = clock.now();
      const listed = found(await findListed(db, id, now), 'BOOKING_RESOURCE_NOT_FOUND');
      const today = kstDay(now);
      const first = from ?? today;
      // Whole days can reach beyond the last one that is shown.
      const daysAfter = listed.row.span === 'DAYS' ? listed.row.lengthMax : 0;
      const days = daysOf(first, addDays(first, DAYS_SHOWN - 1 + daysAfter));
      const period = (listed.row.span === 'TERM' && termOf(listed.row)) || days;
      const [units, taken, closures, mine] = await Promise.all([
        listUnits(db, [id]),
        listTaken(db, id, period),
        listClosures(db, today, id),
        listComing(db, memberId, now, id),
      ]);
      return {
        resource: presentListed(listed),
        units: units
          .filter(({ isOut }) => !isOut)
          .map(({ id: unit, name }) => ({ id: unit, name })),
        taken: taken.flatMap(({ unitId, startsAt, endsAt }) =>
          unitId === null ? [] : [{ unitId, startsAt: toKst(startsAt), endsAt: toKst(endsAt) }],
        ),
        closures,
        mine: mine.map(presentOwn),
      };
    },

    /** The order of a draw, with what everybody needs to count it again. */
    async getDraw({ memberId }: Actor, id: number): Promise<BookingDraw> {
      const { row } = found(await findListed(db, id, clock.now()), 'BOOKING_RESOURCE_NOT_FOUND');
      const term = termOf(row);
      const isDrawn = row.drawnAt !== null;
      if (row.seed === null || term === null) {
        return { seedDigest: '', seed: null, drawnAt: null, entries: [], won: 0, mine: null };
      }
      const entries = await listEntries(db, id, term, isDrawn);
      return {
        seedDigest: createHash('sha256').update(row.seed).digest('hex'),
        seed: isDrawn ? row.seed : null,
        drawnAt: row.drawnAt && toKst(row.drawnAt),
        entries: entries.map((entry) => entry.id),
        won: row.drawnUnits ?? 0,
        mine: entries.find((entry) => entry.memberId === memberId)?.id ?? null,
      };
    },

    async listMine({ memberId }: Actor) {
      const now = clock.now();
      const open = await listComing(db, memberId, now);
      const past = await listPast(db, memberId, now);
      return { open: open.map(presentOwn), past: past.map(presentOwn) };
    },

    /** Own bookings as iCalendar (RFC 5545). */
    async writeFile({ memberId }: Actor): Promise<string> {
      const host = new URL(emailNames.publicUrl).hostname;
      const content = await listCalendarBookings(db, { memberId, now: clock.now(), host });
      return writeCalendar({ name: `${emailNames.site.siteName} 예약`, ...content });
    },
  };
}
