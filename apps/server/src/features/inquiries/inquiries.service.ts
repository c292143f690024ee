import type { InquiryCategory, ReportTarget } from '@naru/contract/choices';
import type { InquiryDetail, InquiryState } from '@naru/contract/inquiries';
import { hasRole } from '@naru/contract/roles';
import type { Db, Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DomainEventHub } from '../../platform/domain-events.ts';
import type { EmailQueue } from '../../platform/email/email-queue.ts';
import { AppError } from '../../platform/errors.ts';
import type { Live } from '../../platform/live/live.ts';
import { type PageQuery, pageInfo, rangeOf } from '../../platform/paging.ts';
import type { Throttle } from '../../platform/throttle.ts';
import type { AdminService } from '../admin/admin.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Contents } from '../moderation/contents.service.ts';
import type { NoticesService } from '../notifications/notifications.service.ts';
import { createAnswering, entryOf } from './inquiries.answer.ts';
import { createAsking } from './inquiries.ask.ts';
import { presentInquiry, presentInquiryDetail, presentReport } from './inquiries.present.ts';
import {
  countByState,
  countOpenReports,
  findInquiry,
  type InquiryRow,
  listFollowUps,
  listInquiries,
} from './inquiries.repo.ts';
import type { InquiryMails } from './inquiries.texts.ts';

interface Deps {
  db: Db;
  clock: Clock;
  live: Pick<Live, 'transaction'>;
  events: Pick<DomainEventHub, 'emit'>;
  throttle: Throttle;
  notices: Pick<NoticesService, 'notify'>;
  emailQueue: Pick<EmailQueue, 'enqueue'>;
  mails: InquiryMails;
  audit: Pick<AuditService, 'record'>;
  people: Pick<AdminService, 'grantIn' | 'getUser'>;
  contents: Contents;
}

interface ListQuery extends PageQuery {
  state?: InquiryState | undefined;
  category?: InquiryCategory | undefined;
  query?: string | undefined;
}

export type InquiriesService = ReturnType<typeof createInquiriesService>;

/** Questions to the staff, role requests and reports. */
export function createInquiriesService(deps: Deps) {
  const { db, audit, contents, people } = deps;

  return {
    ...createAsking(deps),
    ...createAnswering({ ...deps, detailOf }),

    /** Inquiries of everybody, newest first. */
    async list({ page, size, ...filter }: ListQuery) {
      const query = { page, size };
      const { rows, total } = await listInquiries(db, filter, rangeOf(query));
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

    /** The caller's own, newest first. */
    async listMine({ memberId }: Actor, query: PageQuery) {
      const { rows, total } = await listInquiries(db, { memberId }, rangeOf(query));
      return { inquiryDtoList: rows.map(presentInquiry), page: pageInfo(query, total) };
    },

    /**
     * One inquiry. Its owner sees what was asked and answered, ADMIN who asks too, with a line in
     * the audit log. Throws INQUIRY_NOT_FOUND for everybody else.
     */
    async get(actor: Actor, id: number): Promise<InquiryDetail> {
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
        await audit.record(tx, entryOf(actor, 'inquiry.read', id));
        return detail;
      });
    },

    /** Reports with what they are about; open ones oldest first, finished ones newest first. */
    async listReports({ page, size, state }: PageQuery & { state: InquiryState }) {
      const query = { page, size };
      const { rows, total } = await listInquiries(
        db,
        { state, category: 'REPORT' },
        { ...rangeOf(query), isOldestFirst: state === 'PROCESSING' },
      );
      const refs = rows.flatMap(refOf);
      const views = await contents.describe(db, refs);
      const open = await countOpenReports(db, refs);
      const reports = rows.map((row) => {
        const [ref] = refOf(row);
        const view = views.find((one) => one.type === ref?.type && one.id === ref.id) ?? null;
        return presentReport(row, view, ref ? (open.get(`${ref.type} ${ref.id}`) ?? 0) : 1);
      });
      return { reports, page: pageInfo(query, total) };
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

/** What the inquiry is about, if it says so. */
function refOf({ targetType, targetId }: InquiryRow): { type: ReportTarget; id: number }[] {
  return targetType === null || targetId === null ? [] : [{ type: targetType, id: targetId }];
}
