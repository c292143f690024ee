import { bookingResourceBody, type EditedResource } from '@naru/contract/booking-desk';
import * as z from 'zod/mini';
import { fromLocalTime, toLocalTime } from '../../../lib/format/dates.ts';

type Edited = Omit<EditedResource, 'id' | 'drawnAt' | 'version'>;

const WORKDAY = { from: 540, to: 1080 };
const NEW: Edited = {
  ...{ name: '', place: '', note: '', span: 'SLOTS', way: 'FIRST', isOpen: true, units: [] },
  ...{ slotMinutes: 60, lengthMax: 2, aheadDays: 14, weeklyMinutes: null, weeklyCount: null },
  hours: [null, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, null],
  ...{ termStartsOn: null, termEndsOn: null, closesAt: null },
  ...{ checkInMinutes: null, offerMinutes: null },
};

/** The end of a day is the midnight after it, which a picker of times has as 00:00. */
const DAY = 1440;
const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (minute: number) => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** What the form has: times as text, a quota in hours, and new units as lines. */
export type ResourceValues = ReturnType<typeof valuesOf>;

export function valuesOf(resource: Edited = NEW) {
  const { hours, weeklyMinutes, termStartsOn, termEndsOn, closesAt, units, ...same } = resource;
  return {
    ...same,
    units,
    newUnits: '',
    termStartsOn: termStartsOn ?? '',
    termEndsOn: termEndsOn ?? '',
    closesAt: closesAt === null ? '' : toLocalTime(closesAt),
    hours: hours.map((open) => ({
      from: open === null ? '' : timeOf(open.from),
      to: open === null ? '' : timeOf(open.to),
    })),
    weeklyMinutes: weeklyMinutes === null ? null : weeklyMinutes / 60,
  };
}

/** What is sent: of the parts that do not apply only what is valid. */
function bodyOf({ newUnits, ...values }: ResourceValues): z.input<typeof bookingResourceBody> {
  const { span, way, termStartsOn, termEndsOn, closesAt, weeklyMinutes, units } = values;
  const [isTerm, isSlots] = [span === 'TERM', span === 'SLOTS'];
  const lines = newUnits.split('\n').map((line) => line.trim());
  return {
    ...values,
    lengthMax: isTerm ? 1 : values.lengthMax,
    hours: values.hours.map(({ from, to }) =>
      from && to ? { from: minutesOf(from), to: minutesOf(to) || DAY } : null,
    ),
    weeklyMinutes: isSlots && weeklyMinutes !== null ? Math.round(weeklyMinutes * 60) : null,
    termStartsOn: isTerm ? termStartsOn || null : null,
    termEndsOn: isTerm ? termEndsOn || null : null,
    closesAt: way === 'LOTTERY' && closesAt ? fromLocalTime(closesAt) : null,
    checkInMinutes: isSlots ? values.checkInMinutes : null,
    units: [...units, ...lines.filter(Boolean).map((name) => ({ name }))],
  };
}

/** The body of the contract, edited as the values of the form. */
export const resourceForm = z.pipe(z.transform(bodyOf), bookingResourceBody);
