import {
  BUILT_IN_VERSION,
  DOCUMENT_TITLES,
  findMissingHeadings,
  NOTICE_DAYS,
  NOTICE_DAYS_MAX,
  type SiteDocument,
} from '@naru/contract/document-names';
import type { publishBody } from '@naru/contract/documents';
import { withParticles } from '@naru/contract/particles';
import { type PostInput, postBody } from '@naru/contract/posts';
import type * as z from 'zod/mini';
import type { Executor, Tx } from '../../db/client.ts';
import { endPinsWith, lockPins } from '../../domain/posts/pins.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addDays, kstDay, startOfKstDay } from '../../platform/clock.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { Tools } from '../tools.ts';
import {
  deleteVersion,
  hasMembers,
  insertVersion,
  listVersions,
  lockDocuments,
  updateVersion,
  type VersionRow,
} from './documents.repo.ts';
import { holds, revisionOf } from './documents.versions.ts';

export interface AnnounceDeps extends Pick<Tools, 'db' | 'clock' | 'audit' | 'emailNames'> {
  posts: Pick<PostsService, 'publish'>;
}

type Input = z.output<typeof publishBody>;

const BOARD = 'NOTICE';
/** Of the address of what a version changes. */
const CHANGES = '?view=changes';

const RELOAD = '다른 사람이 먼저 저장했습니다. 새로 고쳐서 최신 내용을 확인해 주세요.';

/** New versions of the terms and the privacy policy, with the notice that they promise. */
export function createAnnouncements(deps: AnnounceDeps) {
  const { db, clock, audit, posts, emailNames } = deps;

  /** What stands before a change, while nobody else changes it. Throws EDIT_CONFLICT for another revision. */
  async function hold(tx: Tx, document: SiteDocument, basedOn: string) {
    await lockDocuments(tx);
    const versions = await listVersions(tx, document);
    if (revisionOf(versions) !== basedOn) throw new AppError('EDIT_CONFLICT', { message: RELOAD });
    const [newest] = versions;
    const today = kstDay(clock.now());
    const announced = newest !== undefined && !holds(newest, today) ? newest : null;
    const others = versions.filter((one) => one !== announced);
    return { announced, others, before: others[0]?.version ?? BUILT_IN_VERSION };
  }

  async function record(
    tx: Tx,
    actor: Actor,
    detail: Record<'setting' | 'before' | 'after', string>,
  ) {
    await audit.record(tx, actor, { action: 'setting.update', detail });
  }

  /** Stores the version; the one that is announced becomes it. */
  async function store(tx: Tx, actor: Actor, document: SiteDocument, input: Input): Promise<void> {
    const now = clock.now();
    const { announced, others, before } = await hold(tx, document, input.basedOn);
    await requireChange(tx, input, {
      isAnnounced: announced !== null,
      isFirst: others.length === 0,
    });
    const { content, note, change } = input;
    const effectiveOn = input.effectiveOn ?? kstDay(now);
    const version = nameVersion(effectiveOn, others);
    const asksConsent = change === 'ADVERSE' || (change === 'NORMAL' && input.asksConsent);
    const row = { document, version, content, note, asksConsent, change, effectiveOn };
    const by = { publishedBy: actor.memberId, publishedAt: now };
    if (announced === null) await insertVersion(tx, { ...row, ...by });
    else {
      await updateVersion(tx, announced.id, { ...row, ...by });
      await unpin(tx, actor, document, announced);
    }
    await record(tx, actor, { setting: document, before, after: version });
  }

  /** Ends the pin of the notice about a version that is announced no more: it links to the changes until that day. */
  async function unpin(
    tx: Tx,
    actor: Actor,
    document: SiteDocument,
    { effectiveOn }: VersionRow,
  ): Promise<void> {
    if (effectiveOn === null) return;
    await lockPins(tx);
    const until = startOfKstDay(addDays(effectiveOn, 1));
    const address = `/${document}${CHANGES}"`;
    for (const targetId of await endPinsWith(tx, { boardType: BOARD, until, address })) {
      const detail = { boardType: BOARD };
      await audit.record(tx, actor, { action: 'post.unpin', targetId, detail });
    }
  }

  /** Makes the change together with the notice about it, or neither. */
  async function withNotice(
    actor: Actor,
    notice: PostInput,
    { until, take }: { until: string | null; take: (tx: Tx) => Promise<void> },
  ): Promise<void> {
    await posts.publish(actor, notice, { id: null, pinUntil: until, take });
  }

  const linkOf = (document: SiteDocument) => `${emailNames.publicUrl}/${document}`;

  return {
    /**
     * Publishes a version that holds at once, or announces one with a notice to the members. Throws
     * EDIT_CONFLICT when another revision was published meanwhile, and VALIDATION_FAILED for a privacy
     * policy without a required heading, a change that is not possible now and a day that is too early.
     */
    async publish(actor: Actor, document: SiteDocument, input: Input): Promise<void> {
      requireHeadings(document, input.content);
      requireDay(input, kstDay(clock.now()));
      const take = (tx: Tx) => store(tx, actor, document, input);
      if (input.effectiveOn === null) return db.transaction(take);
      const notice = announcement(document, { ...input, day: input.effectiveOn }, linkOf(document));
      return withNotice(actor, notice, { until: input.effectiveOn, take });
    },

    /** Throws NOT_FOUND when none is announced, and EDIT_CONFLICT. */
    async withdraw(actor: Actor, document: SiteDocument, basedOn: string): Promise<void> {
      await withNotice(actor, withdrawal(document, linkOf(document)), {
        until: null,
        take: async (tx) => {
          const { announced, before } = await hold(tx, document, basedOn);
          if (announced === null) throw new AppError('NOT_FOUND');
          await deleteVersion(tx, announced.id);
          await unpin(tx, actor, document, announced);
          const detail = { setting: document, before: announced.version, after: before };
          await record(tx, actor, detail);
        },
      });
    },
  };
}

