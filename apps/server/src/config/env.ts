import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { ATTACHMENT_ENDINGS, DEFAULT_ATTACHMENT_MEGABYTES } from '@naru/contract/attachments';
import * as z from 'zod/mini';
import { isLoopback } from '../platform/loopback.ts';
import { KNOWN_SERVICES } from '../platform/push/push-services.ts';
import type { S3Settings } from '../platform/storage/s3/s3-settings.ts';
import { type OidcSettings, oidcFields, readOidc } from './env.oidc.ts';
import {
  address,
  backupPlan,
  bucket,
  checked,
  domains,
  endings,
  isSender,
  list,
  mailServer,
  megabytes,
  NO_TERM_DATES,
  networks,
  oneOf,
  origin,
  port,
  rates,
  recipients,
  redisAddress,
  seconds,
  secret,
  services,
  unusedMonths,
  WORKERS_MAX,
  word,
  workers,
} from './env.values.ts';

/** Sender of e-mails that only become files. */
const OUTBOX_SENDER = 'no-reply@naru.localhost';
/** What a process may have of the memory by default, with its share of the database and the system. */
const WORKER_BYTES = 512 * 1_048_576;
/** Until a balancer that looks every second has noticed that the server goes. */
const DRAIN_SECONDS = 2;

/** Environment as documented in README.md. Empty values count as unset. */
const schema = z.object({
  HOST: z.prefault(z.string().check(z.minLength(1)), '127.0.0.1'),
  PORT: z.prefault(port, '3000'),
  DATA_DIR: z.prefault(z.string(), './data'),
  PUBLIC_URL: address(/^https?:$/),
  DATABASE_URL: address(/^postgres(ql)?:$/),
  /** The owner of the tables, for `npm run db:migrate` alone. */
  DATABASE_OWNER_URL: address(/^postgres(ql)?:$/),
  /** Streaming replicas of DATABASE_URL, one address for all of them. */
  DATABASE_READ_URL: address(/^postgres(ql)?:$/),
  /** `off`: a start refuses a database that lacks migrations. */
  MIGRATE: z.prefault(oneOf(['on-start', 'off']), 'on-start'),
  /** Redis or Valkey, for several servers on one database. */
  REDIS_URL: redisAddress,
  /** Addresses or ranges of proxies whose X-Forwarded-For is trusted. */
  TRUST_PROXY: z.prefault(list, ''),
  /** Addresses or ranges that many people share: higher limits per address. */
  CAMPUS_NETWORKS: z.prefault(networks, ''),
  SMTP_URL: mailServer,
  /** Sender of e-mails, such as `학과 커뮤니티 <no-reply@example.ac.kr>`. */
  MAIL_FROM: z.optional(checked(isSender, 'is not an address like no-reply@example.ac.kr')),
  /** Hosts to which browsers' notifications may be sent; `off` for none. */
  PUSH_SERVICES: z.prefault(services, KNOWN_SERVICES),
  DEMO: z.optional(oneOf(['on', 'off'])),
  STUDENT_EMAIL_DOMAINS: z.prefault(domains, ''),
  SIGNUP_EMAIL_DOMAINS: z.prefault(domains, ''),
  /** Of releases before 0.3.0; the academic calendar names the days of terms now. */
  TERM_DATES: z.optional(z.string()),
  /** JSON with the sources of notices, menus and dates; default: `sources.json` in DATA_DIR. */
  SOURCES_FILE: z.optional(z.string()),
  /** Other counts than those of platform/rates.ts, by name. */
  RATE_LIMITS: z.prefault(rates, ''),
  /** Months without a visit after which an account is erased; 0: never. */
  UNUSED_ACCOUNT_MONTHS: z.prefault(unusedMonths, '24'),
  /** Extensions of files that posts and inquiries accept. */
  ATTACHMENT_TYPES: z.prefault(endings, ATTACHMENT_ENDINGS.join(',')),
  ATTACHMENT_MAX_MB: z.prefault(megabytes, String(DEFAULT_ATTACHMENT_MEGABYTES)),
  /** When backups are made, and how many are retained. */
  BACKUP: z.prefault(backupPlan, 'off'),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_RECIPIENT: z.prefault(recipients, ''),
  /** Whether the embedded database is backed up before its migrations. */
  BACKUP_BEFORE_UPGRADE: z.prefault(oneOf(['on', 'off']), 'on'),
  TOKEN_SECRET: secret,
  /** Where files are stored instead of `DATA_DIR`: all five or none. */
  S3_ENDPOINT: origin,
  S3_BUCKET: bucket,
  S3_REGION: word,
  S3_ACCESS_KEY: word,
  S3_SECRET_KEY: word,
  ...oidcFields,
  /** Processes that serve requests; with 1 the server is a single process. */
  WORKERS: z.optional(workers),
  /** Between a signal and the end: the server is not ready, but serves. */
  DRAIN_SECONDS: z.optional(seconds),
  /** Serves Prometheus metrics on a port of its own. */
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z.prefault(z.string().check(z.minLength(1)), '127.0.0.1'),
  LOG_LEVEL: z.prefault(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
  ),
});

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

/** Replaced by what `readEnv` makes of them. */
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
  };
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
  for (const name of ['DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const) {
    if (env[name] !== undefined && env.DATABASE_URL === undefined) {
      throw new EnvError(`${name} needs DATABASE_URL`);
    }
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
 * Only this machine may reach the demo, whose password is public; a proxy lets others in below an outside
 * PUBLIC_URL. It is on by default with the embedded database. Throws EnvError where others come in.
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
 * One core is left to the database; below four cores a second process would take its time. The first
 * process needs memory as well.
 */
export function defaultWorkers(cores: number, memory: number): number {
  if (cores < 4) return 1;
  return Math.max(1, Math.min(cores - 1, WORKERS_MAX, Math.floor(memory / WORKER_BYTES) - 1));
}

/** Of the machine, or of the container: it may use less than the machine has, but shows all cores. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** A sentence for the operator about each setting that works but may not do what is wanted. */
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
  if (env.TERM_DATES !== undefined) warnings.push(NO_TERM_DATES);
  return warnings;
}

/** Nothing in front of a server chooses another one when only this machine can connect. */
const drainSeconds = (given: number | undefined, publicUrl: string) =>
  given ?? (isOnLoopback(publicUrl) ? 0 : DRAIN_SECONDS);

const isOnLoopback = (url: string) => isLoopback(new URL(url).hostname);

function printableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
