import type { InquiryDetail } from '@naru/contract/inquiries';
import { hasRole } from '@naru/contract/roles';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import { type AnswerDeps, createAnswering } from './inquiries.answer.ts';
import { type AskDeps, createAsking } from './inquiries.ask.ts';
import { presentInquiry, presentInquiryDetail } from './inquiries.present.ts';
import {
  countByState,
  findInquiry,
  type InquiryFilter,
  type InquiryRow,
  listFollowUps,
  listInquiries,
} from './inquiries.repo.ts';
import { createReports, type ReportDeps, refOf } from './inquiries.reports.ts';

export type InquiriesService = ReturnType<typeof createInquiriesService>;

type Deps = AskDeps & AnswerDeps & Omit<ReportDeps, 'closeReports'>;

export function createInquiriesService(deps: Deps) {
  const { db, audit, contents, people } = deps;
  const { closeReports, ...answering } = createAnswering(deps, detailOf);

  return {
    ...createAsking(deps),
    ...answering,
    ...createReports({ ...deps, closeReports }),

    /** Lists the inquiries of all members, newest first. */
    async list(query: PageQuery & Omit<InquiryFilter, 'memberId'>) {
      const { rows, total } = await listInquiries(db, query, rangeOf(query));
      const counts = await countByState(db);
      return {
        inquiryDtoList: rows.map(presentInquiry),
        page: pageInfo(query, total),
        counts: {
          processing: counts.get('PROCESSING') ?? 0,
          completed: counts.get('COMPLETED') ?? 0,
        },
      };
    },

    async listMine({ memberId }: Actor, query: PageQuery) {
      const { rows, total } = await listInquiries(db, { memberId }, rangeOf(query));
      return { inquiryDtoList: rows.map(presentInquiry), page: pageInfo(query, total) };
    },

    /**
     * An ADMIN also gets the asker and the reported target, and each read is recorded in the audit log.
     * Throws INQUIRY_NOT_FOUND for members other than the owner.
     */
    async get(actor: Actor, id: number) {
      return db.transaction(async (tx) => {
        const row = await findInquiry(tx, id);
        const isOwn = row?.memberId === actor.memberId;
        if (row === null || !(isOwn || hasRole(actor.roles, 'ADMIN'))) {
          throw new AppError('INQUIRY_NOT_FOUND');
        }
        if (isOwn) {
          const followUps = await listFollowUps(tx, id);
          return presentInquiryDetail(row, followUps, { asker: null, target: null });
        }
        const detail = await detailOf(tx, row);
        await audit.record(tx, actor, { action: 'inquiry.read', targetId: id });
        return detail;
      });
    },
  };

  async function detailOf(tx: Executor, row: InquiryRow): Promise<InquiryDetail> {
    const followUps = await listFollowUps(tx, row.id);
    const [target = null] = await contents.describe(tx, refOf(row));
    const user = row.withdrawnAt === null ? await people.getUser(tx, row.memberId) : null;
    const asker = user && { username: user.username, name: user.name, roles: user.roles };
    return presentInquiryDetail(row, followUps, { asker, target });
  }
}
