import type { ReportTarget } from '@naru/contract/choices';
import type { InquiryDetail } from '@naru/contract/inquiries';
import { hasRole } from '@naru/contract/roles';
import type { Executor, Tx } from '../../db/client.ts';
import { type KnownAuthor, storedTime } from '../../domain/authorship/author.ts';
import type { Emit } from '../../domain/live/live.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Tools } from '../tools.ts';
import { isAnswerLost, listFollowUps } from './inquiries.answer.repo.ts';
import { type AnswerDeps, createAnswering } from './inquiries.answer.ts';
import { type AskDeps, createAsking } from './inquiries.ask.ts';
import { createAssigning } from './inquiries.assign.ts';
import { createOutsideReporting, type OutsideDeps } from './inquiries.outside.ts';
import {
  presentAssignee,
  presentInquiry,
  presentInquiryDetail,
  presentStaffInquiry,
} from './inquiries.present.ts';
import {
  countByState,
  findInquiry,
  type InquiryFilter,
  type InquiryRow,
  insertObjection,
  listInquiries,
} from './inquiries.repo.ts';
import { createReports, type ReportDeps, refOf } from './inquiries.reports.ts';

interface Objection {
  /** The action of staff that it is against. */
  actionId: number;
  target: { type: ReportTarget; id: number };
  /** Quoted in the title; empty for a suspension. */
  subject: string;
  content: string;
  /** The member, or the seal of an anonymous author. */
  asker: { memberId: number } | { authorSeal: Buffer };
}

type ObjectingDeps = Pick<Tools, 'clock' | 'notifications'>;

function createObjecting({ clock, notifications }: ObjectingDeps) {
  return {
    /**
     * Stores an objection as an inquiry, notifies ADMIN and returns its id. It does not count as an open inquiry: staff
     * actions limit it. Throws OBJECTION_EXISTS for a second one against the same action.
     */
    async objectIn(tx: Tx, emit: Emit, objection: Objection): Promise<number> {
      const { actionId, target, subject, content, asker } = objection;
      const isAnonymous = 'authorSeal' in asker;
      const id = await insertObjection(tx, {
        ...asker,
        actionId,
        title: subject === '' ? '이용 정지에 대한 이의 제기' : `이의 제기: ${subject}`,
        content,
        category: 'OBJECTION',
        targetType: target.type,
        targetId: target.id,
        createdAt: storedTime(isAnonymous, clock.now()),
      });
      if (id === null) throw new AppError('OBJECTION_EXISTS');
      await notifications.objectionArrived(tx, emit, isAnonymous ? null : asker.memberId);
      return id;
    },
  };
}

export type InquiriesService = ReturnType<typeof createInquiriesService>;

type Deps = AskDeps &
  OutsideDeps &
  AnswerDeps &
  Pick<Tools, 'seal'> &
  Omit<ReportDeps, 'closeReports'>;

export function createInquiriesService(deps: Deps) {
  const { db, seal, audit, contents, people, attachments } = deps;
  const selfOf = ({ memberId }: Actor) => ({ memberId, seal: seal.seal(memberId) });
  const { closeReports, ...answering } = createAnswering(deps, detailOf);

  return {
    ...createAsking(deps),
    ...createOutsideReporting(deps),
    ...createObjecting(deps),
    ...answering,
    ...createAssigning(deps),
    ...createReports({ ...deps, closeReports }),

    /** Lists the inquiries of all members, newest first, without the ends of long texts. */
    async list(actor: Actor, query: PageQuery & Omit<InquiryFilter, 'asker' | 'viewerId'>) {
      const filter = { ...query, viewerId: actor.memberId };
      const { rows, total } = await listInquiries(db, filter, { ...rangeOf(query), isCut: true });
      const counts = await countByState(db);
      const inquiryDtoList = rows.map(presentStaffInquiry);
      return {
        inquiryDtoList,
        _embedded: { inquiryDtoList },
        page: pageInfo(query, total),
        counts: {
          processing: counts.get('PROCESSING') ?? 0,
          completed: counts.get('COMPLETED') ?? 0,
        },
      };
    },

    /** Objections without a name too. */
    async listMine(actor: Actor, query: PageQuery) {
      const filter = { asker: selfOf(actor) };
      const { rows, total } = await listInquiries(db, filter, {
        ...rangeOf(query),
        isCut: true,
      });
      return { inquiryDtoList: rows.map(presentInquiry), page: pageInfo(query, total) };
    },

    /**
     * An ADMIN also gets the asker and the reported target, and each read is recorded in the audit log.
     * Throws INQUIRY_NOT_FOUND for members other than the owner.
     */
    async get(actor: Actor, id: number) {
      return db.transaction(async (tx) => {
        const row = await findInquiry(tx, id);
        const isOwn = row !== null && isAsker(row, selfOf(actor));
        if (row === null || !(isOwn || hasRole(actor.roles, 'ADMIN'))) {
          throw new AppError('INQUIRY_NOT_FOUND');
        }
        if (isOwn) {
          return presentInquiryDetail(row, await partsOf(tx, actor, row), {
            asker: null,
            outsideReporter: null,
            emailRefused: false,
            target: null,
            assignee: null,
          });
        }
        const detail = await detailOf(tx, actor, row);
        await audit.record(tx, actor, { action: 'inquiry.read', targetId: id });
        return detail;
      });
    },
  };

  async function partsOf(tx: Executor, actor: Actor, { id }: InquiryRow) {
    return {
      followUps: await listFollowUps(tx, id),
      attachments: await attachments.listOfInquiry(tx, actor, id),
    };
  }

  async function detailOf(tx: Executor, actor: Actor, row: InquiryRow): Promise<InquiryDetail> {
    const [target = null] = await contents.describe(tx, refOf(row));
    const { memberId, withdrawnAt } = row;
    const user =
      memberId !== null && withdrawnAt === null ? await people.getUser(tx, memberId) : null;
    const asker = user && { username: user.username, name: user.name, roles: user.roles };
    const emailRefused = await isAnswerLost(tx, row.id);
    const assignee = presentAssignee(row);
    const forStaff = { asker, outsideReporter: row.outside, emailRefused, target, assignee };
    return presentInquiryDetail(row, await partsOf(tx, actor, row), forStaff);
  }
}

function isAsker(row: InquiryRow, { memberId, seal }: KnownAuthor): boolean {
  return row.memberId === memberId || row.authorSeal?.equals(seal) === true;
}
