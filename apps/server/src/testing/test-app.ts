import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@naru/contract/roles';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { inject } from 'vitest';
import { readEnv } from '../config/env.ts';
import { loadSeal } from '../domain/keys/wrapped-keys.ts';
import type { ImageProcessor } from '../features/uploads/image-processor.ts';
import type { AdmissionLimits } from '../http/admission/loads.ts';
import { createOutbox, type OutboxEmail } from '../platform/email/outbox.ts';
import { createEmailTransport } from '../platform/email/transport.ts';
import type { FetchForeignPage } from '../platform/foreign-pages/foreign-pages.ts';
import { createHashing } from '../platform/hashing.ts';
import { loggableError } from '../platform/log.ts';
import { DEFAULT_RATES, type RateProfile } from '../platform/rates.ts';
import type { Seal } from '../platform/seal.ts';
import { buildApp } from '../wiring/app.ts';
import { loadDemo } from '../wiring/demo.ts';
import { createServices, type Services } from '../wiring/services.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createMember, type TestMember } from './factories/members.ts';
import { sharedTestImages } from './images.ts';
import { connectAsServer } from './serving-role.ts';
import { joinAs, type Several } from './several.ts';
import { createTestClock, type TestClock } from './test-clock.ts';

export const TEST_SECRET = 'test-secret-test-secret-test-secret-0001';
export const NO_LIMITS: RateProfile = {
  read: 1e6,
  write: 1e6,
  anonymous: 1e6,
  search: 1e6,
  searchAll: 1e6,
  similar: 1e6,
  searchesAtOnce: 1e6,
  links: 1e6,
  serviceKey: 1e6,
  wrongKeys: 1e6,
  newStreams: 1e6,
  refused: 1e6,
  refusedAnonymous: 1e6,
  files: 1e6,
};

/** Cheap: the real parameters, tested with `createHashing`, take 35 ms for each password. */
export const TEST_HASHING = { memoryCost: 1024, timeCost: 2, parallelism: 1 };

/** A busy machine refuses nothing. */
const WIDE = { atOnce: 1e6, waiting: 1e6, waitMs: 600_000, overloadMs: 600_000 };
export const WIDE_ADMISSION: AdmissionLimits = {
  intake: WIDE,
  signIn: WIDE,
  read: WIDE,
  write: WIDE,
  search: WIDE,
  upload: WIDE,
  outside: WIDE,
  file: WIDE,
};

/** Of a search, and of a page. */
const NO_HURRY_MS = 600_000;

export const NO_POST_LIMIT = { RATE_LIMITS: 'posts=999999' };

export interface SignedIn extends TestMember {
  /** Headers with the member's access token. */
  headers: { authorization: string };
  refreshToken: string;
  device: string;
}

export interface TestApp {
  app: FastifyInstance;
  /** Every mounted route as `METHOD /path`. */
  routes: string[];
  services: Services;
  database: TestDatabase;
  db: TestDatabase['db'];
  seal: Seal;
  clock: TestClock;
  dataDir: string;
  /** Delivers the e-mail queue and returns the e-mails sent so far, newest first. */
  mails(): Promise<OutboxEmail[]>;
  /** Whether it uses its Redis; null without one. */
  redisState: () => unknown;
  /** Log lines written so far. */
  logs: string[];
  /** Creates a member with the role and signs it in. */
  signIn(role?: Role): Promise<SignedIn>;
  /** Signs an existing member in on a new device. */
  signInAs(member: TestMember): Promise<SignedIn>;
  /** `inject` with JSON in and out: `call('POST', '/api/post/1/like', { as: member, body })`. */
  call(method: string, url: string, options?: CallOptions): Promise<CallResult>;
  close(): Promise<void>;
}

export interface CallOptions {
  as?: SignedIn;
  body?: unknown;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
}

export interface CallResult {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: responses are asserted field by field
  json: any;
  headers: Record<string, string | string[] | number | undefined>;
  cookies: { name: string; value: string; [key: string]: unknown }[];
  text: string;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  /** `true`: the production limits instead of none. */
  productionRates?: boolean;
  /** Replaces single limits. */
  rates?: Partial<RateProfile>;
  /** Replaces places of single loads; by default there are more than any test needs. */
  admission?: Partial<AdmissionLimits>;
  /** Milliseconds that a search may take; by default more than any takes on a busy machine. */
  searchMs?: number;
  /** Milliseconds that the site status is relied on; by default for good, until this server changes it. */
  statusFreshMs?: number;
  /** When what happens to anonymous content is released; in tests at once, but for those of the delay. */
  releaseAt?: (minute: Date) => Date;
  /** Folder of a built web app. */
  webRoot?: string;
  images?: ImageProcessor;
  /** Pages of other sites; by default the network's. */
  fetchPage?: FetchForeignPage;
  /** One of several servers on its database, connected by this Redis if one is given. */
  several?: Several;
  /** A database of the test's own, instead of a copy of the template. */
  database?: TestDatabase;
  /** `true`: the server has the rights of a serving role, unlike the test. */
  asServer?: boolean;
}

