import {
  type BookingRules,
  type Closure,
  hoursOf,
  isClosedOn,
  slotsOf,
} from '@naru/contract/booking-slots';
import {
  addDays,
  addSeconds,
  DAY_MS,
  kstDay,
  kstText,
  startOfKstDay,
  weekdayOf,
} from '../../platform/clock.ts';

export interface Period {
  startsAt: Date;
  endsAt: Date;
}

interface PeriodRules extends BookingRules {
  aheadDays: number;
  termStartsOn: string | null;
  termEndsOn: string | null;
}

const MINUTE_MS = 60_000;

/** From the first Korean day to the end of the last one. */
export function daysOf(first: string, last: string): Period {
  return { startsAt: startOfKstDay(first), endsAt: startOfKstDay(addDays(last, 1)) };
}

/** The whole term of a resource; null without one. */
export function termOf({ termStartsOn, termEndsOn }: Omit<PeriodRules, keyof BookingRules>) {
  return termStartsOn === null || termEndsOn === null ? null : daysOf(termStartsOn, termEndsOn);
}

/** Whether a resource can be booked for exactly this time. */
export function isBookable(
  rules: PeriodRules,
  closures: readonly Closure[],
  period: Period,
  now: Date,
): boolean {
  const isOfSlots = rules.span === 'SLOTS';
  const firstEnds = isOfSlots ? addSeconds(period.startsAt, rules.slotMinutes * 60) : period.endsAt;
  if (firstEnds <= now) return false;
  if (rules.span === 'TERM') return isTerm(rules, period);
  const first = kstDay(period.startsAt);
  const today = kstDay(now);
  if (first < today || first > addDays(today, rules.aheadDays)) return false;
  return isOfSlots ? fitsSlots(rules, closures, period) : fitsDays(rules, closures, period);
}

function isTerm(rules: PeriodRules, { startsAt, endsAt }: Period): boolean {
  const term = termOf(rules);
  return term !== null && +term.startsAt === +startsAt && +term.endsAt === +endsAt;
}

function fitsDays(rules: PeriodRules, closures: readonly Closure[], period: Period): boolean {
  const count = (Number(period.endsAt) - Number(period.startsAt)) / DAY_MS;
  const first = kstDay(period.startsAt);
  if (Number(startOfKstDay(first)) !== Number(period.startsAt)) return false;
  if (!Number.isInteger(count) || count > rules.lengthMax) return false;
  const days = Array.from({ length: count }, (_, at) => addDays(first, at));
  const ends = [days[0] ?? first, days.at(-1) ?? first];
  return (
    ends.every((day) => hoursOf(rules, day) !== null) &&
    !days.some((day) => isClosedOn(closures, day))
  );
}

function fitsSlots(rules: PeriodRules, closures: readonly Closure[], period: Period): boolean {
  const day = kstDay(period.startsAt);
  if (isClosedOn(closures, day)) return false;
  const start = Number(startOfKstDay(day));
  const from = (Number(period.startsAt) - start) / MINUTE_MS;
  const to = (Number(period.endsAt) - start) / MINUTE_MS;
  const count = (to - from) / rules.slotMinutes;
  if (!Number.isInteger(count) || count > rules.lengthMax) return false;
  const slots = slotsOf(rules, day);
  return slots.includes(from) && slots.includes(to - rules.slotMinutes);
}

/** From Monday to the next one, in Korea. */
export function weekOf(at: Date): Period {
  const day = kstDay(at);
  const monday = addDays(day, -((weekdayOf(day) + 6) % 7));
  return daysOf(monday, addDays(monday, 6));
}

/** By when to check in to slots, for somebody who gets them now. */
export function checkInBy(
  { span, checkInMinutes }: { span: string; checkInMinutes: number | null },
  { startsAt, endsAt }: Period,
  now: Date,
): Date | null {
  if (checkInMinutes === null || span !== 'SLOTS') return null;
  const by = addSeconds(startsAt > now ? startsAt : now, checkInMinutes * 60);
  return by < endsAt ? by : endsAt;
}

/** By when staff answer a request: before it begins; one of a term, or made later, until its end. */
export function answerBy(
  { span }: { span: string },
  { createdAt, startsAt, endsAt }: Period & { createdAt: Date },
): Date {
  return span === 'TERM' || createdAt >= startsAt ? endsAt : startsAt;
}

/** `12월 1일 14:00`, without a time for whole days. */
export function periodText({ span }: { span: string }, startsAt: Date): string {
  const text = kstText(startsAt);
  return span === 'SLOTS' ? text : text.slice(0, text.lastIndexOf(' '));
}
