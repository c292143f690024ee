import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { atMost, must, none, noted } from '../../../bench/lib/rows.mjs';
import { isSuccess, timed, untilTrue } from '../../../bench/lib/steady-load.mjs';
import { run } from '../../../scripts/lib/run.mjs';
import { checkIntegrity, countLost, faultsIn, findHalf } from '../lib/audit.mjs';
import { openSite } from '../lib/site.mjs';
import { startWriters } from '../lib/writers.mjs';

const SIZE_MB = 400;
const WRITERS = 8;
const FULL_MS = 15_000;
const BACK_MS = 10_000;
const CHUNK = Buffer.alloc(65_536);

/** Writes a file until nothing more fits, again and again until `stop`, as what is freed is filled. */
async function fillUp(path) {
  const file = await open(path, 'w');
  let isOver = false;
  const filling = (async () => {
    while (!isOver) {
      try {
        await file.write(CHUNK);
      } catch {
        await file.write(Buffer.alloc(512)).catch(() => undefined);
        await delay(5);
      }
    }
  })();
  return async () => {
    if (isOver) return;
    isOver = true;
    await filling;
    await file.close();
    await rm(path);
  };
}

async function mounted(folder, work) {
  await mkdir(folder);
  const options = ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'none', folder];
  const { code } = await run('mount', options, { output: 'collect' });
  if (code !== 0) return [noted('a full disk', 'not measured: needs root, to mount a small disk')];
  try {
    return await work();
  } finally {
    await run('umount', ['-l', folder], { output: 'collect' });
  }
}

/** R8: a disk fills up under writers and is freed again, without anybody who starts something. */
export const measureFullDisk = ({ temp, seed }) => {
  const disk = join(temp.path, 'disk');
  return mounted(disk, () => onDisk({ disk, seed }));
};

async function onDisk({ disk, seed }) {
  const fills = [];
  try {
    return await fillUnderWriters({ disk, seed, fills });
  } finally {
    for (const free of fills) await free();
  }
}

async function fillUnderWriters({ disk, seed, fills }) {
  const site = await openSite({ path: disk });
  const { url, pid } = site.server;
  const writers = startWriters(url, { count: WRITERS, seed, ...site.given });
  await delay(2_000);
  const before = new Map(writers.statuses);
  const free = await fillUp(join(disk, 'ballast'));
  fills.push(free);
  await untilTrue(async () => (await statfs(disk)).bavail === 0);
  const reads = [];
  const [reader] = site.given.people.slice(-1);
  const until = performance.now() + FULL_MS;
  while (performance.now() < until) {
    const { authorization } = reader;
    const path = '/api/post?boardType=FREE';
    reads.push(await timed(path, () => fetch(`${url}${path}`, { headers: { authorization } })));
    await delay(200);
  }
  const during = [...writers.statuses]
    .map(([status, count]) => [status, count - (before.get(status) ?? 0)])
    .filter(([, count]) => count > 0);
  const freedAt = performance.now();
  const back = writers.firstAfter(freedAt);
  await free();
  const late = delay(60_000).then(() => freedAt + 60_000);
  const took = (await Promise.race([back, late])) - freedAt;
  await delay(1_000);
  await writers.hold();
  const lost = await countLost(site.query, writers.acked);
  const half = [...(await findHalf(site.query)), ...faultsIn(await checkIntegrity(site))];
  for (const line of half) console.log(`    ${line}`);
  await writers.end();
  const isSame = site.server.pid === pid;
  const { code } = await site.server.stop();
  const others = during.filter(([status]) => ![200, 201, 409, 429, 503, 507].includes(status));
  const failed = reads.filter((read) => !isSuccess(read)).length;
  return [
    none('full disk: acknowledged writes lost', lost, `of ${writers.total()}`),
    none('full disk: half objects, wrong counters, orphans', half.length),
    none(
      'full disk: writes with another response than success, 503 or 507',
      others.reduce((sum, [, count]) => sum + count, 0),
      during.map(([status, count]) => `${status}: ${count}`).join(', '),
    ),
    none('full disk: failed reads of a list', failed, `of ${reads.length}`),
    atMost('full disk: first write after room is made', BACK_MS, took, { unit: 'ms' }),
    must('full disk: the same server process, exit code', '0', code, isSame && code === 0),
  ];
}
