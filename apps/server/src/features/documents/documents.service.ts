import { BUILT_IN_VERSION, SITE_DOCUMENTS, type SiteDocument } from '@naru/contract/document-names';
import type { publishBody, SiteDocumentPage } from '@naru/contract/documents';
import type * as z from 'zod/mini';
import type { Env } from '../../config/env.ts';
import type { Executor } from '../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { IdentityService } from '../settings/identity.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { type AnnounceDeps, createAnnouncements } from './documents.announce.ts';
import { builtInText } from './documents.defaults.ts';
import {
  insertConsent,
  listConsents,
  listCurrent,
  listVersions,
  readContent,
} from './documents.repo.ts';
import { BUILT_IN, holds, presentVersion, revisionOf, type Version } from './documents.versions.ts';

interface Deps extends AnnounceDeps {
  env: Pick<Env, 'UNUSED_ACCOUNT_MONTHS'>;
  identity: Pick<IdentityService, 'get'>;
  settings: Pick<SettingsService, 'get'>;
}

export type DocumentsService = ReturnType<typeof createDocumentsService>;

/** Terms and privacy policy with their versions, and the members' consent to them. */
export function createDocumentsService(deps: Deps) {
  const { db, clock, identity, settings, env } = deps;
  const announcements = createAnnouncements(deps);

  /** Those that hold or held, newest first; which one that is changes with the day alone. */
  async function listHolding(executor: Executor, document: SiteDocument) {
    const today = kstDay(clock.now());
    return (await listVersions(executor, document)).filter((row) => holds(row, today));
  }

  async function read(document: SiteDocument, version?: string): Promise<SiteDocumentPage> {
    const rows = await listVersions(db, document);
    const today = kstDay(clock.now());
    const history = [...rows.filter((row) => holds(row, today)).map(presentVersion), BUILT_IN];
    const [newest] = rows;
    const upcoming = newest && !holds(newest, today) ? presentVersion(newest) : null;
    const found =
      version === undefined
        ? history[0]
        : [upcoming, ...history].find((one) => one?.version === version);
    if (!found) throw new AppError('NOT_FOUND');
    const content = await readText(document, found);
    return { ...found, document, content, history, upcoming, revision: revisionOf(rows) };
  }

  async function readText(document: SiteDocument, { version }: Version): Promise<string> {
    if (version !== BUILT_IN_VERSION) return readContent(db, { document, version });
    return builtInText(document, {
      identity: await identity.get(),
      footer: (await settings.get()).footer,
      unusedMonths: env.UNUSED_ACCOUNT_MONTHS,
    });
  }

  async function findPending({ memberId }: Actor) {
    const agreed = await listConsents(db, memberId);
    const pending = [];
    for (const document of SITE_DOCUMENTS) {
      const versions = await listHolding(db, document);
      const asking = versions.findIndex(({ asksConsent }) => asksConsent);
      const [current] = versions;
      if (asking === -1 || current === undefined) continue;
      const accepted = versions.slice(0, asking + 1);
      const hasAgreed = agreed.some(
        (one) =>
          one.document === document && accepted.some(({ version }) => version === one.version),
      );
      if (hasAgreed) continue;
      const note = accepted.map((one) => one.note).join('\n');
      pending.push({ document, version: current.version, note });
    }
    return { pending };
  }

  return {
    /** Throws NOT_FOUND for an unknown version. */
    read,

    /** Versions that a new member agrees to. */
    async getCurrentVersions(): Promise<Record<SiteDocument, string>> {
      const versions = new Map(
        (await listCurrent(db, kstDay(clock.now()))).map((row) => [row.document, row.version]),
      );
      const versionOf = (document: SiteDocument) => versions.get(document) ?? BUILT_IN_VERSION;
      return { terms: versionOf('terms'), privacy: versionOf('privacy') };
    },

    /** Throws like the announcements do. */
    async publish(
      actor: Actor,
      document: SiteDocument,
      input: z.output<typeof publishBody>,
    ): Promise<SiteDocumentPage> {
      await announcements.publish(actor, document, input);
      return read(document);
    },

    async withdraw(actor: Actor, document: SiteDocument, basedOn: string) {
      await announcements.withdraw(actor, document, basedOn);
      return read(document);
    },

    findPending,

    /** Records consent to current versions; former ones are ignored, as they would not suffice. */
    async agree(actor: Actor, given: Partial<Record<SiteDocument, string | undefined>>) {
      await db.transaction(async (tx) => {
        for (const document of SITE_DOCUMENTS) {
          const [current] = await listHolding(tx, document);
          if (current === undefined || current.version !== given[document]) continue;
          await insertConsent(tx, {
            memberId: actor.memberId,
            document,
            version: current.version,
            agreedAt: clock.now(),
          });
        }
      });
      return findPending(actor);
    },
  };
}
