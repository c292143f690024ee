import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DRAIN_SECONDS } from '../apps/server/src/config/env.server.ts';
import { SETTINGS } from '../apps/server/src/config/env.ts';
import { root } from '../scripts/lib/root.mjs';
import { run } from '../scripts/lib/run.mjs';
import { composeOf, faultsOfCompose, lintCompose, variablesOf } from './lib/compose.mjs';
import { commandOf, environmentOf, faultsOfDockerfile, stagesOf } from './lib/dockerfile.mjs';
import { filesBelow, read } from './lib/files.mjs';
import {
  customFaults,
  isBuiltIn,
  nameOf,
  objectsOf,
  podOf,
  ruleFaults,
  typeFaults,
} from './lib/kubernetes.mjs';
import { faultsOfProxy } from './lib/proxy.mjs';
import { faultsOfUnit, settingsOf } from './lib/unit.mjs';

/** Settings of Node and of the system. */
const FOREIGN = ['NODE_ENV', 'NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'LANG', 'ENV_FILE'];

const folder = mkdtempSync(join(tmpdir(), 'naru-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dockerfile = read('deploy/Dockerfile');
const composeText = read('deploy/compose.yaml');
const compose = composeOf(composeText);
const manifests = filesBelow('deploy/kubernetes', /\.yaml$/);
const objects = manifests.flatMap((path) => objectsOf(read(path)));
const ofKind = (kind) => objects.filter((object) => object.kind === kind);
const unit = read('deploy/systemd/naru.service');

const kubernetesFaults = async (list) => {
  const builtIn = list.filter(isBuiltIn);
  const types = await typeFaults(builtIn);
  return [
    ...builtIn.flatMap((object, at) => types[at].map((text) => `${nameOf(object)}: ${text}`)),
    ...list.filter((object) => !isBuiltIn(object)).flatMap(customFaults),
    ...ruleFaults(list),
  ];
};

describe('the image', () => {
  it('has a Dockerfile without faults [OPS-120]', () => {
    expect(faultsOfDockerfile(dockerfile)).toEqual([]);
  });

  it.each([
    ['USER node', 'USER root', 'the image runs as root'],
    ['node:24.21.0-trixie-slim AS run', 'node:latest AS run', 'node:latest is not pinned'],
    ['STOPSIGNAL SIGTERM', '', 'STOPSIGNAL is missing'],
    ['CMD ["start"]', 'CMD start', 'CMD has no exec form'],
    ['ENTRYPOINT [', 'ENTRYPOINT node [', 'ENTRYPOINT has no exec form'],
    ['COPY deploy/', 'ADD deploy/', 'COPY instead of ADD'],
    ['EXPOSE 3000', 'EXPOSE http', 'Invalid containerPort'],
    ['WORKDIR /app\n# Every', 'WORKDR /app\n# Every', 'WORKDR'],
  ])('is refused with %j as %j', (from, to, fault) => {
    expect(dockerfile).toContain(from);
    expect(faultsOfDockerfile(dockerfile.replace(from, to)).join('\n')).toContain(fault);
  });

  it('gets only files that exist, and the documentation lists what it holds', () => {
    const stages = stagesOf(dockerfile);
    const copies = stages.flatMap(({ steps }) => steps.filter((one) => one.keyword === 'COPY'));
    const fromContext = copies.filter(({ flags }) => flags.from === undefined);
    const sources = fromContext.flatMap(({ words }) => words.slice(0, -1));
    expect(sources.length).toBeGreaterThan(10);
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const book = read('docs/operations/containers.md');
    const held = stages
      .at(-1)
      .steps.filter(({ keyword }) => keyword === 'COPY')
      .flatMap(({ words }) => (words.at(-1).endsWith('/') ? words.slice(0, -1) : words.slice(-1)));
    expect(held.filter((path) => !book.includes(`\`${path.replace(/\/$/, '')}\``))).toEqual([]);
  });

  it('is built without settings, data and history', () => {
    const lines = read('.dockerignore').split('\n');
    expect(lines).toEqual(expect.arrayContaining(['*', '**/.env', '**/data', '**/node_modules']));
    expect(lines.filter((line) => /^!(\.git|data|\.env|deploy)$/.test(line))).toEqual([]);
  });
});

describe('the compose file', () => {
  it('follows the compose specification and the rules of a safe service [OPS-121]', () => {
    expect(Object.keys(compose.services).length).toBeGreaterThan(7);
    expect(lintCompose(join(root, 'deploy/compose.yaml'))).toEqual([]);
    expect(faultsOfCompose(composeText)).toEqual([]);
  });

  it.each([
    ['mem_limit: 256m', 'mem_limt: 256m', /must NOT have additional properties/],
    ['"127.0.0.1:8025:8025"', '"8025:8025"', /8025:8025/],
  ])('is refused by the linter with %j as %j', (from, to, fault) => {
    expect(composeText).toContain(from);
    const planted = join(folder, 'compose.yaml');
    writeFileSync(planted, composeText.replace(from, to));
    expect(lintCompose(planted).join('\n')).toMatch(fault);
  });

  it.each([
    ['cap_drop: [ALL]', 'cap_drop: []', 'it keeps capabilities'],
    ['read_only: true', 'read_only: false', 'its file system can be written'],
    ['mem_limit: 1g', 'cpus: 1', 'database: its memory has no limit'],
    ['TOKEN_SECRET: $' + '{TOKEN_SECRET:?}', 'TOKEN_SECRET: abc', 'a secret in the file'],
    ['service_completed_successfully }', 'service_started }', 'does not wait for bucket'],
  ])('is refused with %j as %j', (from, to, fault) => {
    expect(composeText).toContain(from);
    expect(faultsOfCompose(composeText.replace(from, to)).join('\n')).toContain(fault);
  });

  it('takes from outside what the example names, and mounts files that exist', () => {
    const example = [...read('deploy/.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)];
    const used = variablesOf(composeText);
    expect(used.sort()).toEqual(example.map(([, name]) => name).sort());
    expect(used).toEqual(expect.arrayContaining(variablesOf(read('deploy/proxy/Caddyfile'))));
    const mounts = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .filter((volume) => volume.startsWith('./'));
    expect(mounts.length).toBeGreaterThan(3);
    const missing = mounts.filter((one) => !existsSync(join(root, 'deploy', one.split(':')[0])));
    expect(missing).toEqual([]);
  });
});

describe('the manifests for Kubernetes', () => {
  it('have the fields of their kinds and follow the rules of restricted pods [OPS-122]', async () => {
    expect(objects.length).toBeGreaterThan(15);
    expect(await kubernetesFaults(objects)).toEqual([]);
  });

  it('are refused with a planted fault', async () => {
    const plant = (kind, change) => {
      const copy = structuredClone(ofKind(kind)[0]);
      change(copy.spec);
      return copy;
    };
    const server = (change) => plant('Deployment', (spec) => change(spec.template.spec));
    const planted = [
      server((pod) => Object.assign(pod.containers[0], { livenesProbe: {} })),
      server((pod) => Object.assign(pod.containers[0].ports[0], { containerPort: '3000' })),
      server((pod) => delete pod.containers[0].name),
      server((pod) => delete pod.securityContext.runAsNonRoot),
      server((pod) => delete pod.containers[0].resources.limits),
      server((pod) => pod.containers[0].env.reverse()),
      plant('CronJob', (spec) => {
        spec.jobTemplate.spec.template.spec.volumes[0].persistentVolumeClaim.claimName = 'x';
      }),
      plant('Service', (spec) => Object.assign(spec.ports[0], { targetPort: 'htp' })),
      plant('Cluster', (spec) => delete spec.imageName),
      { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'naru' } },
    ];
    const faults = (await kubernetesFaults(planted)).join('\n');
    for (const fault of [
      /livenesProbe/,
      /'string' is not assignable to type 'number'/,
      /'name' is missing/,
      /may run as root/,
      /has no limit of memory/,
      /no pod has the port htp/,
      /spec\.imageName is missing/,
      /secrets do not belong/,
      /server: SERVING_PASSWORD is not above DATABASE_URL/,
      /naru has no DATABASE_HOST/,
      /the volume x is missing/,
    ]) {
      expect(faults).toMatch(fault);
    }
  });

  it('are all part of their kustomization', () => {
    for (const path of manifests.filter((one) => one.endsWith('kustomization.yaml'))) {
      const base = path.replace('/kustomization.yaml', '');
      const own = manifests.filter((one) => one.replace(/\/[^/]+$/, '') === base && one !== path);
      const { resources } = parse(read(path));
      expect(resources.map((name) => `${base}/${name}`).sort()).toEqual(own);
    }
  });
});

describe('the unit for systemd', () => {
  it('has known directives, is confined and never gives up [OPS-123, OPS-150]', () => {
    expect(settingsOf(unit).length).toBeGreaterThan(30);
    expect(faultsOfUnit(unit)).toEqual([]);
  });

  it.each([
    ['TimeoutStopSec', 'TimeoutStpSec', 'has no TimeoutStpSec'],
    ['StartLimitIntervalSec=0', 'StartLimitIntervalSec=300', 'StartLimitIntervalSec is not "0"'],
    ['Restart=on-failure\n', '', 'Restart is not "on-failure"'],
    ['[Install]\n', '', '[Service] has no WantedBy'],
    ['ProtectSystem=strict', 'ProtectSystem=full', 'ProtectSystem is not "strict"'],
    ['ExecStart=/usr/bin/node', 'ExecStart=node', 'ExecStart is no absolute path'],
  ])('is refused with %j as %j', (from, to, fault) => {
    expect(unit).toContain(from);
    expect(faultsOfUnit(unit.replace(from, to)).join('\n')).toContain(fault);
  });

  it.runIf(existsSync('/usr/bin/systemd-analyze'))('satisfies systemd itself', async () => {
    const path = join(folder, 'naru.service');
    // The program must exist where the check runs.
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    const { code, output } = await run('systemd-analyze', ['verify', path], { output: 'collect' });
    expect([code, output]).toEqual([0, '']);
  });
});

describe('the proxies', () => {
  const FILES = { caddy: 'deploy/proxy/Caddyfile', nginx: 'deploy/proxy/nginx.conf' };

  it.each(Object.entries(FILES))('%s passes on live events, files and addresses', (kind, path) => {
    expect(faultsOfProxy(kind, read(path))).toEqual([]);
  });

  it.each([
    ['nginx', 'proxy_buffering off;', 'proxy_buffering on;', 'unbuffered live events'],
    ['nginx', 'server_tokens off;', 'server_tokens off', 'does not end'],
    ['nginx', 'location = /api/health {', 'location = /health {', 'the state of the site'],
    ['nginx', 'listen 443 ssl http2;', 'listen 443 ssl;', 'HTTP/2 that Debian 12 knows'],
    ['nginx', '$remote_addr', '$proxy_add_x_forwarded_for', 'the address of the client'],
    ['nginx', 'access_log off;', '', 'no address of a feed in the log'],
    ['nginx', 'error_log /dev/null crit;', '', 'none in that of errors'],
    ['caddy', 'request>uri regexp', 'request>uri delete', 'no address of a feed in the log'],
    ['caddy', 'request_body {', 'request_body', 'a brace closes nothing'],
    ['caddy', 'flush_interval -1', '', 'unbuffered live events'],
  ])('%s is refused with %j as %j', (kind, from, to, fault) => {
    expect(read(FILES[kind])).toContain(from);
    expect(faultsOfProxy(kind, read(FILES[kind]).replace(from, to)).join('\n')).toContain(fault);
  });
});

describe('what the server and these files have in common', () => {
  const naru = Object.values(compose.services).filter(({ image }) => image.startsWith('naru:'));
  const pods = objects.flatMap((object) => podOf(object)?.spec ?? []);
  const containers = pods.flatMap((pod) => pod.containers).filter(({ image }) => image === 'naru');
  const [image] = stagesOf(dockerfile).slice(-1);

  it('are settings that exist [OPS-124]', () => {
    const known = Object.keys(SETTINGS);
    const helpers = manifests
      .flatMap((path) => [...read(path).matchAll(/\$\((\w+)\)/g)])
      .map(([, name]) => name);
    const used = [
      ...naru.flatMap(({ environment }) => Object.keys(environment)),
      ...ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data)),
      ...containers.flatMap(({ env }) => env.map(({ name }) => name)),
      ...settingsOf(unit).flatMap(([, name, value]) =>
        name === 'Environment' ? [value.split('=')[0]] : [],
      ),
      ...Object.keys(environmentOf(image)),
    ].filter((name) => !FOREIGN.includes(name) && !helpers.includes(name));
    expect(known).toContain('DATA_DIR');
    expect(used.length).toBeGreaterThan(30);
    expect([...new Set(used)].filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are calls of the contract', () => {
    const calls = filesBelow('packages/contract/src', /^[\w-]+\.ts$/)
      .flatMap((path) => [...read(path).matchAll(/\b(?:get|post|put|patch)\('(\/api\/[^']+)'/g)])
      .map(([, path]) => path);
    const files = ['Dockerfile', 'proxy/Caddyfile', 'proxy/nginx.conf', 'healthcheck.mjs'];
    const texts = [...files.map((name) => `deploy/${name}`), ...manifests].map(read);
    const used = texts.flatMap((text) => text.match(/\/api\/[\w/-]*\w/g) ?? []);
    expect(calls).toContain('/api/health');
    expect(new Set(used).size).toBeGreaterThan(2);
    expect(used.filter((path) => !calls.includes(path))).toEqual([]);
  });

  it('are ports', () => {
    const { PORT } = environmentOf(image);
    const exposed = image.steps.find(({ keyword }) => keyword === 'EXPOSE').words;
    const { ports } = containers.find(({ name }) => name === 'server');
    const { METRICS_PORT } = ofKind('ConfigMap')[0].data;
    expect(exposed).toEqual([PORT, METRICS_PORT]);
    expect(ports.map(({ containerPort }) => String(containerPort))).toEqual(exposed);
    expect(read('deploy/proxy/Caddyfile')).toContain(`server-1:${PORT} server-2:${PORT}`);
    expect(naru[0].environment.METRICS_PORT).toBe(METRICS_PORT);
  });

  it('are commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const started = [
      ...naru.map(({ command = commandOf(image).words }) => command),
      ...containers.map(({ args = commandOf(image).words }) => args),
    ].map(([name]) => name);
    expect(new Set(started).size).toBeGreaterThan(3);
    expect(started.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(containers.filter(({ command }) => command !== undefined)).toEqual([]);
    const [, script] = settingsOf(unit)
      .find(([, name]) => name === 'ExecStart')[2]
      .split(' ');
    expect(scripts.start).toBe(`exec node ${script}`);
  });

  it('are one file of settings for service and commands [OPS-74]', () => {
    const [, path] = /^Environment=ENV_FILE=(\S+)$/m.exec(unit);
    const folder = path.replace(/\/[^/]+$/, '');
    for (const guide of ['docs/operations/install.md', 'docs/guide/operator.md']) {
      expect(read(guide)).toContain(`install -d -m 700 -o naru -g naru ${folder} /var/lib/naru`);
      expect(read(guide)).toContain(`ENV_FILE=${path} DATA_DIR=/var/lib/naru npm run setup`);
    }
    expect(unit).toContain('ReadWritePaths=/var/lib/naru\n');
    // A second reader of the file would read quotation marks and comments differently.
    expect(unit).not.toMatch(/^(EnvironmentFile|Environment=DATA_DIR)=/m);
  });

  it('leaves the server the time that it takes to stop', () => {
    const sources = filesBelow('apps/server/src', /^(main|stop-times)\.ts$/)
      .map(read)
      .join('\n');
    const numberOf = (name) =>
      Number(new RegExp(`${name} = ([\\d_]+);`).exec(sources)?.[1].replaceAll('_', '') ?? 0);
    const stop = numberOf('(?:SERVER_MS|STOP_MS)') + DRAIN_SECONDS * 1_000;
    expect(stop).toBeGreaterThan(1_000);
    const pod = pods.find(({ containers: [one] }) => one.name === 'server');
    const wait = pod.containers[0].lifecycle.preStop.sleep.seconds;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(wait + stop / 1_000);
    const seconds = settingsOf(unit).find(([, name]) => name === 'TimeoutStopSec')[2];
    expect(Number(seconds)).toBeGreaterThan(stop / 1_000);
    for (const service of naru.filter(({ stop_grace_period }) => stop_grace_period)) {
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(stop / 1_000);
    }
    const [, , tries] = /(start_period|--start-period)=(\d+)s/.exec(dockerfile);
    expect(Number(tries)).toBeGreaterThan(30);
  });
});

it('the nightly backups are expected every day, by the job and by the name of the server [OPS-165]', () => {
  const nightly = objects.find((one) => nameOf(one) === 'CronJob naru-backup');
  expect(podOf(nightly).spec.containers[0].args).toContain('--daily');
  expect(compose.services['server-1'].hostname).toBe('server-1');
});
