import type { AttachmentPolicy } from '@naru/contract/attachments';
import type { SiteConfig } from '@naru/contract/site';
import type { Env } from '../../env.ts';
import type { Outbox } from '../../platform/email/outbox.ts';
import { shareRuns } from '../../platform/shared-runs.ts';
import type { Tools } from '../../tools.ts';
import type { DocumentsService } from '../documents/documents.service.ts';
import type { IdentityService } from '../settings/identity.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { createCspReports } from './site.csp-reports.ts';
import { pingDatabase } from './site.repo.ts';

const PING_MS = 1_500;

interface Deps extends Pick<Tools, 'db' | 'clock' | 'log' | 'storage'> {
  env: Env;
  attachmentPolicy: AttachmentPolicy;
  version: string;
  settings: Pick<SettingsService, 'get'>;
  identity: Pick<IdentityService, 'get'>;
  documents: Pick<DocumentsService, 'getCurrentVersions'>;
  /** Null unless e-mails go to the outbox and the demo is on. */
  outbox: Outbox | null;
}

export type SiteService = ReturnType<typeof createSiteService>;

export function createSiteService({
  db,
  env,
  clock,
  log,
  version,
  settings,
  identity,
  documents,
  outbox,
  attachmentPolicy,
  storage,
}: Deps) {
  const startedAt = process.hrtime.bigint();
  // Every page and its first call contain these: a crowd that opens the site asks the database once.
  const readStored = shareRuns(async () => {
    const [names, { quickLinks, footer, studyRoomMenu, directMessage }, documentVersions] =
      await Promise.all([identity.get(), settings.get(), documents.getCurrentVersions()]);
    return {
      ...names,
      quickLinks,
      footer,
      settings: { studyRoomMenu, directMessage },
      documentVersions,
    };
  });

  return {
    hasOutbox: outbox !== null,

    reportCsp: createCspReports({ clock, log }),

    /**
     * `unavailable` when the database does not respond within 1.5 s; without the storage of files all
     * else works. Uptime in whole seconds.
     */
    async getHealth() {
      const uptime = Number((process.hrtime.bigint() - startedAt) / 1_000_000_000n);
      const [isUp, storageState] = await Promise.all([
        respondsInTime(pingDatabase(db)),
        storage.check(),
      ]);
      return {
        status: isUp ? ('ok' as const) : ('unavailable' as const),
        version,
        database: isUp ? ('up' as const) : ('down' as const),
        storage: storageState,
        uptime,
      };
    },

    /** Public configuration; contains nothing private. Others than this machine see no demo. */
    async getConfig({ isLocal }: { isLocal: boolean }): Promise<SiteConfig> {
      return {
        ...(await readStored()),
        signupEmailDomains: env.SIGNUP_EMAIL_DOMAINS,
        studentEmailDomains: env.STUDENT_EMAIL_DOMAINS,
        attachments: { ...attachmentPolicy, endings: [...attachmentPolicy.endings] },
        demo: env.DEMO && isLocal,
      };
    },

    /** Newest first. */
    listOutbox: async () => outbox?.list() ?? [],
  };
}

async function respondsInTime(ping: Promise<void>): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, PING_MS, false).unref());
  return Promise.race([ping.then(() => true).catch(() => false), timeout]);
}
