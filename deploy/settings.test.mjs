import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv, SETTINGS } from '../apps/server/src/config/env.ts';
import { root } from '../scripts/lib/root.mjs';
import { composeOf, interpolate } from './lib/compose.mjs';
import { environmentOf, stagesOf } from './lib/dockerfile.mjs';
import { read } from './lib/files.mjs';

const text = read('deploy/compose.yaml');
const example = parseEnv(read('deploy/.env.example'));
const image = environmentOf(stagesOf(read('deploy/Dockerfile')).at(-1));

const settings = Object.keys(SETTINGS);

/** Decided by the file or the image: one machine, two servers, engines of their own. */
const DECIDED = [
  ...['HOST', 'PORT', 'DATA_DIR', 'DEMO', 'BACKUP_DIR', 'PUBLIC_URL', 'TRUST_PROXY', 'WORKERS'],
  'DRAIN_SECONDS',
  ...['DATABASE_URL', 'MIGRATE', 'REDIS_URL', 'S3_ENDPOINT', 'S3_REGION'],
  ...['METRICS_HOST', 'METRICS_PORT'],
];
/** Settings of the embedded database, and of the job that migrates. */
const NOT_FOR_SERVERS = ['BACKUP_BEFORE_UPGRADE', 'DATABASE_OWNER_URL'];

/** One server makes the backups and proves them. */
const OF_ONE = ['BACKUP', 'BACKUP_PROOF'];

/** What an operator fills in, with the values that openssl would print. */
const FILLED = {
  ...example,
  SMTP_URL: 'smtp://mail:1025',
  MAIL_FROM: 'no-reply@example.ac.kr',
  TOKEN_SECRET: 'k9Lq2vR7mT4xZ8wB3nC6pD1sF5gH0jYQ',
  DATABASE_OWNER_PASSWORD: '5f1c',
  DATABASE_PASSWORD: 'a3b9',
  VALKEY_PASSWORD: '77e0',
  S3_ACCESS_KEY: 'GK31c2f218a2e44f485b94239e',
  S3_SECRET_KEY: 'b892c0665f0ada8a4755dae98baa3b13',
  GARAGE_RPC_SECRET: '4425f5c26c5e11581d3223904324dcb5',
};
const servicesWith = (variables) => composeOf(interpolate(text, variables)).services;
/** The environment of a process in a container of a service. */
const environmentWith = (variables, service) =>
  Object.fromEntries(
    Object.entries({ ...image, ...servicesWith(variables)[service].environment }).map(
      ([name, value]) => [name, String(value ?? '')],
    ),
  );

describe.each(['server-1', 'server-2', 'naru'])('the settings of %s [OPS-192]', (service) => {
  it('are all those that the server knows', () => {
    expect(settings.length).toBeGreaterThan(40);
    const passed = (name) =>
      environmentWith({ ...FILLED, [name]: `probe-${name}` }, service)[name] === `probe-${name}`;
    const free = settings.filter((name) => ![...DECIDED, ...NOT_FOR_SERVERS].includes(name));
    const own = service === 'server-1' ? free : free.filter((name) => !OF_ONE.includes(name));
    expect(own.filter((name) => !passed(name))).toEqual([]);
    const environment = environmentWith(FILLED, service);
    expect(DECIDED.filter((name) => !environment[name])).toEqual([]);
    expect(NOT_FOR_SERVERS.filter((name) => environment[name] !== undefined)).toEqual([]);
  });

  it('start a server that takes in who may sign up, and nobody else', () => {
    expect(readEnv(environmentWith(FILLED, service))).toMatchObject({
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://naru.example.ac.kr',
      SIGNUP_EMAIL_DOMAINS: ['g.example.ac.kr', 'example.ac.kr'],
      DEMO: false,
      BACKUP_DIR: '/backups',
      UNUSED_ACCOUNT_MONTHS: 24,
      BACKUP: service === 'server-1' ? { hour: 4, minute: 0, keep: 14 } : null,
      BACKUP_PROOF: null,
      OIDC: null,
    });
  });

  it('reach it as the operator wrote them', () => {
    const given = {
      CAMPUS_NETWORKS: '203.0.113.0/24',
      CORS_ORIGINS: 'https://app.example.ac.kr',
      RATE_LIMITS: 'comments=60',
      ATTACHMENT_TYPES: 'pdf,hwp',
      ATTACHMENT_MAX_MB: '20',
      UNUSED_ACCOUNT_MONTHS: '0',
    };
    expect(readEnv(environmentWith({ ...FILLED, ...given }, service))).toMatchObject({
      CAMPUS_NETWORKS: ['203.0.113.0/24'],
      CORS_ORIGINS: ['https://app.example.ac.kr'],
      RATE_LIMITS: { comments: 60 },
      ATTACHMENT_TYPES: ['pdf', 'hwp'],
      ATTACHMENT_MAX_MB: 20,
      UNUSED_ACCOUNT_MONTHS: 0,
    });
  });
});

