import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isLoopback } from '../platform/loopback.ts';
import type { S3Settings } from '../platform/storage/s3/s3-signing.ts';
import { type OidcSettings, oidcSettings, readOidc } from './env.oidc.ts';
import { DRAIN_SECONDS, serverSettings } from './env.server.ts';
import { siteSettings } from './env.site.ts';
import { WORKERS_MAX } from './env.values.ts';
import { kindsOf } from './setting.ts';

/** Sender of e-mails that only become files. */
const OUTBOX_SENDER = 'no-reply@naru.localhost';
/** Memory to allow for each process by default, including its share of the database and the system. */
const WORKER_BYTES = 512 * 1_048_576;
/** Every setting, with what its pages say. */
export const SETTINGS = { ...serverSettings, ...siteSettings, ...oidcSettings };

/** Settings of earlier releases, with what the operator does instead. */
const FORMER_SETTINGS = {
  TERM_DATES: 'enter 개강 and 종강 of each term in the academic calendar of the console',
  DATABASE_READ_URL: 'the database at DATABASE_URL serves all reads',
};

/** Empty values count as unset. */
const schema = z.object(kindsOf(SETTINGS));

type SettingName = keyof typeof schema.shape;

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(schema.shape, name);
}

/** Why a setting cannot have the value, such as `is not a port number`; null when it can. */
export function findProblem(name: SettingName, value: string): string | null {
  if (value === '') return null;
  const result = z.safeParse(schema.shape[name], value);
  return result.success ? null : (result.error.issues[0]?.message ?? 'is wrong');
}

type Given = z.output<typeof schema>;

/** Settings that `readEnv` replaces by derived values. */
type Replaced =
  | 'DEMO'
  | 'PUBLIC_URL'
  | 'MAIL_FROM'
  | 'WORKERS'
  | 'BACKUP_DIR'
  | 'DRAIN_SECONDS'
  | `S3_${string}`
  | `OIDC_${string}`;

export type Env = Omit<Given, Replaced> & {
  DEMO: boolean;
  BACKUP_DIR: string;
  WORKERS: number;
  DRAIN_SECONDS: number;
  MAIL_FROM: string;
  /** Public URL of the site, without a trailing slash. */
  PUBLIC_URL: string;
  /** Null: files are in `DATA_DIR`. */
  S3: S3Settings | null;
  /** Null: no sign-in by a provider. */
  OIDC: OidcSettings | null;
  /** A warning about each setting that is set but no longer used. */
  FORMER: readonly string[];
};

type Source = Record<string, string | undefined>;

/** A wrong or missing setting; the message is one line that names it. */
export class EnvError extends Error {}

/** Reads the environment. Throws EnvError with one line that names the wrong value. */
export function readEnv(source: Source): Env {
  const given = withoutEmpty(source);
  const env = parse(schema, given);
  requireTogether(env);
  const url = publicUrl(env);
  return {
    ...env,
    DEMO: readDemo(env),
    WORKERS: env.WORKERS ?? defaultWorkers(availableParallelism(), memoryBytes()),
    DRAIN_SECONDS: drainSeconds(env.DRAIN_SECONDS, url),
    MAIL_FROM: env.MAIL_FROM ?? OUTBOX_SENDER,
    BACKUP_DIR: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
    PUBLIC_URL: url,
    S3: readS3(env),
    OIDC: requireWhole(readOidc(env)),
    FORMER: describeFormer(given),
  };
}

function describeFormer(given: Source): string[] {
  return Object.entries(FORMER_SETTINGS)
    .filter(([name]) => given[name] !== undefined)
    .map(([name, instead]) => `${name} is no longer read and can be removed: ${instead}`);
}

function requireWhole(oidc: ReturnType<typeof readOidc>): OidcSettings | null {
  if (oidc === null || !('missing' in oidc)) return oidc;
  throw new EnvError(`${oidc.missing} is required together with ${oidc.for}`);
}

/** Throws EnvError when some of the settings are missing. */
function readS3(env: Given): S3Settings | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = env;
  const all = Object.entries({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY });
  const set = all.find(([, value]) => value !== undefined)?.[0];
  if (set === undefined) return null;
  const values = all.map(([name, value]) => {
    if (value === undefined) throw new EnvError(`${name} is required together with ${set}`);
    return value;
  });
  const [endpoint = '', bucket = '', region = '', accessKey = '', secretKey = ''] = values;
  return { endpoint, bucket, region, accessKey, secretKey };
}

