import type { AttachmentPolicy } from '@naru/contract/attachments';
import type { SiteConfig } from '@naru/contract/site';
import type { Env } from '../../config/env.ts';
import type { Outbox } from '../../platform/email/outbox.ts';
import { shareRuns } from '../../platform/shared-runs.ts';
import type { DocumentsService } from '../documents/documents.service.ts';
import type { HeadsService } from '../settings/heads.service.ts';
import type { IdentityService } from '../settings/identity.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { SiteStatusService } from '../settings/site-status.service.ts';
import type { Tools } from '../tools.ts';

/** Log lines per minute, so that a broken page or an attacker cannot fill the disk. */
const LINES = 60;
const MINUTE_MS = 60_000;
const KINDS = ['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink'];

/**
 * Logs the directive and the kind of source that the content security policy blocked; never a URL,
 * which may contain anything, nor the page, which may be an anonymous post. Accepts
 * `{"csp-report": ...}` and the array of the Reporting API; ignores anything else.
 */
function createCspReports({ clock, log }: Pick<Tools, 'clock' | 'log'>) {
  let minute = 0;
  let lines = 0;

  return (report: unknown): void => {
    for (const found of readReports(report)) {
      const now = Math.floor(clock.now().getTime() / MINUTE_MS);
      lines = now === minute ? lines + 1 : 1;
      minute = now;
      if (lines <= LINES) log.warn({ event: 'content blocked', ...found }, 'content blocked');
    }
  };
}

function readReports(report: unknown): { directive: string; source: string }[] {
  const parts = Array.isArray(report)
    ? report.map((one) => get(one, 'body'))
    : [get(report, 'csp-report')];
  return parts.flatMap((part) => {
    const directive = get(part, 'effectiveDirective') ?? get(part, 'effective-directive');
    if (typeof directive !== 'string' || !/^[a-z-]{1,40}$/.test(directive)) return [];
    const blocked = get(part, 'blockedURL') ?? get(part, 'blocked-uri');
    return [{ directive, source: kindOf(blocked) }];
  });
}

function kindOf(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'unknown';
  if (KINDS.includes(blocked)) return blocked;
  return /^(https?|wss?|data|blob)\b/.exec(blocked)?.[0] ?? 'other';
}

function get(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? new Map(Object.entries(value)).get(name) : undefined;
}

interface Deps extends Pick<Tools, 'clock' | 'log'> {
  env: Env;
  attachmentPolicy: AttachmentPolicy;
  settings: Pick<SettingsService, 'get'>;
  identity: Pick<IdentityService, 'get'>;
  heads: Pick<HeadsService, 'listChoosable'>;
  documents: Pick<DocumentsService, 'getCurrentVersions'>;
  siteStatus: Pick<SiteStatusService, 'getStatus'>;
  /** Null unless e-mails go to the outbox and the demo is on. */
  outbox: Outbox | null;
  /** Its pages are shown while the demo is on. */
  demo: {
    schoolPage: (name: string) => Promise<{ contentType: string; body: string | Buffer } | null>;
  };
}

type ConfigReader = { isLocal: boolean; reader?: 'ALL' | 'MEMBERS' };

export type SiteService = ReturnType<typeof createSiteService>;

export function createSiteService({
  env,
  clock,
  log,
  settings,
  identity,
  heads,
  documents,
  siteStatus,
  outbox,
  demo,
  attachmentPolicy,
}: Deps) {
  // Every page and its first call contain these: a crowd that opens the site asks the database once.
  const readStored = shareRuns(async () => {
    const [
      names,
      { quickLinks, footer, footerLinks, studyRoomMenu, directMessage, anonymousBoards },
      documentVersions,
      choosable,
    ] = await Promise.all([
      identity.get(),
      settings.get(),
      documents.getCurrentVersions(),
      heads.listChoosable(),
    ]);
    return {
      ...names,
      quickLinks,
      footer,
      footerLinks,
      settings: { studyRoomMenu, directMessage },
      anonymousBoards,
      documentVersions,
      heads: choosable,
    };
  });

  return {
    hasOutbox: outbox !== null,
    hasSchool: env.DEMO,

    findSchoolPage: demo.schoolPage,

    reportCsp: createCspReports({ clock, log }),

    /**
     * Public configuration; contains nothing private but a notice for members. Others than this machine see no demo.
     */
    async getConfig({ isLocal, reader = 'ALL' }: ConfigReader): Promise<SiteConfig> {
      const [stored, status] = await Promise.all([readStored(), siteStatus.getStatus(reader)]);
      return {
        ...stored,
        status,
        signupEmailDomains: env.SIGNUP_EMAIL_DOMAINS,
        studentEmailDomains: env.STUDENT_EMAIL_DOMAINS,
        signInProvider: env.OIDC?.name ?? null,
        attachments: { ...attachmentPolicy, endings: [...attachmentPolicy.endings] },
        demo: env.DEMO && isLocal,
      };
    },

    /** Newest first. */
    listOutbox: async () => outbox?.list() ?? [],
  };
}
