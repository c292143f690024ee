import { LIMITS } from '@naru/contract/limits';
import { type Term, termName } from '@naru/contract/timetable';
import { listHolidays } from '../../domain/academic-calendar/academic-dates.repo.ts';
import { listCalendarDays } from '../../domain/academic-calendar/calendar-days.ts';
import { readCalendar } from '../../domain/academic-calendar/term-dates.ts';
import {
  type AcademicCalendar,
  plannedTerm,
  type TermDates,
  termDates,
  termDays,
  termKey,
  termOf,
  weekdaysWithin,
} from '../../domain/academic-calendar/terms.ts';
import { viewerOf } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type CalendarEntry, writeCalendar } from '../../platform/ics/write-ics.ts';
import type { Tools } from '../tools.ts';
import { type LectureRow, listWeek, type TermFilter } from './lectures.read.repo.ts';
import { lecturesOf } from './plans.compare.ts';
import { listPlans } from './plans.repo.ts';
import { type EntryRow, listEntries } from './private-entries.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  /** Host name in the UIDs of calendar entries. */
  host: string;
}

export function createTimetableFile({ db, clock, seal, host }: Deps) {
  const daysOf = (term: Term, calendar: AcademicCalendar) =>
    listCalendarDays(db, termDays(term, calendar), host);

  async function heldIn(term: Term, calendar: AcademicCalendar): Promise<HeldDays> {
    const dates = termDates(term, calendar);
    const limit = LIMITS.academicDatesShown;
    const holidays = await listHolidays(db, { ...dates, limit });
    const changes = holidays.map(({ updatedAt }) => updatedAt.getTime());
    return {
      ...dates,
      changedAt: Math.max(0, ...changes),
      isFree: (day) => holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn),
    };
  }

  async function writePlan({ memberId }: Actor, id: number, hasDates: boolean) {
    const [plan] = await listPlans(db, memberId, { id });
    if (plan === undefined) throw new AppError('PLAN_NOT_FOUND');
    const calendar = await readCalendar(db);
    const dates = await heldIn(plan, calendar);
    // Its own UIDs: the file must not replace the timetable in a calendar that has both.
    const ofPlan = ({ uid, ...words }: Words) => ({ ...words, uid: `plan-${id}-${uid}` });
    const entries = [
      ...lecturesOf(plan).flatMap((row) => entriesOf(ofPlan(lectureWords(row)), row, dates, host)),
      ...plan.entries.flatMap((row) =>
        entriesOf(ofPlan(entryWords(row)), row, everyDayOf(dates), host),
      ),
    ];
    return {
      name: `${termName(plan)} 계획.ics`,
      plainName: `plan-${plan.year}-${plan.semester}.ics`,
      text: await writeCalendar({
        name: `${termName(plan)} ${plan.name}`,
        entries,
        days: hasDates ? await daysOf(plan, calendar) : [],
      }),
    };
  }

  async function entriesIn(actor: Actor, term: Term, calendar: AcademicCalendar) {
    const rows = await listWeek(db, viewerOf(seal, actor), term);
    const own = await listEntries(db, actor.memberId, term);
    const dates = await heldIn(term, calendar);
    return [
      ...rows.flatMap((row) => entriesOf(lectureWords(row), row, dates, host)),
      ...own.flatMap((row) => entriesOf(entryWords(row), row, everyDayOf(dates), host)),
    ];
  }

  return {
    /** The actor's timetable of the current term, and of the next one from its enrolment on. */
    async listCalendarEntries(actor: Actor): Promise<CalendarEntry[]> {
      const calendar = await readCalendar(db);
      const today = kstDay(clock.now());
      const terms = [termOf(today, calendar), plannedTerm(today, calendar)];
      const known = new Map(terms.map((term) => [termKey(term), term]));
      const lists = [...known.values()].map((term) => entriesIn(actor, term, calendar));
      return (await Promise.all(lists)).flat();
    },

    /**
     * Exports the actor's timetable of a term, by default the current one, or a plan as iCalendar (RFC
     * 5545), with the academic dates of the term if `hasDates`; `plainName` is the ASCII fallback of the
     * file name. Throws PLAN_NOT_FOUND.
     */
    async writeTimetable(
      actor: Actor,
      { year, semester }: TermFilter,
      { planId, hasDates = false }: { planId?: number | undefined; hasDates?: boolean } = {},
    ) {
      if (planId !== undefined) return writePlan(actor, planId, hasDates);
      const calendar = await readCalendar(db);
      const current = termOf(kstDay(clock.now()), calendar);
      const term = { year: year ?? current.year, semester: semester ?? current.semester };
      const name = `${termName(term)} 시간표`;
      const entries = await entriesIn(actor, term, calendar);
      const days = hasDates ? await daysOf(term, calendar) : [];
      return {
        name: `${name}.ics`,
        plainName: `timetable-${term.year}-${term.semester}.ics`,
        text: await writeCalendar({ name, entries, days }),
      };
    },
  };
}

type Words = Pick<CalendarEntry, 'uid' | 'summary' | 'location' | 'description'>;

function lectureWords(row: LectureRow): Words {
  const description = row.professorName ?? row.professorNickname ?? '';
  return { uid: `lecture-${row.id}`, summary: row.title, location: row.room, description };
}

function entryWords({ id, title, place }: Pick<EntryRow, 'id' | 'title' | 'place'>): Words {
  return { uid: `entry-${id}`, summary: title, location: place, description: '' };
}

type Timed = Pick<LectureRow, 'slots' | 'updatedAt' | 'createdAt'>;

/** The days of a term on which there are lectures. */
interface HeldDays extends TermDates {
  isFree: (day: string) => boolean;
  /** When the holidays changed last, in milliseconds. */
  changedAt: number;
}

/** The same for what members enter, which no holiday of the university cancels. */
function everyDayOf({ from, to }: TermDates): HeldDays {
  return { from, to, isFree: () => false, changedAt: 0 };
}

/** Returns one weekly entry per slot, without holidays; none when the term has no such weekday. */
function entriesOf(words: Words, row: Timed, dates: HeldDays, host: string): CalendarEntry[] {
  const changed = row.updatedAt ?? row.createdAt;
  return row.slots.flatMap(({ dow, from, to }, position) => {
    const days = weekdaysWithin(dates, dow);
    const first = days.findIndex((day) => !dates.isFree(day));
    const day = days[first];
    if (day === undefined) return [];
    const rest = days.slice(first);
    return {
      ...words,
      uid: `${words.uid}-${position}@${host}`,
      changedAt: new Date(Math.max(changed.getTime(), dates.changedAt)),
      day,
      from,
      to,
      weeks: rest.length,
      except: rest.filter(dates.isFree),
    };
  });
}
