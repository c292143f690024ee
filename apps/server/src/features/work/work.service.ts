import { hasRole } from '@naru/contract/roles';
import {
  FIRST_STEPS,
  type FirstStep,
  type FirstSteps,
  type WorkEmails,
  type WorkItem,
  type WorkKind,
} from '@naru/contract/work';
import * as z from 'zod/mini';
import type { Env } from '../../config/env.ts';
import { readProofState } from '../../domain/backups/backup-proof.repo.ts';
import {
  type BackupReport,
  presentBackupFailure,
  reportOn,
} from '../../domain/backups/backup-report.ts';
import { readBackupState } from '../../domain/backups/backup-state.repo.ts';
import {
  type ProofReport,
  presentProofFailure,
  reportOnProof,
} from '../../domain/backups/proof-report.ts';
import { failingSince } from '../../domain/emails/email-log.ts';
import { targetUrl } from '../../domain/notifications/targets.ts';
import {
  countAssigned,
  listStaff,
  listWaiting,
  type WaitingWork,
} from '../../domain/work/work.repo.ts';
import type { Actor } from '../../platform/actor.ts';
import { addSeconds, kstDay, startOfKstDay, toKst } from '../../platform/clock.ts';
import type { Email } from '../../platform/email/email.ts';
import { createEmailTemplate, type EmailNames } from '../../platform/email/email-template.ts';
import type { Health } from '../../platform/health.ts';
import { countEach } from '../../platform/turns.ts';
import type { IdentityService } from '../settings/identity.service.ts';
import type { Tools } from '../tools.ts';
import {
  areStepsOpen,
  countEmails,
  countRefused,
  findChoice,
  findSteps,
  insertPutAway,
  markSent,
  saveChoice,
} from './work.repo.ts';

const NAMES: Record<WaitingWork['kind'] & WorkKind, string> = {
  REPORTS: '신고',
  INQUIRIES: '문의',
  ROLE_REQUESTS: '권한 요청',
  REVEALS: '작성자 확인 요청',
  SIGN_UPS: '가입 확인',
  PETITIONS: '청원 답변',
  BOOKINGS: '예약 신청',
};

/** Counts only: neither members nor content are named in an e-mail. */
function createWorkEmails(names: EmailNames) {
  const template = createEmailTemplate('WORK', names);
  return {
    waiting: (to: string, work: readonly WaitingWork[]) =>
      template(
        to,
        '처리를 기다리는 일이 있습니다',
        ...work.map(({ kind, count }) => `- ${NAMES[kind]} ${count}건`),
        '',
        '관리자 화면의 할 일에서 확인해 주세요.',
        `${names.publicUrl}${targetUrl({ kind: 'work' })}`,
        '',
        '이 이메일을 받는 때는 계정 설정의 알림 설정에서 바꿀 수 있습니다.',
      ),
  };
}

const HOUR = 60 * 60;
/** A mail server that restarts takes e-mails again within minutes. */
const OUTAGE_SECONDS = 10 * 60;
/** Hour of the Korean day at which the daily e-mail becomes due. */
const DAILY_HOUR = 8;
/** How far the first e-mail to a member looks back. */
const FIRST_SECONDS = 24 * HOUR;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'emailQueue' | 'emailNames'> {
  env: Pick<Env, 'SMTP_URL'>;
  health: Pick<Health, 'listEngines'>;
  identity: Pick<IdentityService, 'get' | 'defaults'>;
}

type StaffMember = Awaited<ReturnType<typeof listStaff>>[number];

export type WorkService = ReturnType<typeof createWorkService>;

