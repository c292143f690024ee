import type { AttachmentPolicy } from '@naru/contract/attachments';
import type { SiteConfig } from '@naru/contract/site';
import type { Env } from '../../config/env.ts';
import type { Outbox } from '../../platform/email/outbox.ts';
import { shareRuns } from '../../platform/shared-runs.ts';
import type { DocumentsService } from '../documents/documents.service.ts';
import type { HeadsService } from '../settings/heads.service.ts';
import type { IdentityService } from '../settings/identity.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Tools } from '../tools.ts';
import { createCspReports } from './site.csp-reports.ts';

interface Deps extends Pick<Tools, 'clock' | 'log'> {
  env: Env;
  attachmentPolicy: AttachmentPolicy;
  settings: Pick<SettingsService, 'get'>;
  identity: Pick<IdentityService, 'get'>;
  heads: Pick<HeadsService, 'listChoosable'>;
  documents: Pick<DocumentsService, 'getCurrentVersions'>;
  /** Null unless e-mails go to the outbox and the demo is on. */
  outbox: Outbox | null;
  /** Its pages are shown while the demo is on. */
  demo: {
    schoolPage: (name: string) => Promise<{ contentType: string; body: string | Buffer } | null>;
  };
}

export type SiteService = ReturnType<typeof createSiteService>;

export function createSiteService({
  env,
  clock,
  log,
  settings,
  identity,
  heads,
  documents,
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

    /** Public configuration; contains nothing private. Others than this machine see no demo. */
    async getConfig({ isLocal }: { isLocal: boolean }): Promise<SiteConfig> {
      return {
        ...(await readStored()),
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
