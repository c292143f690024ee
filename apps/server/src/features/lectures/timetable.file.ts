import { termName } from '@naru/contract/timetable';
import { viewerOf } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import type { Tools } from '../../tools.ts';
import { type LectureRow, listWeek, type TermFilter } from './lectures.read.repo.ts';
import {
  type AcademicCalendar,
  type TermDates,
  termDates,
  termOf,
  weekdaysWithin,
} from './lectures.terms.ts';
import { type EntryRow, listEntries } from './private-entries.repo.ts';
import { type CalendarEntry, writeCalendar } from './timetable.ics.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  calendar: AcademicCalendar;
  /** Host name in the UIDs of calendar entries. */
  host: string;
}

export function createTimetableFile({ db, clock, seal, calendar, host }: Deps) {
  return {
    /**
     * Exports the actor's timetable of a term, by default the current one, as iCalendar (RFC 5545);
     * `plainName` is the ASCII fallback of the file name.
     */
    async writeTimetable(actor: Actor, { year, semester }: TermFilter) {
      const current = termOf(kstDay(clock.now()), calendar);
      const term = { year: year ?? current.year, semester: semester ?? current.semester };
      const rows = await listWeek(db, viewerOf(seal, actor), term);
      const own = await listEntries(db, actor.memberId, term);
      const dates = termDates(term, calendar);
      const name = `${termName(term)} 시간표`;
      const entries = [
        ...rows.flatMap((row) => entriesOf(lectureWords(row), row, dates, host)),
        ...own.flatMap((row) => entriesOf(entryWords(row), row, dates, host)),
      ];
      return {
        name: `${name}.ics`,
        plainName: `timetable-${term.year}-${term.semester}.ics`,
        text: writeCalendar(name, entries),
      };
    },
  };
}

type Words = Pick<CalendarEntry, 'uid' | 'summary' | 'location' | 'description'>;

function lectureWords(row: LectureRow): Words {
  const description = row.professorName ?? row.professorNickname ?? '';
  return { uid: `lecture-${row.id}`, summary: row.title, location: row.room, description };
}

function entryWords({ id, title, place }: EntryRow): Words {
  return { uid: `entry-${id}`, summary: title, location: place, description: '' };
}

type Timed = Pick<LectureRow, 'slots' | 'updatedAt' | 'createdAt'>;

/** Returns one weekly entry per slot; none when the term has no such weekday. */
function entriesOf(words: Words, row: Timed, dates: TermDates, host: string): CalendarEntry[] {
  return row.slots.flatMap(({ dow, from, to }, position) => {
    const [first, ...rest] = weekdaysWithin(dates, dow);
    if (first === undefined) return [];
    return {
      ...words,
      uid: `${words.uid}-${position}@${host}`,
      changedAt: row.updatedAt ?? row.createdAt,
      day: first,
      from,
      to,
      weeks: rest.length + 1,
    };
  });
}
