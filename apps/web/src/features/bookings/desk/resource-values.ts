import type { BookingResourceInput, EditedResource } from '@naru/contract/booking-desk';
import { toLocalTime } from '../../../lib/format/dates.ts';

/** What the form has; new units are lines of a text. */
export type ResourceValues = {
  name: string;
  place: string;
  note: string;
  span: BookingResourceInput['span'];
  way: BookingResourceInput['way'];
  slotMinutes: string;
  lengthMax: string;
  hours: { from: string; to: string }[];
  aheadDays: string;
  weeklyHours: string;
  weeklyCount: string;
  termStartsOn: string;
  termEndsOn: string;
  closesAt: string;
  checkInMinutes: string;
  offerMinutes: string;
  isOpen: boolean;
  units: { id: number; name: string; isOut: boolean }[];
  newUnits: string;
};

const textOf = (value: number | null) => (value === null ? '' : String(value));
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** A day of a new resource. */
const WORKDAY = { from: '09:00', to: '18:00' };
const CLOSED = { from: '', to: '' };

const NEW: ResourceValues = {
  name: '',
  place: '',
  note: '',
  span: 'SLOTS',
  way: 'FIRST',
  slotMinutes: '60',
  lengthMax: '2',
  hours: [CLOSED, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, CLOSED],
  aheadDays: '14',
  weeklyHours: '',
  weeklyCount: '',
  termStartsOn: '',
  termEndsOn: '',
  closesAt: '',
  checkInMinutes: '',
  offerMinutes: '',
  isOpen: true,
  units: [],
  newUnits: '',
};

export function valuesOf(resource: EditedResource | undefined): ResourceValues {
  if (resource === undefined) return NEW;
  const { name, place, note, span, way, isOpen } = resource;
  return {
    ...{ name, place, note, span, way, isOpen },
    slotMinutes: String(resource.slotMinutes),
    lengthMax: String(resource.lengthMax),
    hours: resource.hours.map((open) =>
      open === null ? CLOSED : { from: clock(open.from), to: clock(open.to) },
    ),
    aheadDays: String(resource.aheadDays),
    weeklyHours: resource.weeklyMinutes === null ? '' : String(resource.weeklyMinutes / 60),
    weeklyCount: textOf(resource.weeklyCount),
    termStartsOn: resource.termStartsOn ?? '',
    termEndsOn: resource.termEndsOn ?? '',
    closesAt: resource.closesAt === null ? '' : toLocalTime(resource.closesAt),
    checkInMinutes: textOf(resource.checkInMinutes),
    offerMinutes: textOf(resource.offerMinutes),
    units: resource.units.map(({ id, name, isOut }) => ({ id, name, isOut })),
    newUnits: '',
  };
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const numberOr = (text: string, factor = 1) =>
  text.trim() === '' ? null : Math.round(Number(text) * factor);

function hoursOf({ from, to }: { from: string; to: string }) {
  if (from === '' || to === '') return null;
  // Until midnight: the end of the day has no time of its own in the picker.
  return { from: minutesOf(from), to: to === '00:00' ? 1440 : minutesOf(to) };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is sent: of the parts that do not apply only what is valid. */
export function bodyOf(values: ResourceValues) {
  const { name, place, note, span, way, isOpen } = values;
  const isTerm = span === 'TERM';
  return {
    ...{ name, place, note, span, way, isOpen },
    slotMinutes: Number(values.slotMinutes),
    lengthMax: isTerm ? 1 : Number(values.lengthMax),
    hours: values.hours.map(hoursOf),
    aheadDays: Number(values.aheadDays),
    weeklyMinutes: span === 'SLOTS' ? numberOr(values.weeklyHours, 60) : null,
    weeklyCount: numberOr(values.weeklyCount),
    termStartsOn: isTerm ? values.termStartsOn || null : null,
    termEndsOn: isTerm ? values.termEndsOn || null : null,
    closesAt: way === 'LOTTERY' && values.closesAt ? `${values.closesAt}:00+09:00` : null,
    checkInMinutes: span === 'SLOTS' ? numberOr(values.checkInMinutes) : null,
    offerMinutes: numberOr(values.offerMinutes),
    units: [...values.units, ...linesOf(values.newUnits).map((line) => ({ name: line }))],
  };
}
