import { BUILT_IN_VERSION } from '@naru/contract/document-names';
import type { SiteDocumentPage } from '@naru/contract/documents';
import { versionOf } from '../../domain/edits/versions.ts';
import { kstDay, toKst } from '../../platform/clock.ts';
import type { VersionRow } from './documents.repo.ts';

export type Version = SiteDocumentPage['history'][number];

/** The text that the program brings, which is older than any other. */
export const BUILT_IN: Version = {
  version: BUILT_IN_VERSION,
  note: '',
  asksConsent: false,
  change: null,
  effectiveOn: null,
  publishedAt: null,
};

/** Whether the version holds, or held, on the Korean day. */
export function holds({ effectiveOn }: Pick<VersionRow, 'effectiveOn'>, today: string): boolean {
  return effectiveOn === null || effectiveOn <= today;
}

/** Changes with every version that is published, announced, changed or withdrawn. */
export function revisionOf(versions: readonly VersionRow[]): string {
  return versionOf(versions.slice(0, 1).map(({ id, publishedAt }) => [id, publishedAt]));
}

export function presentVersion(row: VersionRow): Version {
  const { version, note, asksConsent, change, publishedAt } = row;
  const effectiveOn = row.effectiveOn ?? kstDay(publishedAt);
  return { version, note, asksConsent, change, effectiveOn, publishedAt: toKst(publishedAt) };
}
