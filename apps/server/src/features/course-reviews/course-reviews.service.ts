import type {
  CourseReviewInput,
  CourseSums,
  OwnReview,
  TakenLecture,
  TermSums,
} from '@naru/contract/course-reviews';
import { LIMITS } from '@naru/contract/limits';
import type { Executor, Tx } from '../../db/client.ts';
import { lockLivingMember } from '../../domain/access/members.repo.ts';
import { randomAnonymousId } from '../../domain/authorship/author.ts';
import type { Emit } from '../../domain/live/live.ts';
import { insertStaffAction } from '../../domain/moderation/staff-actions.sql.ts';
import { presentStaffAction, staffRoleOf } from '../../domain/moderation/staff-actions.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay, truncateToMinute } from '../../platform/clock.ts';
import { AppError, found } from '../../platform/errors.ts';
import { type PageQuery, pageCounts, rangeOf } from '../../platform/paging.ts';
import type { Limit } from '../../platform/rates.ts';
import type { Tools } from '../tools.ts';
import {
  isTeacher,
  type LastDayOf,
  mayReview,
  obstacleOf,
  wasTaken,
} from './course-reviews.policy.ts';
import {
  findLectureOf,
  insertReview,
  listGroups,
  listOwn,
  listStars,
  listTaken,
  listTexts,
  type OwnRow,
  removeOwnReview,
  removeReview,
  updateReview,
} from './course-reviews.repo.ts';
import { countOf, shownTerms, sumsOf } from './course-reviews.sums.ts';

const LEAST = LIMITS.courseReviewsShown;
/** The end of the window is a full hour, so that the counter does not reveal when somebody wrote. */
const PER_DAY: Limit = {
  max: LIMITS.courseReviewsPerDay,
  seconds: 24 * 60 * 60,
  cutSeconds: 60 * 60,
};

interface Deps extends Pick<Tools, 'db' | 'clock' | 'seal' | 'throttle' | 'audit'> {
  readLastDays: (db: Executor) => Promise<LastDayOf>;
}

export type CourseReviewsService = ReturnType<typeof createCourseReviewsService>;

