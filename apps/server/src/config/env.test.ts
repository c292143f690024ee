import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSecrets } from '../platform/secrets.ts';
import { defaultWorkers, EnvError, findWarnings, readDatabaseEnv, readEnv } from './env.ts';

const SECRET = 'a-secret-of-at-least-thirty-two-characters';
const GIGABYTE = 1024 ** 3;
const DATABASE_URL = 'postgres://naru:naru@127.0.0.1:5432/naru';

const S3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'naru',
  S3_REGION: 'auto',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'se/cr+et=',
};

describe('readEnv', () => {
  it('needs no variables; defaults to the embedded database, the loopback address and demo mode [OPS-03]', () => {
    const env = readEnv({});
    expect(env).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, DATA_DIR: './data', DEMO: true });
    expect(env.PUBLIC_URL).toBe('http://127.0.0.1:3000');
    expect(env.STUDENT_EMAIL_DOMAINS).toEqual([]);
  });

  it.each([
    ['PORT', 'abc'],
    ['BACKUP', 'daily 24:00 keep 14'],
    ['BACKUP', 'daily 04:00 keep 36'],
    ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://*.example.ac.kr'],
    ['CORS_ORIGINS', 'app.example.ac.kr'],
    ['CORS_ORIGINS', 'https://app.example.ac.kr/'],
    ['CORS_ORIGINS', 'https://a.example.ac.kr,null'],
    ['CAMPUS_NETWORKS', 'campus'],
    ['CAMPUS_NETWORKS', '203.0.113.0/33'],
    ['CAMPUS_NETWORKS', '2001:db8::/96'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['SMTP_URL', 'mail.example'],
    ['SMTP_URL', 'smtp://naru:p@ss/word@mail.example'],
    ['SMTP_URL', 'smtp://naru:p#ss@mail.example'],
    ['PUBLIC_URL', 'naru'],
    ['TOKEN_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['DEMO', 'yes'],
    ['RATE_LIMITS', 'comments=0'],
    ['RATE_LIMITS', 'comments=many'],
    ['RATE_LIMITS', 'comments'],
    ['RATE_LIMITS', 'comments=1=2'],
    ['RATE_LIMITS', 'passwords=99'],
    ['RATE_LIMITS', 'comments=5;write=9'],
    ['UNUSED_ACCOUNT_MONTHS', '5'],
    ['UNUSED_ACCOUNT_MONTHS', '121'],
    ['UNUSED_ACCOUNT_MONTHS', '-1'],
    ['WORKERS', '0'],
    ['DRAIN_SECONDS', '-1'],
    ['DRAIN_SECONDS', '61'],
    ['METRICS_PORT', '99999'],
    ['WORKERS', '17'],
    ['WORKERS', 'all'],
    ['ATTACHMENT_MAX_MB', '0'],
    ['ATTACHMENT_MAX_MB', '501'],
    ['ATTACHMENT_MAX_MB', '1.5'],
    ['ATTACHMENT_TYPES', 'pdf,exe'],
    ['MAIL_FROM', '학과 커뮤니티'],
    ['STUDENT_EMAIL_DOMAINS', 'a@g.example.ac.kr'],
    ['STUDENT_EMAIL_DOMAINS', 'g.example.ac.kr, @'],
    ['SIGNUP_EMAIL_DOMAINS', 'https://example.ac.kr'],
    ['SIGNUP_EMAIL_DOMAINS', 'example'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_ENDPOINT', 'https://s3.example/naru'],
    ['S3_ENDPOINT', 'https://key:secret@s3.example'],
    ['S3_BUCKET', 'Naru'],
    ['S3_BUCKET', '../naru'],
    ['S3_REGION', 'ap northeast'],
    ['S3_SECRET_KEY', '비밀'],
  ])('refuses an invalid value of %s and names the variable [REL-17, OPS-03]', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  it('drains where a balancer can be in front, and not on the own machine [REL-11]', () => {
    expect(readEnv({}).DRAIN_SECONDS).toBe(0);
    expect(readEnv({ PUBLIC_URL: 'https://naru.example.ac.kr' }).DRAIN_SECONDS).toBe(2);
    expect(readEnv({ DRAIN_SECONDS: '0', PUBLIC_URL: 'https://a.kr' }).DRAIN_SECONDS).toBe(0);
    expect(readEnv({ DRAIN_SECONDS: '30' }).DRAIN_SECONDS).toBe(30);
  });

  it('leaves one core to the database, and a machine of few cores to one process [OPS-35]', () => {
    const workers = [1, 2, 3, 4, 8, 64].map((cores) => defaultWorkers(cores, 16 * GIGABYTE));
    expect(workers).toEqual([1, 1, 1, 3, 7, 16]);
    expect(readEnv({ WORKERS: '2' }).WORKERS).toBe(2);
  });

  it('starts no more processes by default than the memory holds [OPS-35]', () => {
    const workers = [0.5, 1, 2, 4].map((memory) => defaultWorkers(32, memory * GIGABYTE));
    expect(workers).toEqual([1, 1, 3, 7]);
  });

  it('requires TOKEN_SECRET together with DATABASE_URL [SESS-20]', () => {
    expect(() => readEnv({ DATABASE_URL })).toThrow(EnvError);
    expect(readEnv({ DATABASE_URL, TOKEN_SECRET: SECRET }).DATABASE_URL).toBe(DATABASE_URL);
  });

  it('knows who migrates, and when [OPS-90]', () => {
    expect(readEnv({}).MIGRATE).toBe('on-start');
    expect(() => readEnv({ MIGRATE: 'off' })).toThrow(/^MIGRATE=off needs DATABASE_URL/);
    expect(() => readEnv({ DATABASE_URL, TOKEN_SECRET: SECRET, MIGRATE: 'never' })).toThrow(
      'MIGRATE is none of on-start, off',
    );
    expect(() => readEnv({ DATABASE_OWNER_URL: DATABASE_URL })).toThrow(
      'DATABASE_OWNER_URL needs DATABASE_URL',
    );
    const env = readEnv({ DATABASE_URL, DATABASE_OWNER_URL: DATABASE_URL, TOKEN_SECRET: SECRET });
    expect(findWarnings(env)).toContainEqual(
      expect.stringMatching(/^DATABASE_OWNER_URL is for "npm run db:migrate" alone/),
    );
    expect(readDatabaseEnv({ DATABASE_URL, DATABASE_OWNER_URL: '', PORT: 'x' })).toEqual({
      DATABASE_URL,
    });
    expect(() => readDatabaseEnv({ DATABASE_URL: 'mysql://x' })).toThrow(EnvError);
  });

  it('turns demo mode off when PUBLIC_URL is external [OPS-06]', () => {
    expect(readEnv({ PUBLIC_URL: 'https://naru.example.ac.kr' }).DEMO).toBe(false);
    expect(readEnv({ PUBLIC_URL: 'http://localhost:5173' }).DEMO).toBe(true);
  });

  it.each<[string, Record<string, string>]>([
    ['PUBLIC_URL', { PUBLIC_URL: 'https://naru.example.ac.kr' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://127.0.0.1.example.ac.kr' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'http://192.168.0.7:3000' }],
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: '192.168.0.7' }],
    ['HOST', { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
    ['HOST', { HOST: '0.0.0.0', DATABASE_URL, TOKEN_SECRET: SECRET }],
  ])('refuses DEMO=on where %s lets others in: %j [OPS-06]', (name, given) => {
    expect(() => readEnv({ DEMO: 'on', ...given })).toThrow(
      new EnvError(
        `DEMO=on is for this machine alone: ${name} lets others in, and the password of the demo accounts is public`,
      ),
    );
    expect(readEnv(given).DEMO).toBe(false);
    expect(readEnv({ DEMO: 'off', ...given }).DEMO).toBe(false);
  });

  it.each<Record<string, string>>([
    { HOST: '127.0.0.2' },
    { HOST: '::1' },
    { HOST: 'LOCALHOST' },
    { PUBLIC_URL: 'http://naru.localhost:3000' },
    { PUBLIC_URL: 'http://[::1]:3000/' },
  ])('takes DEMO=on on this machine: %j [OPS-06]', (given) => {
    expect(readEnv({ DEMO: 'on', ...given }).DEMO).toBe(true);
    expect(readEnv(given).DEMO).toBe(true);
  });

  it('trusts no proxy by default [AUTH-20]', () => {
    expect(readEnv({}).TRUST_PROXY).toEqual([]);
    expect(readEnv({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).TRUST_PROXY).toHaveLength(2);
    expect(readEnv({ TRUST_PROXY: 'loopback,10.0.0.0/255.0.0.0' }).TRUST_PROXY).toHaveLength(2);
    for (const TRUST_PROXY of ['nginx', '10.0.0.0/33', '300.1.1.1', 'true']) {
      expect(() => readEnv({ TRUST_PROXY })).toThrow(/^TRUST_PROXY is not a list of addresses/);
    }
  });

  it('says that TERM_DATES is no longer read [TIME-80]', () => {
    expect(findWarnings(readEnv({})).join()).not.toContain('TERM_DATES');
    const old = readEnv({ TERM_DATES: '2026-2=2026-08-31/2026-12-18' });
    expect(findWarnings(old).join()).toContain('TERM_DATES is no longer read');
  });

  it('takes any DATABASE_READ_URL of earlier releases, and says once that it can be removed', () => {
    for (const former of [DATABASE_URL, 'mysql://x']) {
      expect(findWarnings(readEnv({ DATABASE_READ_URL: former }))).toEqual([
        'DATABASE_READ_URL is no longer read and can be removed: the database at DATABASE_URL serves all reads',
      ]);
    }
    expect(findWarnings(readEnv({ DATABASE_READ_URL: '' }))).toEqual([]);
  });

  it('turns demo mode off when other machines can connect or DATABASE_URL is set [OPS-06]', () => {
    expect(readEnv({ HOST: '0.0.0.0' }).DEMO).toBe(false);
    expect(readEnv({ HOST: '0.0.0.0' }).STUDENT_EMAIL_DOMAINS).toEqual([]);
    expect(readEnv({ DATABASE_URL, TOKEN_SECRET: SECRET }).DEMO).toBe(false);
    expect(readEnv({ DATABASE_URL, TOKEN_SECRET: SECRET, DEMO: 'on' }).DEMO).toBe(true);
  });

  it('treats empty values as unset and splits lists', () => {
    const env = readEnv({ PORT: '', SIGNUP_EMAIL_DOMAINS: ' A.kr, b.kr ,' });
    expect(env.PORT).toBe(3000);
    expect(env.SIGNUP_EMAIL_DOMAINS).toEqual(['a.kr', 'b.kr']);
  });

  it('understands e-mail domains with an @ in front', () => {
    const env = readEnv({ STUDENT_EMAIL_DOMAINS: '@g.example.ac.kr, Example.ac.kr' });
    expect(env.STUDENT_EMAIL_DOMAINS).toEqual(['g.example.ac.kr', 'example.ac.kr']);
  });

  it('requires MAIL_FROM together with SMTP_URL [OPS-14]', () => {
    const SMTP_URL = 'smtps://user:password@mail.example.ac.kr';
    expect(() => readEnv({ SMTP_URL })).toThrow(/^MAIL_FROM /);
    for (const MAIL_FROM of ['no-reply@example.ac.kr', '학과 커뮤니티 <no-reply@example.ac.kr>']) {
      expect(readEnv({ SMTP_URL, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM);
    }
  });

  it('warns where codes go without SMTP and demo, and of a proxy that is not named [OPS-14]', () => {
    const away = { PUBLIC_URL: 'https://community.example.ac.kr', DATA_DIR: '/srv/naru' };
    const smtp = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'no-reply@example.ac.kr' };
    expect(findWarnings(readEnv({}))).toEqual([]);
    expect(findWarnings(readEnv({ DEMO: 'off' }))).toEqual([expect.stringContaining('outbox')]);
    expect(findWarnings(readEnv(away))).toEqual([
      expect.stringContaining('/srv/naru/outbox'),
      expect.stringContaining('TRUST_PROXY'),
    ]);
    expect(findWarnings(readEnv({ ...away, ...smtp, TRUST_PROXY: '127.0.0.1' }))).toEqual([]);
  });

  it.each([
    'redis',
    'http://127.0.0.1:6379',
    'redis://',
    'redis://127.0.0.1:6379/naru',
    'redis://127.0.0.1:6379?db=1',
    'redis:///run/redis.sock',
  ])('refuses %s as REDIS_URL', (url) => {
    expect(() => readEnv({ REDIS_URL: url })).toThrow(/^REDIS_URL is not an address like redis:/);
  });

  it('takes the Redis of several servers, and warns when there can be only one [OPS-37]', () => {
    const given = { REDIS_URL: 'rediss://user:pass@redis.example:6380/2', DEMO: 'on' };
    expect(readEnv(given).REDIS_URL).toBe(given.REDIS_URL);
    expect(findWarnings(readEnv(given))).toEqual([
      expect.stringMatching(/^REDIS_URL .*DATABASE_URL/),
    ]);
    const database = {
      DATABASE_URL: 'postgres://db.example/naru',
      TOKEN_SECRET: 'bN7pQ2vX9kLm4RtY8wZs1cHd6fGj3aEu',
    };
    expect(findWarnings(readEnv({ ...given, ...database }))).toEqual([]);
  });

  it.each(Object.keys(S3))(
    'needs %s together with the other settings of a store [OPS-110]',
    (name) => {
      expect(() => readEnv({ ...S3, [name]: '' })).toThrow(
        new RegExp(`^${name} is required together with S3_`),
      );
    },
  );

  it('takes a store with all of its settings, the endpoint as an origin [OPS-110]', () => {
    expect(readEnv({}).S3).toBeNull();
    expect(readEnv({ ...S3, S3_ENDPOINT: 'HTTPS://S3.example:9000/' }).S3).toEqual({
      endpoint: 'https://s3.example:9000',
      bucket: 'naru',
      region: 'auto',
      accessKey: 'key',
      secretKey: 'se/cr+et=',
    });
  });

  it('names the possible values of a choice in the language of the log', () => {
    expect(() => readEnv({ DEMO: '1' })).toThrow('DEMO is none of on, off');
    expect(() => readEnv({ LOG_LEVEL: 'loud' })).toThrow(/^LOG_LEVEL is none of fatal, error/);
  });
});

const STRONG = 'k9Lq2vR7mT4xZ8wB3nC6pD1sF5gH0jY-';

it('a server with DATABASE_URL does not start with a missing or short secret [OPS-08]', () => {
  expect(() => readEnv({ DATABASE_URL })).toThrow('TOKEN_SECRET');
  for (const weak of ['x', STRONG.slice(0, 31), `${STRONG},short`]) {
    expect(() => readEnv({ DATABASE_URL, TOKEN_SECRET: weak })).toThrow('TOKEN_SECRET');
  }
  expect(readEnv({ DATABASE_URL, TOKEN_SECRET: STRONG }).DEMO).toBe(false);
});

it.each([
  'x'.repeat(32),
  'a'.repeat(64),
  'abcd'.repeat(9),
  'changeme'.repeat(5),
  'k9$Lq2!vR7#mT4'.repeat(3),
  '0101101001100101101001011010010110100101',
  'please-change-me-before-production-1',
  'CHANGE_ME_CHANGE_ME_CHANGE_ME_12',
  'your-secret-key-goes-here-your-secret',
  'this-is-my-super-secret-naru-token!',
  'abcdefghijklmnopqrstuvwxyz012345',
  '12345678901234567890123456789012',
  'a-password-of-our-university-2026!',
])('refuses the guessable secret %s with one sentence [OPS-08]', (weak) => {
  const start = () => readEnv({ TOKEN_SECRET: weak });
  expect(start).toThrow(/^TOKEN_SECRET is too easy to guess; put a random one first, [^\n]+$/);
});

it('accepts random secrets of every usual form [OPS-08]', () => {
  for (let at = 0; at < 500; at += 1) {
    const bytes = randomBytes(48);
    for (const value of [
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
      randomUUID(),
    ]) {
      expect(readEnv({ TOKEN_SECRET: value }).TOKEN_SECRET).toBe(value);
    }
  }
});

it('accepts the generated secret, and a rotation away from a guessable one [OPS-08]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'naru-secret-'));
  try {
    const [generated = ''] = await loadSecrets(undefined, folder);
    expect(readEnv({ TOKEN_SECRET: generated }).TOKEN_SECRET).toBe(generated);
    const rotation = `${generated},${'changeme'.repeat(5)}`;
    expect(readEnv({ TOKEN_SECRET: rotation }).TOKEN_SECRET).toBe(rotation);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const OIDC = {
  OIDC_ISSUER: 'https://login.example.ac.kr/realms/all/',
  OIDC_CLIENT_ID: 'naru',
  OIDC_NAME: ' 한국대 통합로그인 ',
};

describe('the settings of the sign-in provider', () => {
  it('are none, or the three that it needs, with defaults for the others [OIDC-01]', () => {
    expect(readEnv({}).OIDC).toBeNull();
    expect(readEnv(OIDC).OIDC).toEqual({
      issuer: 'https://login.example.ac.kr/realms/all/',
      clientId: 'naru',
      clientSecret: null,
      name: '한국대 통합로그인',
      scopes: 'openid email profile',
      origins: [],
      numberClaim: null,
      emailClaim: 'email',
    });
    const more = {
      OIDC_CLIENT_SECRET: 'a+b/c=',
      OIDC_NUMBER_CLAIM: 'https://example.ac.kr/number',
      OIDC_ORIGINS: 'https://keys.example.ac.kr/, https://login.example:8443',
    };
    expect(readEnv({ ...OIDC, ...more }).OIDC).toMatchObject({
      clientSecret: 'a+b/c=',
      numberClaim: 'https://example.ac.kr/number',
      origins: ['https://keys.example.ac.kr', 'https://login.example:8443'],
    });
    const empty = {
      OIDC_SCOPES: '',
      OIDC_EMAIL_CLAIM: '',
      OIDC_NUMBER_CLAIM: '',
      OIDC_ORIGINS: '',
    };
    expect(readEnv({ ...OIDC, ...empty }).OIDC).toEqual(readEnv(OIDC).OIDC);
    const trial = readEnv({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:4000' });
    expect(trial.OIDC?.issuer).toBe('http://127.0.0.1:4000');
  });

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_NAME'])(
    'lack nothing but %s [OIDC-01]',
    (name) => {
      expect(() => readEnv({ ...OIDC, [name]: '' })).toThrow(
        new RegExp(`^${name} is required together with OIDC_\\w+$`),
      );
      const secret = { OIDC_CLIENT_SECRET: 'secret' };
      expect(() => readEnv(secret)).toThrow(/^OIDC_ISSUER is required together with/);
    },
  );

  it.each([
    ['OIDC_ISSUER', 'login.example.ac.kr'],
    ['OIDC_ISSUER', 'http://login.example.ac.kr'],
    ['OIDC_ISSUER', 'https://login.example.ac.kr/?realm=all'],
    ['OIDC_ISSUER', 'https://user:word@login.example.ac.kr'],
    ['OIDC_CLIENT_ID', 'na ru'],
    ['OIDC_NAME', '<b>로그인</b>'],
    ['OIDC_NAME', '   '],
    ['OIDC_NAME', '이'.repeat(31)],
    ['OIDC_SCOPES', 'email profile'],
    ['OIDC_ORIGINS', 'https://keys.example.ac.kr/jwks'],
    ['OIDC_ORIGINS', 'http://keys.example.ac.kr'],
    ['OIDC_NUMBER_CLAIM', 'student number'],
    ['OIDC_EMAIL_CLAIM', '이메일'],
  ])('refuse %s=%s in one line that names it [OIDC-01]', (name, value) => {
    expect(() => readEnv({ ...OIDC, [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+$`));
  });
});
