import {
  BUILT_IN_VERSION,
  findMissingHeadings,
  SITE_DOCUMENTS,
  type SiteDocument,
} from '@naru/contract/document-names';
import type { publishBody, SiteDocumentPage } from '@naru/contract/documents';
import { ERRORS } from '@naru/contract/errors';
import type * as z from 'zod/mini';
import type { Env } from '../../config/env.ts';
import type { Actor } from '../../platform/actor.ts';
import { kstDay, toKst } from '../../platform/clock.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import type { IdentityService } from '../settings/identity.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { Tools } from '../tools.ts';
import { builtInText } from './documents.defaults.ts';
import {
  insertConsent,
  insertVersion,
  listConsents,
  listCurrent,
  listVersions,
  lockDocuments,
  readContent,
  type VersionRow,
} from './documents.repo.ts';

interface Deps extends Pick<Tools, 'db' | 'clock' | 'audit'> {
  env: Pick<Env, 'UNUSED_ACCOUNT_MONTHS'>;
  identity: Pick<IdentityService, 'get'>;
  settings: Pick<SettingsService, 'get'>;
}

const RELOAD = `${ERRORS.EDIT_CONFLICT.message} 새로고침해서 최신 내용을 확인해 주세요.`;

type Version = SiteDocumentPage['history'][number];

export type DocumentsService = ReturnType<typeof createDocumentsService>;

/** Terms and privacy policy with their versions, and the members' consent to them. */
export function createDocumentsService(deps: Deps) {
  const { db, clock, audit, identity, settings, env } = deps;
  /** Newest first; the text that the program brings comes last. */
  async function readVersions(document: SiteDocument): Promise<Version[]> {
    const builtIn = {
      version: BUILT_IN_VERSION,
      note: '',
      asksConsent: false,
      publishedAt: null,
    };
    return [...(await listVersions(db, document)).map(present), builtIn];
  }

  async function read(document: SiteDocument, version?: string): Promise<SiteDocumentPage> {
    const versions = await readVersions(document);
    const found =
      version === undefined ? versions[0] : versions.find((one) => one.version === version);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return { ...found, document, content: await readText(document, found), history: versions };
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
      const versions = await listVersions(db, document);
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
      const versions = new Map((await listCurrent(db)).map((row) => [row.document, row.version]));
      const versionOf = (document: SiteDocument) => versions.get(document) ?? BUILT_IN_VERSION;
      return { terms: versionOf('terms'), privacy: versionOf('privacy') };
    },

    /**
     * Throws EDIT_CONFLICT when another version was published meanwhile, and VALIDATION_FAILED for
     * a privacy policy without a required heading.
     */
    async publish(
      actor: Actor,
      document: SiteDocument,
      input: z.output<typeof publishBody>,
    ): Promise<SiteDocumentPage> {
      const missing = document === 'privacy' ? findMissingHeadings(input.content) : [];
      if (missing.length > 0) {
        throw fieldError(
          'content',
          `개인정보 처리방침에 다음 제목이 필요합니다: ${missing.join(', ')}`,
        );
      }
      await db.transaction(async (tx) => {
        await lockDocuments(tx);
        const versions = await listVersions(tx, document);
        const before = versions[0]?.version ?? BUILT_IN_VERSION;
        if (before !== input.basedOn) throw new AppError('EDIT_CONFLICT', { message: RELOAD });
        const now = clock.now();
        const version = nameVersion(kstDay(now), versions);
        const { content, note, asksConsent } = input;
        const row = { document, version, content, note, asksConsent };
        await insertVersion(tx, { ...row, publishedBy: actor.memberId, publishedAt: now });
        const detail = { setting: document, before, after: version };
        await audit.record(tx, actor, { action: 'setting.update', detail });
      });
      return read(document);
    },

    findPending,

    /** Records consent to current versions; former ones are ignored, as they would not suffice. */
    async agree(actor: Actor, given: Partial<Record<SiteDocument, string | undefined>>) {
      await db.transaction(async (tx) => {
        for (const document of SITE_DOCUMENTS) {
          const [current] = await listVersions(tx, document);
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

/** The day, with a number for further versions of the same day. */
function nameVersion(day: string, versions: readonly VersionRow[]): string {
  const used = new Set([BUILT_IN_VERSION, ...versions.map(({ version }) => version)]);
  let name = day;
  for (let number = 2; used.has(name); number += 1) name = `${day}-${number}`;
  return name;
}

function present(row: VersionRow): Version {
  const { version, note, asksConsent, publishedAt } = row;
  return { version, note, asksConsent, publishedAt: toKst(publishedAt) };
}