function requireHeadings(document: SiteDocument, content: string): void {
  const missing = document === 'privacy' ? findMissingHeadings(content) : [];
  if (missing.length === 0) return;
  throw fieldError('content', `개인정보 처리방침에 다음 제목이 필요합니다: ${missing.join(', ')}`);
}

/** A change with notice names its day, one without none. */
function requireDay({ change, effectiveOn }: Input, today: string): void {
  const days = NOTICE_DAYS[change];
  if (days === 0 && effectiveOn === null) return;
  const [first, last] = [addDays(today, days), addDays(today, NOTICE_DAYS_MAX)];
  if (days > 0 && effectiveOn !== null && effectiveOn >= first && effectiveOn <= last) return;
  throw fieldError(
    'effectiveOn',
    days === 0
      ? '이 변경은 바로 시행됩니다. 시행일을 비워 주세요.'
      : `시행일은 ${first}부터 ${last}까지로 정해 주세요.`,
  );
}

async function requireChange(
  db: Executor,
  { change }: Input,
  { isAnnounced, isFirst }: { isAnnounced: boolean; isFirst: boolean },
): Promise<void> {
  if (isAnnounced && NOTICE_DAYS[change] === 0) {
    throw fieldError('change', '시행을 기다리는 내용이 있습니다. 먼저 취소한 뒤에 바꿔 주세요.');
  }
  if (change === 'FIRST' && (!isFirst || (await hasMembers(db)))) {
    throw fieldError('change', '회원이 있으면 미리 알려야 합니다. 다른 종류를 골라 주세요.');
  }
}

/** The day, with a number for further versions of the same day. */
function nameVersion(day: string, versions: readonly VersionRow[]): string {
  const used = new Set([BUILT_IN_VERSION, ...versions.map(({ version }) => version)]);
  let name = day;
  for (let number = 2; used.has(name); number += 1) name = `${day}-${number}`;
  return name;
}

function announcement(
  document: SiteDocument,
  { note, day, asksConsent, change }: Input & { day: string },
  link: string,
): PostInput {
  const title = DOCUMENT_TITLES[document];
  const lines = [
    `${title}을(를) ${dayText(day)}부터 다음과 같이 바꿉니다.`,
    `바뀌는 점: ${note}`,
    change === 'ADVERSE' || asksConsent
      ? '시행일부터는 새 내용에 동의해야 계속 이용할 수 있습니다. 동의하지 않으면 그 전에 탈퇴할 수 있습니다.'
      : '시행일 뒤에도 계속 이용하면 새 내용이 적용됩니다. 원하지 않으면 그 전에 탈퇴할 수 있습니다.',
  ];
  const more = { label: '달라진 점과 새 내용 보기', url: `${link}${CHANGES}` };
  return noticeOf(`${title}이(가) ${dayText(day)}부터 바뀝니다`, lines, more);
}

function withdrawal(document: SiteDocument, link: string): PostInput {
  const title = DOCUMENT_TITLES[document];
  const lines = [`예고한 ${title} 변경을 취소했습니다. 지금 내용이 그대로 적용됩니다.`];
  return noticeOf(`${title} 변경을 취소했습니다`, lines, { label: '지금 내용 보기', url: link });
}

function noticeOf(
  title: string,
  lines: readonly string[],
  more: { label: string; url: string },
): PostInput {
  const text = lines.map((line) => `<p>${escapeHtml(withParticles(line))}</p>`).join('');
  const content = `${text}<p><a href="${escapeHtml(more.url)}">${more.label}</a></p>`;
  const post = { boardType: BOARD, title: withParticles(title), content, imageUrls: null };
  return postBody.parse({ ...post, years: [] });
}

/** 2026년 12월 10일. */
function dayText(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}년 ${month}월 ${date}일`;
}