/** What waits for staff: how much, since when, and the e-mails about it. */
export function createWorkService(deps: Deps) {
  const { db, clock, emailQueue, emailNames, env, health, identity } = deps;
  const emails = createWorkEmails(emailNames);
  const facts = z.object({ memberId: z.number() });
  emailQueue.renews('work', (about) => write(z.parse(facts, about).memberId));

  return {
    /** Lists every kind of work that the role may do, including those with nothing to do. */
    async listWork({ memberId, roles }: Actor): Promise<WorkItem[]> {
      const isAdmin = hasRole(roles, 'ADMIN');
      const viewer = { memberId, isAdmin };
      const assigned = await countAssigned(db, viewer);
      const waiting = (await listWaiting(db, viewer)).map((one) => {
        const mine = assigned.get(one.kind) ?? 0;
        return { ...present(one), ...(mine > 0 && { mine }) };
      });
      if (!isAdmin) return waiting;
      return [...waiting, ...(await findEmails()), await findBackup(), await findAway()];
    },

    /** How backups go. */
    getBackup,

    findEmailOutage,

    /** What an ADMIN of a new installation still has to do; null when that is nothing. */
    async findFirstSteps({ roles }: Actor): Promise<FirstSteps | null> {
      if (!hasRole(roles, 'ADMIN') || !(await areStepsOpen(db))) return null;
      const done = await checkSteps();
      const steps = FIRST_STEPS.map((step) => ({ step, done: done[step] }));
      return steps.every((one) => one.done) ? null : steps;
    },

    putAwayFirstSteps: () => insertPutAway(db, clock.now()),

    getEmails: async ({ memberId }: Actor): Promise<WorkEmails> =>
      (await findChoice(db, memberId)).choice,

    async setEmails({ memberId }: Actor, choice: WorkEmails): Promise<WorkEmails> {
      await saveChoice(db, memberId, choice);
      return choice;
    },

    /**
     * Sends the e-mails that are due; returns how many. Everything that waits is in one e-mail. Rethrows
     * an unexpected error once the others are sent.
     */
    async sendEmails(): Promise<number> {
      return countEach(await listStaff(db, ['MANAGER', 'ADMIN'], clock.now()), sendDue);
    },
  };

  /** Since when nothing gets through, once that is ten minutes ago; else null. */
  async function findEmailOutage(): Promise<Date | null> {
    const now = clock.now();
    const since = await failingSince(db, now);
    return since !== null && since <= addSeconds(now, -OUTAGE_SECONDS) ? since : null;
  }

  async function findEmails(): Promise<WorkItem[]> {
    const since = await findEmailOutage();
    const waiting = since === null ? 0 : Math.max(await countEmails(db), 1);
    const refused = await countRefused(db);
    return [
      present({ kind: 'EMAILS', count: waiting, since }),
      present({ kind: 'REFUSED_EMAILS', count: refused, since: null }),
    ];
  }

  async function getBackup(): Promise<BackupReport & { proof: ProofReport }> {
    const now = clock.now();
    const [state, proofs] = await Promise.all([readBackupState(db), readProofState(db)]);
    return { ...reportOn(state, now), proof: reportOnProof(proofs, now) };
  }

  async function checkSteps(): Promise<Record<FirstStep, boolean>> {
    const [found, names, backup] = await Promise.all([findSteps(db), identity.get(), getBackup()]);
    return {
      ...found,
      NAMES: names.departmentName !== identity.defaults.departmentName,
      LOOK: names.color !== '' || names.logoUrl !== '',
      EMAIL: env.SMTP_URL !== undefined,
      BACKUP: !backup.isDue && backup.failure === null,
    };
  }

  async function findBackup(): Promise<WorkItem> {
    const { last, isDue, failure, proof } = await getBackup();
    const count = isDue || failure || proof.failure ? 1 : 0;
    return {
      ...present({ kind: 'BACKUP', count, since: last }),
      ...(failure && { failure: presentBackupFailure(failure) }),
      ...(proof.failure && { proofFailure: presentProofFailure(proof.failure) }),
    };
  }

  /** Without those that have a line of their own. */
  async function findAway(): Promise<WorkItem> {
    const away = (await health.listEngines()).filter(({ state }) => state === 'down');
    const others = away.filter(({ name }) => name !== 'email' && name !== 'backup');
    return present({ kind: 'ENGINES', count: others.length, since: null });
  }

  /** Null when nothing waits for the member any more, or the member wants no such e-mails. */
  async function write(memberId: number): Promise<Email | null> {
    const staff = await listStaff(db, ['MANAGER', 'ADMIN'], clock.now());
    const member = staff.find(({ id }) => id === memberId);
    if (member === undefined || (await findChoice(db, memberId)).choice === 'OFF') return null;
    const viewer = { memberId, isAdmin: member.isAdmin };
    const waiting = (await listWaiting(db, viewer)).filter(isSome);
    return waiting.length === 0 ? null : emails.waiting(member.email, waiting);
  }

  /** Members who chose `NOW` get an e-mail when something new arrived, the others once a day. */
  async function sendDue({ id: memberId, email, isAdmin }: StaffMember): Promise<boolean> {
    const now = clock.now();
    const { choice, toldAt, toldItems } = await findChoice(db, memberId);
    if (choice === 'OFF' || (choice === 'DAILY' && !isDailyDue(toldAt, now))) return false;
    const viewer = { memberId, isAdmin };
    const items = itemsOf(await listWaiting(db, viewer));
    const known = new Set(toldItems);
    const arrived =
      toldAt === null
        ? itemsOf(await listWaiting(db, viewer, addSeconds(now, -FIRST_SECONDS)))
        : items.filter((item) => !known.has(item));
    if (arrived.length === 0) return false;
    return db.transaction(async (tx) => {
      if (!(await markSent(tx, { memberId, toldAt, now, items }))) return false;
      const about = { kind: 'work', facts: { memberId } };
      const letter = { kind: 'WORK' as const, to: email, subject: '', text: '' };
      await emailQueue.enqueue(tx, letter, { about });
      return true;
    });
  }
}

const isSome = ({ count }: WaitingWork) => count > 0;
const itemsOf = (waiting: readonly WaitingWork[]) => waiting.flatMap(({ items }) => items);

function isDailyDue(toldAt: Date | null, now: Date): boolean {
  const today = kstDay(addSeconds(now, -DAILY_HOUR * HOUR));
  const dueSince = addSeconds(startOfKstDay(today), DAILY_HOUR * HOUR);
  return toldAt === null || toldAt < dueSince;
}

interface Counted {
  kind: WorkKind;
  count: number;
  since: Date | null;
  firstId?: number | null;
}

function present({ kind, count, since, firstId }: Counted): WorkItem {
  const only = count === 1 && firstId ? { onlyId: firstId } : {};
  return { kind, count, since: since === null ? null : toKst(since), ...only };
}
