import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runningUrl } from '../apps/server/src/platform/database/embedded.ts';
import { freePort } from '../scripts/lib/built-server.mjs';
import { makeTempFolder } from '../scripts/lib/temp-folder.mjs';
import { seededDraws } from './lib/content/draws.mjs';
import { fill, sizesFor } from './lib/content/fill.mjs';
import { cpuOf, cpuOfDatabase } from './lib/cpu.mjs';
import { commitsPerSync } from './lib/group-commit.mjs';
import { startLimit } from './lib/limit.mjs';
import { measure } from './lib/load.mjs';
import { signIn } from './lib/people.mjs';
import { startServer } from './lib/server.mjs';
import { printTable } from './lib/table.mjs';
import { worksOn } from './lib/works.mjs';

/** Single calls of Naru beside a bare server that does the same work. */
const SIZES = sizesFor(Number(process.argv[2] ?? 10_000));
const SECONDS = Number(process.argv[3] ?? 4);
const ONLY = process.argv[4];
const ROUNDS = 3;
const PEOPLE = 2_000;

const temp = makeTempFolder();

function fail(error) {
  console.error(error);
  temp.remove();
  process.exit(1);
}

process.on('unhandledRejection', fail);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => fail(new Error('stopped')));

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function inTurns(work, servers, dataDir) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = {};
    for (const [name, { url, pid }] of Object.entries(servers)) {
      const cpu = () => cpuOf(pid) + cpuOfDatabase(dataDir);
      const draw = seededDraws(round + 1);
      one[name] = await measure({ url, work, seconds: SECONDS, draw, cpu });
    }
    rounds.push(one);
  }
  const of = (server, field) => median(rounds.map((round) => round[server][field]));
  const share = (better) => median(rounds.map(better)).toFixed(2);
  return [
    share(({ naru, limit }) => naru.perSecond / limit.perSecond),
    share(({ naru, limit }) => limit.cpu / naru.cpu),
    work.name,
    Math.round(of('naru', 'perSecond')),
    Math.round(of('limit', 'perSecond')),
    `${of('naru', 'cpu').toFixed(2)} / ${of('limit', 'cpu').toFixed(2)} ms`,
    `${of('naru', 'p50')} / ${of('naru', 'p99')} ms`,
    `${of('limit', 'p50')} / ${of('limit', 'p99')} ms`,
  ];
}

try {
  const dataDir = join(temp.path, 'data');
  const server = await startServer({ dataDir, port: await freePort() });
  const url = await runningUrl(dataDir);
  const startedAt = performance.now();
  await fill(url, SIZES);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const people = await signIn(
    dataDir,
    Array.from({ length: PEOPLE }, (_, n) => n + 1),
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const works = await worksOn(client, people);
  const { rows } = await client.query('select count(*)::integer as comments from comments');
  const limit = await startLimit({ databaseUrl: url, port: await freePort() });

  console.log(
    `\n${SIZES.posts} posts, ${rows[0].comments} comments, ${SIZES.members} members, made in ${seconds} s`,
  );
  const lines = [];
  for (const work of works.filter(({ name }) => ONLY === undefined || name === ONLY)) {
    lines.push(await inTurns(work, { naru: server, limit }, dataDir));
  }
  console.log(`Single calls, ${availableParallelism()} cores, Node ${process.versions.node}\n`);
  const heads = [
    'Naru / limit',
    'by CPU',
    'Work',
    'Naru, 1/s',
    'limit, 1/s',
    'CPU per call',
    'Naru p50 / p99',
    'limit p50 / p99',
  ];
  printTable(heads, lines);
  const comment = works.find(({ name }) => name === 'comment written');
  if (ONLY === undefined || ONLY === comment.name) {
    const write = () =>
      measure({
        url: server.url,
        work: comment,
        seconds: SECONDS,
        draw: seededDraws(0),
        cpu: () => 0,
      });
    const shared = await commitsPerSync(client, write);
    console.log(`\nComments written: ${shared.toFixed(1)} commits for each write to disk`);
  }
  await client.end();
  await limit.stop();
  await server.stop();
  temp.remove();
  process.exit(0);
} catch (error) {
  fail(error);
}