/** The addresses that `npm run db:migrate` needs; it needs no other settings. Throws EnvError. */
export function readDatabaseEnv(source: Source) {
  const addresses = z.pick(schema, { DATABASE_URL: true, DATABASE_OWNER_URL: true });
  return parse(addresses, withoutEmpty(source));
}

function withoutEmpty(source: Source): Source {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
}

function parse<T extends z.ZodMiniType>(kind: T, given: Source): z.output<T> {
  const result = z.safeParse(kind, given);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new EnvError(`${issue?.path.join('.') ?? 'environment'} ${issue?.message ?? 'is wrong'}`);
}

function publicUrl({ PUBLIC_URL, HOST, PORT }: Given): string {
  return (PUBLIC_URL ?? `http://${printableHost(HOST)}:${PORT}`).replace(/\/+$/, '');
}

function requireTogether(env: Given): void {
  if (env.DATABASE_URL !== undefined && env.TOKEN_SECRET === undefined) {
    throw new EnvError('TOKEN_SECRET is required together with DATABASE_URL');
  }
  if (env.DATABASE_OWNER_URL !== undefined && env.DATABASE_URL === undefined) {
    throw new EnvError('DATABASE_OWNER_URL needs DATABASE_URL');
  }
  if (env.MIGRATE === 'off' && env.DATABASE_URL === undefined) {
    throw new EnvError(
      'MIGRATE=off needs DATABASE_URL: only a start migrates the embedded database',
    );
  }
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    throw new EnvError('MAIL_FROM is required together with SMTP_URL');
  }
}

/**
 * Only this machine may reach the demo, whose password is public; with an external PUBLIC_URL a proxy would let
 * others in. On by default with the embedded database. Throws EnvError if others could reach it.
 */
function readDemo({ DEMO, HOST, PUBLIC_URL, DATABASE_URL }: Given): boolean {
  const isOwn = isLoopback(HOST) && (PUBLIC_URL === undefined || isOnLoopback(PUBLIC_URL));
  if (DEMO !== 'on') return DEMO === undefined && DATABASE_URL === undefined && isOwn;
  if (isOwn) return true;
  throw new EnvError(
    `DEMO=on is for this machine alone: ${isLoopback(HOST) ? 'PUBLIC_URL' : 'HOST'} lets others in, and the password of the demo accounts is public`,
  );
}

/**
 * Leaves one core to the database, from which a second process would take time on fewer than four cores. The first
 * process needs memory as well.
 */
export function defaultWorkers(cores: number, memory: number): number {
  if (cores < 4) return 1;
  return Math.max(1, Math.min(cores - 1, WORKERS_MAX, Math.floor(memory / WORKER_BYTES) - 1));
}

/** Memory of the machine, or of a container, which may use less than the machine has. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** A warning for the operator about each setting that works but may not do what they expect. */
export function findWarnings(env: Env): string[] {
  const warnings: string[] = [];
  if (env.SMTP_URL === undefined && !env.DEMO) {
    warnings.push(
      `No e-mail leaves this server because SMTP_URL is not set: verification codes become files in ${join(env.DATA_DIR, 'outbox')}`,
    );
  }
  if (env.DATABASE_OWNER_URL !== undefined) {
    warnings.push(
      'DATABASE_OWNER_URL is for "npm run db:migrate" alone: keep it away from the server, whose role cannot change the schema',
    );
  }
  if (env.TRUST_PROXY.length === 0 && !isOnLoopback(env.PUBLIC_URL)) {
    warnings.push(
      'TRUST_PROXY is empty: behind a proxy all visitors share its address and its rate limits',
    );
  }
  if (env.REDIS_URL !== undefined && env.DATABASE_URL === undefined) {
    warnings.push(
      'REDIS_URL connects servers on one DATABASE_URL, which is not set: this server has a database of its own',
    );
  }
  return [...warnings, ...env.FORMER];
}

/** If only this machine can connect, there is no load balancer that needs time to choose another server. */
const drainSeconds = (given: number | undefined, publicUrl: string) =>
  given ?? (isOnLoopback(publicUrl) ? 0 : DRAIN_SECONDS);

const isOnLoopback = (url: string) => isLoopback(new URL(url).hostname);

function printableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