/** The whole server on a separate database, without a socket. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { searchMs = NO_HURRY_MS, releaseAt = (minute: Date) => minute } = options;
  const database = options.database ?? (await createTestDatabase(inject('adminUrl')));
  const dataDir = await mkdtemp(join(tmpdir(), 'naru-app-'));
  const logs: string[] = [];
  const log = pino(
    { level: 'info', serializers: { err: loggableError } },
    { write: (line: string) => void logs.push(line) },
  );
  const clock = createTestClock();
  const env = readEnv({
    DATA_DIR: dataDir,
    STUDENT_EMAIL_DOMAINS: 'g.kmou.ac.kr,kmou.ac.kr',
    ...(options.productionRates !== true && NO_POST_LIMIT),
    REDIS_URL: options.several?.redisUrl,
    ...options.env,
  });
  const { db } = database;
  const secrets = [TEST_SECRET];
  const serving = options.asServer === true ? await connectAsServer(database) : null;
  const seal = await loadSeal(serving?.db ?? db, secrets);
  const folder = join(dataDir, 'outbox');
  const outbox = createOutbox({ folder, from: env.MAIL_FROM, clock });
  const images = options.images ?? sharedTestImages();
  const joined = await joinAs(options.several, { url: database.url, seal, log, images });
  const services = createServices({
    demo: await loadDemo(),
    ...joined.together,
    db: serving?.db ?? db,
    env,
    clock,
    secrets,
    seal,
    emailTransport:
      env.SMTP_URL === undefined ? outbox : createEmailTransport(env, clock).transport,
    outbox,
    images,
    ...(options.fetchPage && { fetchPage: options.fetchPage }),
    hashing: createHashing({ parameters: TEST_HASHING }),
    admission: { ...WIDE_ADMISSION, ...options.admission },
    searchMs,
    // Statements are counted, so none may come of the time that a busy machine takes.
    statusFreshMs: options.statusFreshMs ?? Number.POSITIVE_INFINITY,
    elapsed: () => Number(clock.now()),
    releaseAt,
    version: 'test',
    commit: 'abc12345',
    log,
  });
  const profile = options.productionRates === true ? DEFAULT_RATES : NO_LIMITS;
  const rates = { ...profile, ...options.rates };
  const routes: string[] = [];
  const onRoute = (call: string) => void routes.push(call);
  const app = await buildApp({
    env,
    services,
    rates,
    shared: joined.limits,
    version: 'test',
    log,
    pagePatienceMs: NO_HURRY_MS,
    onRoute,
    ...(options.webRoot !== undefined && { webRoot: options.webRoot }),
  });
  await app.ready();
  // Otherwise the first call reads it, among the statements that a test counts.
  await services.siteStatus.isReadOnly();

  const readPasswordHash = async (id: number): Promise<string> => {
    const { rows } = await db.execute(sql`select password_hash from members where id = ${id}`);
    return String(rows[0]?.password_hash);
  };
  const signInAs = async (member: TestMember): Promise<SignedIn> => {
    const device = `device-of-${member.id}-${Math.random().toString(36).slice(2)}`;
    const opened = await services.sessions.open(db, {
      memberId: member.id,
      passwordHash: await readPasswordHash(member.id),
      device,
      userAgent: 'test',
    });
    if (opened === null) throw new Error('this member cannot sign in');
    return {
      ...member,
      headers: { authorization: `Bearer ${opened.accessToken}` },
      refreshToken: opened.refreshToken,
      device,
    };
  };

  return {
    app,
    routes,
    services,
    database,
    db,
    seal,
    clock,
    dataDir,
    mails: async () => {
      await deliverMails(db, services.emailQueue);
      return outbox.list();
    },
    redisState: joined.redisState,
    logs,
    signInAs,
    signIn: async (role) => signInAs(await createMember(db, role)),
    call: (method, url, callOptions) => callApp(app, method, url, callOptions),
    close: async () => {
      await app.close();
      await joined.close();
      await serving?.close();
      await serving?.dropRole();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Does what the worker does, whatever the time of the database is. */
async function deliverMails(db: TestDatabase['db'], { tasks }: Services['emailQueue']) {
  const { rows } = await db.execute<{ id: number; job: object | null }>(sql`select id,
      (select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier in ('email', 'email-about') and (payload ->> 'id')::bigint = email_queue.id
        order by j.id desc limit 1) as job
    from email_queue order by id`);
  for (const { id, job } of rows) await tasks.email(job ?? { id, attempt: 1 });
}

export async function callApp(
  app: FastifyInstance,
  method: string,
  url: string,
  { as, body, headers, cookies }: CallOptions = {},
): Promise<CallResult> {
  const response = await app.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...as?.headers, ...headers },
    ...(cookies && { cookies }),
    ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
  });
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    json: isJson && response.body !== '' ? response.json() : null,
    headers: response.headers,
    cookies: response.cookies,
    text: response.body,
  };
}
