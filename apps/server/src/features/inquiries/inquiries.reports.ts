import type { Assigned } from '@naru/contract/assignees';
import type { InquiryState, ReportTargetView } from '@naru/contract/inquiries';
import type { ReportDecision, ReportedMessage, ReportHistory } from '@naru/contract/moderation';
import { hasRole } from '@naru/contract/roles';
import type { Executor, Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { type ContentKey, isJudged } from '../../domain/posts/blinds.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import type { CourseReviewsService } from '../course-reviews/course-reviews.service.ts';
import type { Blinds } from '../moderation/blinds.service.ts';
import type { Contents } from '../moderation/contents.service.ts';
import type { ReportedContents } from '../moderation/reported-contents.service.ts';
import type { ReportedMessages } from '../moderation/reported-messages.service.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import type { Answering } from './inquiries.answer.ts';
import { completedBy, presentHistory, presentReport } from './inquiries.present.ts';
import { countOpenReports, findInquiry, type InquiryRow, listInquiries } from './inquiries.repo.ts';
import { type HistorySubject, readHistory } from './inquiries.reports.repo.ts';

const OWN = '자신이 쓴 글의 신고는 다른 운영진이 결정해야 합니다.';

const REPLIES: Record<ReportDecision, string> = {
  KEEP: '신고하신 내용을 확인했습니다. 운영 원칙에 어긋나지 않아 그대로 두었습니다. 알려 주셔서 감사합니다.',
  REMOVE: '신고하신 내용을 확인하고 삭제했습니다. 알려 주셔서 감사합니다.',
};

const UNBLIND = {
  POST: 'post.unblind',
  COMMENT: 'comment.unblind',
  COURSE_REVIEW: 'course-review.unblind',
} as const;

export interface ReportDeps
  extends Pick<Tools, 'db' | 'live' | 'notifications' | 'audit'>,
    Pick<Answering, 'closeReports'> {
  contents: Contents;
  blinds: Pick<Blinds, 'lift'>;
  messages: Pick<ReportedMessages, 'list'>;
  reported: Pick<ReportedContents, 'compare'>;
  /** What deletes the reported content in the transaction of the decision, with its own checks, notices and audit entries. */
  removal: {
    post: PostsService['removeByStaff'];
    comment: CommentsService['removeByStaff'];
    courseReview: CourseReviewsService['removeByStaff'];
  };
}

/** Reports as staff see and decide them: ADMIN all, MANAGER those of content. */
export function createReports(deps: ReportDeps) {
  const { db, live, audit, contents } = deps;

  return {
    /**
     * Lists reports with their targets; open ones oldest first, completed ones newest first. MANAGER
     * decides about content and does not see who reported it.
     */
    async listReports(
      actor: Actor,
      {
        state,
        assigned,
        ...query
      }: PageQuery & { state: InquiryState; assigned?: Assigned | undefined },
    ) {
      const isAdmin = hasRole(actor.roles, 'ADMIN');
      const range = { ...rangeOf(query), isOldestFirst: state === 'PROCESSING' };
      const viewerId = actor.memberId;
      const filter = {
        state,
        category: 'REPORT',
        isOfContent: !isAdmin,
        assigned,
        viewerId,
      } as const;
      const { rows, total } = await listInquiries(db, filter, range);
      const refs = rows.flatMap(refOf);
      const views = await contents.describe(db, refs);
      const open = await countOpenReports(db, refs);
      const reported = await deps.reported.compare(db, actor, rows);
      const reports = rows.map((row) => {
        const [ref] = refOf(row);
        const view = views.find((one) => one.type === ref?.type && one.id === ref.id) ?? null;
        const count = ref ? (open.get(`${ref.type} ${ref.id}`) ?? 0) : 1;
        const then = reported.get(row.id) ?? null;
        return presentReport(row, view, { openReports: count, isAdmin, reported: then });
      });
      return { reports, page: pageInfo(query, total) };
    },

    /**
     * What is known of the reported member, or of the content alone when it is anonymous. Recorded in
     * the audit log. Throws INQUIRY_NOT_FOUND.
     */
    async getHistory(actor: Actor, id: number): Promise<ReportHistory> {
      return db.transaction(async (tx) => {
        const row = await find(tx, actor, id);
        const [target] = await contents.describe(tx, refOf(row));
        const history = presentHistory(await readHistory(tx, subjectOf(row, target), id));
        await audit.record(tx, actor, { action: 'inquiry.history', targetId: id });
        return history;
      });
    },

    /**
     * The reported chat message with what the reporter added. Recorded in the audit log. Throws
     * INQUIRY_NOT_FOUND for anything but a report of a message.
     */
    async getMessages(actor: Actor, id: number): Promise<ReportedMessage[]> {
      return db.transaction(async (tx) => {
        const { targetType } = await find(tx, actor, id);
        if (targetType !== 'MESSAGE') throw new AppError('INQUIRY_NOT_FOUND');
        await audit.record(tx, actor, { action: 'inquiry.messages', targetId: id });
        return deps.messages.list(tx, actor, id);
      });
    },

    /**
     * Decides about the content and answers all its open reports; returns how many. Throws
     * INQUIRY_NOT_FOUND, INQUIRY_COMPLETED, INQUIRY_TARGET_NOT_FOUND unless it concerns content, and
     * PERMISSION_DENIED for the own content, with or without a name.
     */
    async decideReport(
      actor: Actor,
      id: number,
      { decision, reason }: { decision: ReportDecision; reason: string },
    ): Promise<number> {
      const row = await find(db, actor, id);
      if (row.state !== 'PROCESSING') throw completedBy(row);
      const target = contentOf(row);
      if (await contents.isOwn(db, actor, target)) {
        throw new AppError('PERMISSION_DENIED', { message: OWN });
      }
      return live.transaction(async (tx, emit) => {
        // Locks the reports first: of two decisions the slower one finds none and changes nothing.
        const closed = await deps.closeReports(tx, emit, actor, target, REPLIES[decision]);
        if (closed === 0) throw completedBy(await find(tx, actor, id));
        const isLifted =
          decision === 'KEEP' && (await deps.blinds.lift(tx, emit, actor, { ...target, reason }));
        if (decision === 'REMOVE') await remove(tx, emit, actor, { ...target, reason });
        await deps.notifications.workChanged(tx, emit);
        if (isLifted) {
          const action = UNBLIND[target.type];
          await audit.record(tx, actor, { action, targetId: target.id, reason });
        }
        const detail = { decision, closed };
        await audit.record(tx, actor, { action: 'inquiry.decide', targetId: id, reason, detail });
        return closed;
      });
    },
  };

  /** Does nothing to content that is gone. */
  async function remove(
    tx: Tx,
    emit: Emit,
    actor: Actor,
    { type, ...one }: ContentKey & { reason: string },
  ): Promise<void> {
    const [view] = await contents.describe(tx, [{ type, id: one.id }]);
    if (view?.deleted !== false) return;
    const { post, comment, courseReview } = deps.removal;
    await { POST: post, COMMENT: comment, COURSE_REVIEW: courseReview }[type](tx, emit, actor, one);
  }
}

/** Throws INQUIRY_NOT_FOUND unless it is a report that the actor may decide. */
async function find(db: Executor | Tx, actor: Actor, id: number): Promise<InquiryRow> {
  const row = await findInquiry(db, id);
  const isMine = hasRole(actor.roles, 'ADMIN') || (row !== null && isOfContent(row));
  if (row?.category !== 'REPORT' || !isMine) throw new AppError('INQUIRY_NOT_FOUND');
  return row;
}

const isOfContent = ({ targetType }: InquiryRow) => isJudged(targetType);

function contentOf({ targetType, targetId }: InquiryRow): ContentKey {
  if (targetId === null || !isJudged(targetType)) throw new AppError('INQUIRY_TARGET_NOT_FOUND');
  return { type: targetType, id: targetId };
}

/** Content without a named writer has only its own history: more would link what one author wrote. */
function subjectOf(row: InquiryRow, target: ReportTargetView | undefined): HistorySubject {
  if (target?.writerId) return { of: 'MEMBER', memberId: target.writerId };
  return isOfContent(row) ? { of: 'CONTENT', ...contentOf(row) } : { of: 'NONE' };
}

export function refOf({ targetType, targetId }: Pick<InquiryRow, 'targetType' | 'targetId'>) {
  return targetType === null || targetId === null ? [] : [{ type: targetType, id: targetId }];
}
