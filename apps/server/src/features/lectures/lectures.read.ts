import type {
  CurrentTerm,
  KnownTerm,
  Lecture,
  LectureWeek,
  MarkedLecture,
} from '@naru/contract/lectures';
import { termName } from '@naru/contract/timetable';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { Tools } from '../../platform/tools.ts';
import { countActivity } from './lectures.activity.repo.ts';
import { LECTURE_QUOTES } from './lectures.config.ts';
import { presentLecture, presentMarked } from './lectures.present.ts';
import {
  findLecture,
  type LectureFilter,
  listLectures,
  listMarked,
  listTerms,
  type TermFilter,
} from './lectures.read.repo.ts';
import { type AcademicCalendar, termDates, termKey, termOf } from './lectures.terms.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

interface LecturePage {
  data: Lecture[];
  currentPage: number;
  totalPages: number;
  totalCount: number;
}

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal'> {
  calendar: AcademicCalendar;
}

export function createLectureReading({ db, clock, seal, calendar }: Deps) {
  /** Throws LECTURE_NOT_FOUND. */
  async function get(actor: Actor, id: number): Promise<Lecture> {
    const row = await findLecture(db, actor.memberId, id);
    if (row === null) throw new AppError('LECTURE_NOT_FOUND');
    return presentLecture(row, actor, clock.now());
  }

  return {
    get,

    async list(
      actor: Actor,
      { page, size, ...filter }: LectureFilter & { page: number; size: number },
    ): Promise<LecturePage> {
      const slice = { limit: size, offset: page * size };
      const { rows, total } = await listLectures(db, actor.memberId, filter, slice);
      return {
        data: rows.map((row) => presentLecture(row, actor, clock.now())),
        currentPage: page,
        totalPages: Math.ceil(total / size),
        totalCount: total,
      };
    },

    /** Returns the current term with its dates, and all terms with lectures plus the current one. */
    async listTerms(): Promise<{ current: CurrentTerm; terms: KnownTerm[] }> {
      const current = termOf(kstDay(clock.now()), calendar);
      const stored = await listTerms(db);
      const isStored = stored.some((term) => termKey(term) === termKey(current));
      const terms = isStored ? stored : [...stored, current];
      return {
        current: { ...current, ...termDates(current, calendar) },
        terms: terms
          .toSorted((a, b) => b.year - a.year || b.semester - a.semester)
          .map((term) => ({ ...term, name: termName(term) })),
      };
    },

    /** Lists the actor's timetable, of one term or of all. */
    async listMarked(actor: Actor, filter: TermFilter): Promise<MarkedLecture[]> {
      const member = { id: actor.memberId, seal: seal.seal(actor.memberId) };
      const rows = await listMarked(db, member, filter);
      return rows.map((row) => presentMarked(row, actor, clock.now()));
    },

    /** Counts the activity of the last 7 days in a lecture room. Throws LECTURE_NOT_FOUND. */
    async readWeek(actor: Actor, id: number): Promise<{ weekly: LectureWeek; quotes: string[] }> {
      await get(actor, id);
      const totals = await countActivity(db, id, addSeconds(clock.now(), -WEEK_SECONDS));
      return {
        weekly: {
          questions: totals.LECTURE_Q,
          reviews: totals.LECTURE_R,
          materials: totals.LECTURE_REF,
          notices: totals.LECTURE_N,
          comments: totals.comments,
        },
        quotes: [...LECTURE_QUOTES],
      };
    },
  };
}
