import { LIMITS } from '@naru/contract/limits';
import type { outsideReportBody } from '@naru/contract/outside-reports';
import { cutGraphemes } from '@naru/contract/text';
import type * as z from 'zod/mini';
import type { Tx } from '../../db/client.ts';
import { postTargetOf } from '../../domain/notifications/targets.ts';
import type { ContentKey } from '../../domain/posts/blinds.repo.ts';
import type { CampusNetworks } from '../../platform/campus-networks.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Emit } from '../../platform/live/live.ts';
import { wideNetworkOf } from '../../platform/wide-network.ts';
import type { Tools } from '../../tools.ts';
import type { Contents } from '../moderation/contents.service.ts';
import {
  findReporter,
  insertOutsideReporter,
  lockOutsideReports,
  updateReporter,
} from './inquiries.outside.repo.ts';
import { insertInquiry } from './inquiries.repo.ts';

type OutsideReport = z.output<typeof outsideReportBody>;

const HOURLY = { max: 5, seconds: 60 * 60 };
const DAY = 24 * 60 * 60;
/** Of one IPv6 /48 or IPv4 /24. */
const OF_NETWORK = { max: 20, seconds: DAY };
/** Hundreds of networks at once are an attack, which must not fill the disk. */
const DAILY = { max: 2_000, seconds: DAY };
/** How long the address of an open report may be corrected. */
const CORRECTED_SECONDS = 60 * 60;
const TO_ADDRESS = { max: LIMITS.outsideReportsPerEmail, seconds: DAY };

type Reporter = NonNullable<Awaited<ReturnType<typeof findReporter>>>;

export interface OutsideDeps
  extends Pick<Tools, 'live' | 'clock' | 'throttle' | 'notifications' | 'emailNames'> {
  contents: Pick<Contents, 'describe'>;
  campus: CampusNetworks;
}

/** Reports of people who have no account, such as the victim of a post. */
export function createOutsideReporting(deps: OutsideDeps) {
  const { live, clock, throttle, campus, contents, notifications, emailNames } = deps;
  const linkPattern = contentLink(emailNames.publicUrl);

  return {
    /**
     * Stores it as an inquiry without a member; one that is sent again with its client id is stored once, with
     * the address that was sent last within an hour and before the answer. It never hides content, however often
     * it comes. Ignores what names an e-mail address too often: a refusal would tell whoever tries it that
     * somebody reports with it. Throws REPORT_THROTTLED after 5 in an hour from the network address or 20 on a day
     * from its wide network, and OUTSIDE_REPORT_THROTTLED after 2,000 on a day.
     */
    async reportFromOutside(report: OutsideReport, address: string): Promise<void> {
      const { clientId = null } = report;
      await live.transaction(async (tx, emit) => {
        await lockOutsideReports(tx);
        const stored = await findReporter(tx, clientId);
        if (stored === null) {
          await throttle.hit(tx, `outside-report ${address}`, HOURLY, 'REPORT_THROTTLED');
          const network = `outside-report near ${wideNetworkOf(address)}`;
          const limit = campus.limitFor(address, OF_NETWORK);
          await throttle.hit(tx, network, limit, 'REPORT_THROTTLED');
        }
        if (stored?.email !== report.email && (await isNamedTooOften(tx, report.email))) return;
        if (stored !== null) return correct(tx, stored, report);
        await throttle.hit(tx, 'outside-reports', DAILY, 'OUTSIDE_REPORT_THROTTLED');
        await store(tx, emit, { ...report, clientId });
      });
    },
  };

  /** Whoever has the client id later must not get the answer. */
  async function correct(tx: Tx, { inquiryId, state, createdAt }: Reporter, report: OutsideReport) {
    const isRecent = createdAt > addSeconds(clock.now(), -CORRECTED_SECONDS);
    if (state === 'PROCESSING' && isRecent) await updateReporter(tx, inquiryId, report);
  }

  /** Counts the report of the e-mail address. */
  async function isNamedTooOften(tx: Tx, email: string): Promise<boolean> {
    const key = `outside-report of ${email}`;
    const { count } = await throttle.peek(tx, key, TO_ADDRESS);
    await throttle.count(tx, key, TO_ADDRESS);
    return count >= TO_ADDRESS.max;
  }

  async function store(tx: Tx, emit: Emit, report: OutsideReport) {
    const { place, reason, email, name, clientId } = report;
    const target = await findTarget(tx, place);
    const inquiryId = await insertInquiry(tx, {
      title: cutGraphemes(place.replace(/\s+/g, ' '), LIMITS.titleMax),
      content: `신고한 곳: ${place}\n\n${reason}`,
      category: 'REPORT',
      targetType: target?.type ?? null,
      targetId: target?.id ?? null,
      createdAt: clock.now(),
    });
    await insertOutsideReporter(tx, { inquiryId, email, name, clientId });
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
