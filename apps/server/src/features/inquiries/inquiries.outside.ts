import { LIMITS } from '@naru/contract/limits';
import type { outsideReportBody } from '@naru/contract/outside-reports';
import { cutGraphemes } from '@naru/contract/text';
import type * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import type { Emit } from '../../domain/live/live.ts';
import { postTargetOf } from '../../domain/notifications/targets.ts';
import type { ContentKey } from '../../domain/posts/blinds.repo.ts';
import type { CampusNetworks } from '../../platform/campus-networks.ts';
import { addSeconds } from '../../platform/clock.ts';
import { wideNetworkOf } from '../../platform/wide-network.ts';
import type { Contents } from '../moderation/contents.service.ts';
import type { ReportedContents } from '../moderation/reported-contents.service.ts';
import type { Tools } from '../tools.ts';
import { inheritAssignee } from './inquiries.assign.repo.ts';
import { insertInquiry } from './inquiries.repo.ts';
import {
  findReporter,
  insertOutsideReporter,
  lockOutsideReports,
  updateReporter,
} from './inquiries.reports.repo.ts';

type OutsideReport = z.output<typeof outsideReportBody>;

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** Of one network address. */
const HOURLY = { max: 5, seconds: HOUR };
/** Of one IPv6 /48 or IPv4 /24: at most 100 KB each, so 5 MB an hour on the disk. */
const OF_NETWORK = { max: 50, seconds: HOUR };
/** Above these a report has low priority: it is listed last and no staff are notified. */
const NOTIFICATIONS_OF_NETWORK = { max: 20, seconds: DAY };
const NOTIFICATIONS = { max: 2_000, seconds: DAY };
const NOTIFICATIONS_OF_EMAIL = { max: LIMITS.outsideReportsPerEmail, seconds: DAY };
/** How long the address of an open report may be corrected. */
const CORRECTED_SECONDS = HOUR;

type Reporter = NonNullable<Awaited<ReturnType<typeof findReporter>>>;

export interface OutsideDeps
  extends Pick<Tools, 'live' | 'clock' | 'throttle' | 'notifications' | 'emailNames'> {
  contents: Pick<Contents, 'describe'>;
  reported: Pick<ReportedContents, 'copy'>;
  campus: CampusNetworks;
}

/** Reports of people who have no account, such as the victim of a post. */
export function createOutsideReporting(deps: OutsideDeps) {
  const { live, clock, throttle, campus, contents, notifications, emailNames } = deps;
  const linkPattern = contentLink(emailNames.publicUrl);

  return {
    /**
     * Stores the report as an inquiry without a member. A report with the client id of an earlier one is a retry:
     * it is stored once, and its e-mail address replaces the former one within an hour, as long as staff have not
     * answered. Reports from outside never hide content. Throws REPORT_THROTTLED after 5 in an hour from the network
     * address or 50 from its wide network. However many reports of others arrived that day, none is refused for
     * them: it is listed last.
     */
    async reportFromOutside(report: OutsideReport, address: string): Promise<void> {
      const { clientId = null } = report;
      await live.transaction(async (tx, emit) => {
        await lockOutsideReports(tx);
        const stored = await findReporter(tx, clientId);
        if (stored !== null) return correct(tx, stored, report);
        await throttle.hit(tx, `outside-report ${address}`, HOURLY, 'REPORT_THROTTLED');
        const network = `outside-report near ${wideNetworkOf(address)}`;
        const limit = campus.limitFor(address, OF_NETWORK);
        await throttle.hit(tx, network, limit, 'REPORT_THROTTLED');
        const isLast = !(await mayNotifyStaff(tx, report, address));
        await store(tx, emit, { ...report, clientId, isLast });
      });
    },
  };

  /** Only for an hour: somebody who learns the client id later must not redirect the answer to another address. */
  async function correct(tx: Tx, stored: Reporter, report: OutsideReport) {
    const { inquiryId, email, state, createdAt } = stored;
    if (email !== report.email && !(await isEmailAllowed(tx, report))) return;
    const isRecent = createdAt > addSeconds(clock.now(), -CORRECTED_SECONDS);
    if (state === 'PROCESSING' && isRecent) await updateReporter(tx, inquiryId, report);
  }

  /**
   * Whether the report may notify staff. The limits of its e-mail address and network come first, so that what
   * they refuse does not use up the limit of all.
   */
  async function mayNotifyStaff(tx: Tx, report: OutsideReport, address: string): Promise<boolean> {
    const limit = campus.limitFor(address, NOTIFICATIONS_OF_NETWORK);
    const ofNetwork = `outside-report calls near ${wideNetworkOf(address)}`;
    return (
      (await isEmailAllowed(tx, report)) &&
      (await throttle.allows(tx, ofNetwork, limit)) &&
      (await throttle.allows(tx, 'outside-reports', NOTIFICATIONS))
    );
  }

  /** Counts a report that gives this e-mail address. */
  function isEmailAllowed(tx: Tx, { email }: OutsideReport): Promise<boolean> {
    return throttle.allows(tx, `outside-report of ${email}`, NOTIFICATIONS_OF_EMAIL);
  }

  async function store(tx: Tx, emit: Emit, report: OutsideReport & { isLast: boolean }) {
    const { place, reason, email, name, clientId, isLast } = report;
    const target = await findTarget(tx, place);
    const inquiryId = await insertInquiry(tx, {
      title: cutGraphemes(place.replace(/\s+/g, ' '), LIMITS.titleMax),
      content: `신고한 곳: ${place}\n\n${reason}`,
      category: 'REPORT',
      targetType: target?.type ?? null,
      targetId: target?.id ?? null,
      isLast,
      createdAt: clock.now(),
    });
    if (target !== null) await deps.reported.copy(tx, inquiryId, target);
    if (target !== null) await inheritAssignee(tx, inquiryId);
    await insertOutsideReporter(tx, { inquiryId, email, name, clientId });
    if (isLast) return notifications.workChanged(tx, emit, true);
    const kind = target === null ? 'reportArrived' : 'contentReportArrived';
    await notifications.workArrived(tx, emit, { kind });
  }

  /** The post or comment that an address of this site in the text leads to; null when it does not exist. */
  async function findTarget(tx: Tx, place: string): Promise<ContentKey | null> {
    const [, path] = linkPattern.exec(place) ?? [];
    const found = path === undefined ? null : postTargetOf(path.replace(/\?[^#]*/, ''));
    if (found === null) return null;
    const { postId, commentId } = found;
    const key: ContentKey =
      commentId === undefined ? { type: 'POST', id: postId } : { type: 'COMMENT', id: commentId };
    if (!Number.isSafeInteger(key.id)) return null;
    const [view] = await contents.describe(tx, [key]);
    return view?.deleted === false && view.postId === postId ? key : null;
  }
}

/** Finds the path of a post of the site in a text, with or without the scheme in front. */
function contentLink(publicUrl: string): RegExp {
  const host = new URL(publicUrl).host.replace(/[.[\]]/g, '\\$&');
  return new RegExp(
    `(?:^|[\\s/("'<])${host}(/main/[\\w/-]+(?:\\?[\\w=&%.~+-]*)?(?:#[\\w-]*)?)`,
    'i',
  );
}
