import type { SiteIdentity } from '@naru/contract/identity';

type Institution = Pick<SiteIdentity, 'universityName' | 'departmentName'>;

const KINDS = /(대학교|대학원|대학|공학부|공학과|학부|학과|전공)$/;
/** Labels of an e-mail domain that name no institution. */
const COMMON_LABELS = /^(ac|edu|kr|com|net|org|co|mail|www|.|..)$/;
const SHORTEST = 3;

/**
 * Words that stand for the institution: its names, the names without their kind (한국대학교: 한국), and
 * the own part of its e-mail domains. Shorter words would match by chance.
 */
export function institutionWords(
  { universityName, departmentName }: Institution,
  emailDomains: readonly string[],
): string[] {
  const names = [universityName, departmentName].map((name) => name.replace(/\s/g, ''));
  const labels = emailDomains.flatMap((domain) => domain.split('.'));
  return [
    ...names,
    ...names.map((name) => name.replace(KINDS, '')),
    ...labels.filter((label) => !COMMON_LABELS.test(label)),
  ].filter((word) => [...word].length >= SHORTEST);
}

/** What a nickname must not be, lest it speaks for the site: its words and its names for itself. */
export function reservedNames(site: SiteIdentity, emailDomains: readonly string[]): string[] {
  const names = [site.siteName, site.officeName].map((name) => name.replace(/\s/g, ''));
  const parts = site.officeName.split(/\s+/);
  return [...institutionWords(site, emailDomains), ...names, ...parts];
}
