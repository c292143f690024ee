import { LIMITS } from '@naru/contract/limits';
import { type Term, termName } from '@naru/contract/timetable';
import type { Executor } from '../../db/client.ts';
import { listHolidays, listNext } from '../../domain/academic-calendar/academic-dates.repo.ts';
import { readCalendar } from '../../domain/academic-calendar/term-dates.ts';
import { plannedTerm, termDates, termKey, termOf } from '../../domain/academic-calendar/terms.ts';
import { requireReadable, roomViewer, viewerOf } from '../../domain/access/room-access.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { type PageQuery, pageCounts, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { createLectureImport } from './import.ts';
import { createLectureChanges } from './lectures.change.ts';
import { presentLecture, presentMarked } from './lectures.present.ts';
import {
  countActivity,
  findLecture,
  findRoomAccess,
  type LectureFilter,
  listLectures,
  listTerms,
  listWeek,
  type TermFilter,
} from './lectures.read.repo.ts';
import { createPlanApply } from './plans.apply.ts';
import { hasPlan } from './plans.repo.ts';
import { createPlans } from './plans.ts';
import { createPrivateEntries } from './private-entries.ts';
import { createSharing } from './sharing.ts';
import { createTimetableFile } from './timetable.file.ts';
import { createTimetable } from './timetable.ts';

const WEEK_SECONDS = 7 * 24 * 60 * 60;
/** Shown in rotation beside a lecture room. */
const QUOTES = [
  '오늘 던진 질문 하나가 다음 시간의 나를 앞으로 데려다줍니다.',
  '큰 배도 작은 방향타로 움직입니다. 하루 한 페이지면 충분합니다.',
  '모르는 것을 모른다고 말하는 순간 배움이 시작됩니다.',
  '천천히 가도 괜찮습니다. 멈추지 않으면 항구에 닿습니다.',
  '함께 푼 문제는 오래 남습니다. 옆자리 동료에게 물어보세요.',
];

function createLectureReading({ db, clock, seal }: Pick<Tools, 'db' | 'clock' | 'seal'>) {
  /** Throws LECTURE_NOT_FOUND. */
  async function get(actor: Actor, id: number) {
    const row = await findLecture(db, actor.memberId, id);
    if (row === null) throw new AppError('LECTURE_NOT_FOUND');
    return presentLecture(row, actor, clock.now());
  }

  return {
    get,

    /** Returns the last day of a term's lectures, yyyy-mm-dd. */
    async readLastDays(executor: Executor): Promise<(term: Term) => string> {
      const calendar = await readCalendar(executor);
      return (term) => termDates(term, calendar).to;
    },

    /** Throws PLAN_NOT_FOUND. */
    async list(actor: Actor, filter: LectureFilter & PageQuery) {
      const { planId } = filter;
      if (planId !== undefined && !(await hasPlan(db, actor.memberId, planId))) {
        throw new AppError('PLAN_NOT_FOUND');
      }
      const { rows, total } = await listLectures(db, actor.memberId, filter, rangeOf(filter));
      const data = rows.map((row) => presentLecture(row, actor, clock.now()));
      return { data, ...pageCounts(filter, total) };
    },

    /**
     * Returns the current term with its dates, the one that is planned (`plannedTerm`), all terms with lectures
     * plus these two, and the next academic dates, which so cost the dashboard no request.
     */
    async listTerms() {
      const today = kstDay(clock.now());
      const [stored, nextDates, calendar] = await Promise.all([
        listTerms(db),
        listNext(db, today, LIMITS.academicDatesNext),
        readCalendar(db),
      ]);
      const current = termOf(today, calendar);
      const planned = plannedTerm(today, calendar);
      const terms = new Map([...stored, current, planned].map((term) => [termKey(term), term]));
      const dates = termDates(current, calendar);
      const rest = { from: today, to: dates.to, limit: LIMITS.academicDatesShown };
      const holidays = (await listHolidays(db, rest)).map(({ updatedAt: _, ...date }) => date);
      return {
        current: { ...current, ...dates, isOver: dates.to < today, holidays },
        planned: { ...planned, ...termDates(planned, calendar) },
        terms: [...terms.values()]
          .toSorted((a, b) => b.year - a.year || b.semester - a.semester)
          .map((term) => ({ ...term, name: termName(term) })),
        nextDates,
      };
    },

    /** Lists the actor's timetable with the lectures they teach, of a term, the current one by default. */
    async listMarked(actor: Actor, given: TermFilter) {
      const isNamed = given.year !== undefined || given.semester !== undefined;
      const filter = isNamed ? given : termOf(kstDay(clock.now()), await readCalendar(db));
      const rows = await listWeek(db, viewerOf(seal, actor), filter);
      return rows.map((row) => presentMarked(row, actor, clock.now()));
    },

    /**
     * Counts the activity of the last 7 days in a lecture room. Throws LECTURE_NOT_FOUND,
     * LECTURE_MEMBERS_ONLY.
     */
    async readWeek(actor: Actor, id: number) {
      requireReadable(await findRoomAccess(db, roomViewer(actor), id), 'LECTURE_NOT_FOUND');
      const count = await countActivity(db, id, addSeconds(clock.now(), -WEEK_SECONDS));
      const weekly = {
        questions: count('LECTURE_Q'),
        reviews: count('LECTURE_R'),
        materials: count('LECTURE_REF'),
        notices: count('LECTURE_N'),
        comments: count('comments'),
      };
      return { weekly, quotes: QUOTES };
    },
  };
}

type Deps = Parameters<typeof createLectureChanges>[0] & Parameters<typeof createTimetableFile>[0];

export type LecturesService = ReturnType<typeof createLecturesService>;

export function createLecturesService(deps: Deps) {
  return {
    ...createLectureReading(deps),
    ...createLectureChanges(deps),
    ...createLectureImport(deps),
    ...createTimetable(deps),
    ...createPrivateEntries(deps),
    ...createPlans(deps),
    ...createPlanApply(deps),
    ...createSharing(deps),
    ...createTimetableFile(deps),
  };
}
