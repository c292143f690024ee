/** How one books: by slots of a day, by whole days, or for a whole term. */
export const BOOKING_SPANS = ['SLOTS', 'DAYS', 'TERM'] as const;
export type BookingSpan = (typeof BOOKING_SPANS)[number];

/** Who gets it: who comes first, whom staff approve, or whom a draw chooses. */
export const BOOKING_WAYS = ['FIRST', 'APPROVAL', 'LOTTERY'] as const;

/**
 * ENTERED: in a lottery; REQUESTED: waits for staff; OFFERED: free again, offered to the next in line for a while;
 * MISSED: nobody checked in; EXPIRED: an offer or a place in line whose time is over.
 */
export const BOOKING_STATES = [
  'ENTERED',
  'WAITING',
  'OFFERED',
  'REQUESTED',
  'BOOKED',
  'CANCELLED',
  'REFUSED',
  'MISSED',
  'EXPIRED',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** Those in which a unit belongs to the member; no two of a unit overlap. */
export const HOLDING_STATES = ['OFFERED', 'REQUESTED', 'BOOKED'] as const;
/** Those in which something may still come of it. */
export const OPEN_STATES = ['ENTERED', 'WAITING', ...HOLDING_STATES] as const;

export const SLOT_MINUTES = [30, 60, 90, 120, 180, 240] as const;

/** Minutes of a Korean day; null: closed. */
export type OpenHours = { from: number; to: number } | null;

export interface BookingRules {
  span: BookingSpan;
  slotMinutes: number;
  /** Slots in a row, or days, that one booking may take. */
  lengthMax: number;
  /** By weekday, Sunday first. */
  hours: readonly OpenHours[];
}

export interface Closure {
  startsOn: string;
  endsOn: string;
}

const DAY_MS = 86_400_000;

export function hoursOf({ hours }: Pick<BookingRules, 'hours'>, day: string): OpenHours {
  return hours[new Date(day).getUTCDay()] ?? null;
}

export function isClosedOn(closures: readonly Closure[], day: string): boolean {
  return closures.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn);
}

/** Minutes of the day at which slots begin; none crosses midnight. */
export function slotsOf(rules: BookingRules, day: string): number[] {
  const open = hoursOf(rules, day);
  if (open === null) return [];
  const count = Math.floor((open.to - open.from) / rules.slotMinutes);
  return Array.from({ length: Math.max(0, count) }, (_, at) => open.from + at * rules.slotMinutes);
}

/** The instant of a minute of a Korean day, in the form of the API. */
export function instantAt(day: string, minute: number): string {
  const at = new Date(Date.parse(day) + minute * 60_000).toISOString();
  return `${at.slice(0, 19)}+09:00`;
}

/** The day after, or `days` after. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
