import { BOOKING_SPANS, BOOKING_STATES, BOOKING_WAYS } from '@naru/contract/booking-slots';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigintId, checkEnum, createdAt, id, instant, partOf } from './columns.ts';
import { members } from './members.ts';

/** What members book: rooms, computers, lockers, kits. Only the audit log says who entered one. */
export const bookingResources = pgTable(
  'booking_resources',
  {
    id: id(),
    name: text('name').notNull(),
    place: text('place').notNull().default(''),
    note: text('note').notNull().default(''),
    span: text('span', { enum: BOOKING_SPANS }).notNull(),
    way: text('way', { enum: BOOKING_WAYS }).notNull(),
    slotMinutes: smallint('slot_minutes').notNull(),
    lengthMax: smallint('length_max').notNull(),
    /** Seven of them, Sunday first; null: closed. */
    hours: jsonb('hours').$type<({ from: number; to: number } | null)[]>().notNull(),
    aheadDays: smallint('ahead_days').notNull(),
    weeklyMinutes: integer('weekly_minutes'),
    weeklyCount: smallint('weekly_count'),
    termStartsOn: date('term_starts_on', { mode: 'string' }),
    termEndsOn: date('term_ends_on', { mode: 'string' }),
    closesAt: instant('closes_at'),
    /** Random, made with the lottery; members see its hash before the draw and itself after. */
    seed: text('seed'),
    drawnAt: instant('drawn_at'),
    /** How many units the draw gave away. */
    drawnUnits: integer('drawn_units'),
    checkInMinutes: smallint('check_in_minutes'),
    offerMinutes: smallint('offer_minutes'),
    isOpen: boolean('is_open').notNull().default(true),
    /** Since when the quota of a week is this one: earlier bookings may exceed it. */
    quotaSince: instant('quota_since').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    checkEnum('booking_resources_span_check', t.span, BOOKING_SPANS),
    checkEnum('booking_resources_way_check', t.way, BOOKING_WAYS),
    check('booking_resources_hours_check', sql`jsonb_array_length(${t.hours}) = 7`),
    check(
      'booking_resources_term_check',
      sql`${t.span} <> 'TERM' or (${t.termStartsOn} is not null and ${t.termEndsOn} >= ${t.termStartsOn})`,
    ),
    check(
      'booking_resources_lottery_check',
      sql`${t.way} <> 'LOTTERY' or (${t.span} = 'TERM' and num_nulls(${t.closesAt}, ${t.seed}) = 0)`,
    ),
  ],
);

/** One room, computer, locker or kit of a resource. */
export const bookingUnits = pgTable(
  'booking_units',
  {
    id: id(),
    resourceId: partOf('resource_id', () => bookingResources.id),
    name: text('name').notNull(),
    position: smallint('position').notNull(),
    isOut: boolean('is_out').notNull().default(false),
  },
  (t) => [index('booking_units_resource_idx').on(t.resourceId, t.position)],
);

/** Days on which nothing, or a resource not, can be booked. */
export const bookingClosures = pgTable(
  'booking_closures',
  {
    id: id(),
    /** Null: all of them. */
    resourceId: bigintId('resource_id').references((): AnyPgColumn => bookingResources.id, {
      onDelete: 'cascade',
    }),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('booking_closures_days_idx').on(t.endsOn),
    check('booking_closures_days_check', sql`${t.endsOn} >= ${t.startsOn}`),
  ],
);

const HOLDS = sql.raw(`state in ('OFFERED', 'REQUESTED', 'BOOKED')`);
const IS_OPEN = sql.raw(`state in ('ENTERED', 'WAITING', 'OFFERED', 'REQUESTED', 'BOOKED')`);

/**
 * Bookings, requests, entries of lotteries and places in line. The constraint bookings_overlap_excl of the migration
 * refuses two that hold a unit at the same time (decision 0137).
 */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    resourceId: bigintId('resource_id')
      .notNull()
      .references(() => bookingResources.id),
    /** Of WAITING the unit that was chosen; null: any. */
    unitId: bigintId('unit_id').references(() => bookingUnits.id),
    /** Null: an account that was deleted. */
    memberId: bigintId('member_id').references(() => members.id),
    state: text('state', { enum: BOOKING_STATES }).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
    checkInBy: instant('check_in_by'),
    checkedInAt: instant('checked_in_at'),
    offeredUntil: instant('offered_until'),
    remindedAt: instant('reminded_at'),
    /** Rank in the draw, from 1. */
    drawPlace: integer('draw_place'),
    /** Why staff refused or cancelled it. */
    reason: text('reason'),
    /** What the member cancelled, and when. */
    formerState: text('former_state', { enum: BOOKING_STATES }),
    endedAt: instant('ended_at'),
  },
  (t) => [
    checkEnum('bookings_state_check', t.state, BOOKING_STATES),
    checkEnum('bookings_former_state_check', t.formerState, BOOKING_STATES),
    check('bookings_period_check', sql`${t.endsAt} > ${t.startsAt}`),
    check('bookings_unit_check', sql`${t.unitId} is not null or not ${HOLDS}`),
    check('bookings_offer_check', sql`${t.state} <> 'OFFERED' or ${t.offeredUntil} is not null`),
    uniqueIndex('bookings_member_key').on(t.resourceId, t.memberId, t.startsAt).where(IS_OPEN),
    index('bookings_unit_idx').on(t.unitId, t.endsAt).where(HOLDS),
    index('bookings_member_idx').on(t.memberId, t.endsAt),
    index('bookings_resource_idx').on(t.resourceId, t.startsAt),
    index('bookings_waiting_idx')
      .on(t.resourceId, t.drawPlace, t.id)
      .where(sql`${t.state} in ('WAITING', 'ENTERED')`),
    index('bookings_due_idx').on(t.endsAt).where(IS_OPEN),
  ],
);
