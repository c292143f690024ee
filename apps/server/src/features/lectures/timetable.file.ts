import { type Semester, termName } from '@naru/contract/timetable';
import type { Db } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { type Clock, kstDay } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import { type LectureRow, listMarked } from './lectures.read.repo.ts';
import {
  type AcademicCalendar,
  type TermDates,
  termDates,
  termOf,
  weekdaysWithin,
} from './lectures.terms.ts';
import { type CalendarEntry, writeCalendar } from './timetable.ics.ts';

interface TimetableFile {
  /** Name for the download, without a path. */
  name: string;
  /** The same in ASCII, for clients that know nothing else. */
  plainName: string;
  text: string;
}

interface Deps {
  db: Db;
  clock: Clock;
  seal: Seal;
  calendar: AcademicCalendar;
  /** Name of this site in the ids of calendar entries. */
  host: string;
}

export function createTimetableFile({ db, clock, seal, calendar, host }: Deps) {
  return {
    /** The caller's timetable of a term, the current one unless told, as a calendar (RFC 5545). */
    async writeTimetable(
      actor: Actor,
      asked: { year?: number | undefined; semester?: Semester | undefined },
    ): Promise<TimetableFile> {
      const now = clock.now();
      const current = termOf(kstDay(now), calendar);
      const term = {
        year: asked.year ?? current.year,
        semester: asked.semester ?? current.semester,
      };
      const member = { id: actor.memberId, seal: seal.seal(actor.memberId) };
      const rows = await listMarked(db, member, term);
      const dates = termDates(term, calendar);
      const name = `${termName(term)} 시간표`;
      return {
        name: `${name}.ics`,
        plainName: `timetable-${term.year}-${term.semester}.ics`,
        text: writeCalendar(
          name,
          rows.flatMap((row) => entriesOf(row, dates, host)),
        ),
      };
    },
  };
}

/** One weekly entry a slot; none when the term has no such day. */
function entriesOf(row: LectureRow, dates: TermDates, host: string): CalendarEntry[] {
  return row.slots.flatMap(({ dow, start, end }, position) => {
    const [first, ...rest] = weekdaysWithin(dates, dow);
    if (first === undefined) return [];
    return {
      uid: `lecture-${row.id}-${position}@${host}`,
      changedAt: row.updatedAt ?? row.createdAt,
      day: first,
      startHour: start,
      endHour: end,
      weeks: rest.length + 1,
      summary: row.title,
      location: row.room,
      description: row.professorName ?? row.professorNickname ?? '',
    };
  });
}