/** What docker-compose 1.29 knows behind a dollar sign; it stops at anything else and prints the value. */
const KNOWN_TO_FIRST = /\$(\$|[_a-z][_a-z0-9]*|\{[_a-z][_a-z0-9]*(:?[-?][^}]*)?\})/gi;

it('docker-compose 1.29 names what the file needs before anything else [OPS-192]', () => {
  const valuesOf = (part) =>
    part !== null && typeof part === 'object' ? Object.values(part).flatMap(valuesOf) : [part];
  const values = valuesOf(composeOf(text).services).map(String);
  const refused = values.filter((value) => value.replace(KNOWN_TO_FIRST, '').includes('$'));
  expect(refused).toEqual([
    expect.stringContaining('This file needs Docker Compose v2 (docker compose)'),
  ]);
  const mandatory = values.findIndex((value) => /\$\{\w+:?\?/.test(value));
  expect(values.indexOf(refused[0])).toBeLessThan(mandatory);
});

describe('what an operator has to say [OPS-192]', () => {
  it('is who may sign up, and every secret', () => {
    const { SIGNUP_EMAIL_DOMAINS: _, ...former } = FILLED;
    expect(() => servicesWith(former)).toThrow('missing: see deploy/.env');
    expect(() => servicesWith({ ...FILLED, SIGNUP_EMAIL_DOMAINS: '' })).not.toThrow();
    for (const name of ['TOKEN_SECRET', 'DATABASE_OWNER_PASSWORD', 'S3_SECRET_KEY']) {
      expect(() => servicesWith({ ...FILLED, [name]: '' }), name).toThrow(`missing: ${name}`);
    }
  });

  it('may be a folder of another disk, which servers and commands share', () => {
    const targets = (variables) =>
      ['server-1', 'server-2', 'naru'].map((name) =>
        servicesWith(variables)[name].volumes.find((one) => one.endsWith(':/backups')),
      );
    expect(new Set(targets(FILLED))).toEqual(new Set(['backups:/backups']));
    expect(new Set(targets({ ...FILLED, BACKUP_FOLDER: '/srv/b' }))).toEqual(
      new Set(['/srv/b:/backups']),
    );
  });
});

/** Settings of a container are its environment, so it has no file of them to write. */
const NOT_IN_CONTAINERS = ['setup'];

const { scripts } = JSON.parse(read('package.json'));
/** Programs of the server by the command that runs them: what operators use. */
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  if (line.endsWith(' scripts/start.mjs')) return [[name, 'main']];
  const command = / scripts\/command\.mjs ([\w-]+)$/.exec(line)?.[1];
  return command === undefined ? [] : [[name, `${command}-cli`]];
});

const folder = mkdtempSync(join(tmpdir(), 'naru-commands-'));
const dist = join(folder, 'apps/server/dist');
beforeAll(() => {
  mkdirSync(dist, { recursive: true });
  mkdirSync(join(folder, 'deploy'));
  cpSync(join(root, 'deploy/run.mjs'), join(folder, 'deploy/run.mjs'));
  for (const [, program] of programs) {
    const text = `console.log(${JSON.stringify(program)}, process.argv.slice(2).join(' '))`;
    writeFileSync(join(dist, `${program}.js`), text);
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runInImage(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['deploy/run.mjs', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, out: stdout.trim(), error: stderr.trim() };
}

describe('the image [OPS-191]', () => {
  it.each(programs.filter(([name]) => !NOT_IN_CONTAINERS.includes(name)))(
    'runs %s with its options',
    (name, program) => {
      const done = runInImage(name, '--to', 'a b');
      expect(done).toEqual({ status: 0, out: `${program} --to a b`, error: '' });
    },
  );

  it('backs up, restores, migrates, moves and makes administrators', () => {
    const names = programs.map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(['start', 'backup', 'restore', 'db:migrate', 'move', 'admin']),
    );
    const inputs = read('apps/server/vite.config.ts');
    const isBuilt = (program) => new RegExp(`^\\s+'?${program}'?: 'src/`, 'm').test(inputs);
    expect(programs.filter(([, program]) => !isBuilt(program))).toEqual([]);
  });

  it('starts the server when no command is named', () => {
    expect(runInImage()).toEqual({ status: 0, out: 'main', error: '' });
  });

  it.each(['setup', 'bench', 'dev', '../evil', 'main'])(
    'refuses %s and names what it has',
    (name) => {
      const { status, error } = runInImage(name);
      expect(status).toBe(1);
      expect(error).toContain(`This image has no command ${name}.`);
      expect(error).toMatch(/admin, backup, db:migrate, .*restore.*start/);
    },
  );
});
