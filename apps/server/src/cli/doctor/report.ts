import type { Env } from '../../config/env.ts';
import type { Level } from '../proofs/finding.ts';
import type { Result } from './run-checks.ts';

const WORDS: Record<Level, string> = {
  ok: '[정상]',
  warn: '[주의]',
  bad: '[이상]',
  skipped: '[ -- ]',
};
const COLOURS: Record<Level, number> = { ok: 32, warn: 33, bad: 31, skipped: 90 };
const INDENT = ' '.repeat(9);

const countOf = (results: readonly Result[], level: Level) =>
  results.flatMap(({ findings }) => findings).filter((one) => one.level === level).length;

export const isAnyBad = (results: readonly Result[]): boolean => countOf(results, 'bad') > 0;

/** One page for a terminal; without colours it says the same. */
export function reportText(results: readonly Result[], hasColours: boolean): string {
  const paint = (level: Level) =>
    hasColours ? `\x1b[${COLOURS[level]}m${WORDS[level]}\x1b[0m` : WORDS[level];
  const lines = results.flatMap(({ title, findings }) =>
    findings.flatMap(({ level, text, todo }) => [
      ` ${paint(level)} ${title}: ${text}`,
      ...(todo === undefined ? [] : [`${INDENT}→ ${todo}`]),
    ]),
  );
  const [bad, warn, ok, skipped] = (['bad', 'warn', 'ok', 'skipped'] as const).map((level) =>
    countOf(results, level),
  );
  return [...lines, '', `이상 ${bad}, 주의 ${warn}, 정상 ${ok}, 보지 않음 ${skipped}`].join('\n');
}

/** For monitoring: `status` and a line for each finding. */
export function reportJson(results: readonly Result[]): string {
  const status = isAnyBad(results) ? 'bad' : countOf(results, 'warn') > 0 ? 'warn' : 'ok';
  const findings = results.flatMap(({ id, findings: list }) =>
    list.map((finding) => ({ check: id, ...finding })),
  );
  return JSON.stringify({ status, findings });
}

/** Replaces the secrets of the settings: replies of other servers may repeat them. */
export function withoutSecrets(text: string, env: Env): string {
  const inAddresses = [env.SMTP_URL, env.DATABASE_URL, env.DATABASE_OWNER_URL, env.REDIS_URL]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).password);
  const secrets = [
    ...inAddresses.flatMap((password) => [password, decode(password)]),
    ...(env.TOKEN_SECRET ?? '').split(','),
    env.S3?.secretKey ?? '',
    env.OIDC?.clientSecret ?? '',
  ].filter((secret) => secret.trim().length >= 4);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret.trim(), '••••'), text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