/** What members say about the courses that they took, without a name for every reader. */
export function createCourseReviewsService({
  db,
  clock,
  seal,
  throttle,
  audit,
  readLastDays,
}: Deps) {
  const today = () => kstDay(clock.now());

  /** The lectures of the course that the member took, newest first. */
  async function takenOf(tx: Executor, memberId: number, lectureId: number) {
    const rows = await listTaken(tx, memberId, lectureId);
    const lastDayOf = await readLastDays(tx);
    return rows.filter((row) => wasTaken(row, today(), lastDayOf));
  }

  /** The live review of the course, otherwise the one that staff removed. */
  async function ownOf(tx: Executor, memberId: number, lectureId: number): Promise<OwnRow | null> {
    const rows = await listOwn(tx, seal.seal(memberId), lectureId);
    return rows.find(({ deletedAt }) => deletedAt === null) ?? rows[0] ?? null;
  }

  /** Throws COURSE_REVIEW_THROTTLED, and COURSE_REVIEW_BLINDED for a review that staff got hold of meanwhile. */
  async function store(
    tx: Executor,
    memberId: number,
    own: OwnRow | null,
    values: CourseReviewInput & { lectureId: number },
  ): Promise<void> {
    const authorSeal = seal.seal(memberId);
    const key = `course reviews ${authorSeal.toString('hex')}`;
    await throttle.hit(tx, key, PER_DAY, 'COURSE_REVIEW_THROTTLED');
    if (own === null) {
      await insertReview(tx, { ...values, id: randomAnonymousId(), authorSeal });
    } else if (!(await updateReview(tx, own.id, values))) {
      throw new AppError('COURSE_REVIEW_BLINDED');
    }
  }

  /** The sums as far as the actor sees them. */
  async function readGroups(
    { memberId, roles }: Actor,
    lectureId: number,
    ownerId: number | null,
  ): Promise<Groups> {
    const teacherId = isTeacher(roles) ? memberId : undefined;
    if (teacherId !== undefined && ownerId !== teacherId) return CLOSED;
    const rows = await listGroups(db, lectureId, teacherId);
    const total = countOf(rows);
    if (total < LEAST) return { ...CLOSED, isOpen: true, missing: LEAST - total };
    return { isOpen: true, missing: 0, sums: sumsOf(rows), terms: shownTerms(rows) };
  }

  async function readTexts(actor: Actor, lectureId: number, page: PageQuery, groups: Groups) {
    if (groups.sums === null || isTeacher(actor.roles))
      return { ...pageCounts(page, 0), texts: [] };
    const rows = await listTexts(db, {
      lectureId,
      seal: seal.seal(actor.memberId),
      terms: groups.terms,
      ...rangeOf(page),
    });
    const texts = rows.map(({ total: _, termKey, ...text }) => ({
      ...text,
      term: termKey === null ? null : termOfKey(termKey),
    }));
    return { ...pageCounts(page, rows[0]?.total ?? 0), texts };
  }

  return {
    /** Throws LECTURE_NOT_FOUND. */
    async getCourse(actor: Actor, lectureId: number, page: PageQuery) {
      const { memberId, roles } = actor;
      const lecture = found(await findLectureOf(db, lectureId), 'LECTURE_NOT_FOUND');
      const groups = await readGroups(actor, lectureId, lecture.professorId);
      const own = await ownOf(db, memberId, lectureId);
      const hasTaken = own !== null || (await takenOf(db, memberId, lectureId)).length > 0;
      const { isOpen, missing, sums, terms } = groups;
      return {
        ...{ title: lecture.title, professorName: lecture.professorName },
        ...{ isOpen, missing, sums, terms },
        ...(await readTexts(actor, lectureId, page, groups)),
        mine: own && presentOwn(own),
        obstacle: obstacleOf(roles, { own, hasTaken }),
      };
    },

    /**
     * One review of a member and course: whoever took it twice changes the same one. Throws
     * LECTURE_NOT_FOUND, PERMISSION_DENIED for professors, COURSE_REVIEW_NOT_TAKEN,
     * COURSE_REVIEW_REMOVED, COURSE_REVIEW_BLINDED, COURSE_REVIEW_THROTTLED.
     */
    async save(actor: Actor, lectureId: number, input: CourseReviewInput): Promise<OwnReview> {
      const { memberId, roles } = actor;
      if (!mayReview(roles)) throw new AppError('PERMISSION_DENIED');
      return db.transaction(async (tx) => {
        // Two reviews of one member at once, also of two lectures of the course, come one after the other.
        if (!(await lockLivingMember(tx, memberId))) throw new AppError('PERMISSION_DENIED');
        found(await findLectureOf(tx, lectureId), 'LECTURE_NOT_FOUND');
        const own = await ownOf(tx, memberId, lectureId);
        requireOpen(own);
        const taken = await takenOf(tx, memberId, lectureId);
        const chosen = taken.find((one) => one.lectureId === lectureId) ?? taken[0] ?? own;
        if (chosen === null) throw new AppError('COURSE_REVIEW_NOT_TAKEN');
        await store(tx, memberId, own, { ...input, lectureId: chosen.lectureId });
        return presentOwn(found(await ownOf(tx, memberId, lectureId), 'COURSE_REVIEW_NOT_FOUND'));
      });
    },

    /** Throws COURSE_REVIEW_NOT_FOUND, COURSE_REVIEW_BLINDED. */
    async remove({ memberId }: Actor, lectureId: number): Promise<void> {
      await db.transaction(async (tx) => {
        await lockLivingMember(tx, memberId);
        const own = await ownOf(tx, memberId, lectureId);
        if (own === null || own.deletedAt !== null) throw new AppError('COURSE_REVIEW_NOT_FOUND');
        if (!(await removeOwnReview(tx, own.id, truncateToMinute(clock.now())))) {
          throw new AppError('COURSE_REVIEW_BLINDED');
        }
      });
    },

    /**
     * Staff remove a reported review, in the transaction of their decision; its author reads the reason. Throws
     * COURSE_REVIEW_NOT_FOUND.
     */
    async removeByStaff(
      tx: Tx,
      _emit: Emit,
      actor: Actor,
      { id, reason }: { id: number; reason: string },
    ): Promise<void> {
      const now = clock.now();
      const values = { deletedAt: truncateToMinute(now), deletedBy: actor.memberId };
      if (!(await removeReview(tx, id, values))) throw new AppError('COURSE_REVIEW_NOT_FOUND');
      await insertStaffAction(tx, {
        targetType: 'COURSE_REVIEW',
        targetId: id,
        action: 'REMOVED',
        reason,
        office: staffRoleOf(actor),
        createdAt: now,
      });
      await audit.record(tx, actor, { action: 'course-review.delete', targetId: id, reason });
    },

    /** Of the lectures of a term; a professor sees those of the own ones. */
    async listStars({ memberId, roles }: Actor, term: { year: number; semester: number }) {
      const professorId = isTeacher(roles) ? memberId : undefined;
      return { courses: await listStars(db, { ...term, least: LEAST, professorId }) };
    },

    /** The own reviews, and one finished lecture of each course that the member may review. */
    async listMine({ memberId, roles }: Actor) {
      const own = await listOwn(db, seal.seal(memberId));
      const rows = mayReview(roles) ? await listTaken(db, memberId) : [];
      const lastDayOf = await readLastDays(db);
      const known = new Set(own.map(({ key }) => key));
      const waiting: TakenLecture[] = [];
      for (const { markedAt, key, ...lecture } of rows) {
        if (known.has(key) || !wasTaken({ ...lecture, markedAt }, today(), lastDayOf)) continue;
        known.add(key);
        waiting.push(lecture);
      }
      const reviews = own.map((row) => ({
        ...presentOwn(row),
        obstacle: obstacleOf(roles, { own: row, hasTaken: true }),
      }));
      return { reviews, waiting };
    },
  };
}

interface Groups {
  isOpen: boolean;
  missing: number;
  sums: CourseSums | null;
  terms: TermSums[];
}

const CLOSED: Groups = { isOpen: false, missing: 0, sums: null, terms: [] };

/** Throws COURSE_REVIEW_REMOVED, COURSE_REVIEW_BLINDED. */
function requireOpen(own: OwnRow | null): void {
  if (own === null) return;
  if (own.deletedAt !== null) throw new AppError('COURSE_REVIEW_REMOVED');
  if (own.blindedAt !== null) throw new AppError('COURSE_REVIEW_BLINDED');
}

function termOfKey(key: number) {
  return { year: Math.floor(key / 10), semester: key % 10 === 1 ? (1 as const) : (2 as const) };
}

function presentOwn(row: OwnRow): OwnReview {
  const { id: _, key: __, blindedAt, deletedAt, action, ...review } = row;
  const isHandled = blindedAt !== null || deletedAt !== null;
  return { ...review, handled: isHandled && action !== null ? presentStaffAction(action) : null };
}
