import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { seededDraws } from '../../../bench/lib/content/words.mjs';
import { must, none, noted } from '../../../bench/lib/rows.mjs';
import { makePng } from '../../../e2e/support/png.ts';
import { root } from '../../../scripts/lib/root.mjs';
import { run } from '../../../scripts/lib/run.mjs';
import { countLost, findHalf } from '../lib/audit.mjs';
import { call, openSite } from '../lib/site.mjs';
import { differencesOf, hashInstallation, withDatabaseOf } from '../lib/tables.mjs';
import { startWriters } from '../lib/writers.mjs';

const WRITERS = 16;
const PICTURES = 8;
const DAMAGES = 5;
const USUAL_MS = 3_000;

function tool(name, dataDir, args, env = {}) {
  return run(process.execPath, [join(root, 'scripts', 'command.mjs'), name, ...args], {
    output: 'collect',
    env: { DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', ...env },
  });
}

async function must0(running, what) {
  const { code, output } = await running;
  if (code !== 0) throw new Error(`${what}: ${output}`);
}

async function uploadPictures({ server, other }) {
  const urls = [];
  for (let n = 0; n < PICTURES; n += 1) {
    const path = `/api/aws/S3/presign?filename=${n}.png&contentType=image/png`;
    const { uploadUrl, fileUrl } = await call(server.url, other, { path });
    const body = makePng(200, 100, [n * 20, 90, 90]);
    const headers = { 'content-type': 'image/png' };
    await fetch(new URL(uploadUrl, server.url), { method: 'PUT', headers, body });
    urls.push(fileUrl);
  }
  const images = urls.map((url) => `<img src="${url}">`).join('');
  await call(server.url, other, {
    method: 'POST',
    path: '/api/post/post-up',
    body: { boardType: 'FREE', title: 'Pictures', content: `<p>${images}</p>`, imageUrls: urls },
  });
}

/** What is restored from an archive that was cut or changed at random places must be refused. */
async function damage(archive, { temp, secret, draw }) {
  const { size } = await stat(archive);
  const accepted = [];
  for (let n = 0; n < 2 * DAMAGES; n += 1) {
    const path = join(temp.path, `damaged-${n}`);
    await copyFile(archive, path);
    const at = Math.floor(draw() * size);
    if (n < DAMAGES) await truncate(path, at);
    else {
      const bytes = await readFile(path);
      bytes[at] ^= 1 << Math.floor(draw() * 8);
      await writeFile(path, bytes);
    }
    const dataDir = join(temp.path, `from-damaged-${n}`);
    const { code } = await tool('restore', dataDir, [path], { TOKEN_SECRET: secret });
    if (code !== 1) accepted.push(`${n < DAMAGES ? 'cut' : 'changed'} at ${at}: ${code}`);
  }
  for (const line of accepted) console.log(`    ${line}`);
  return none('cut or altered archives that were accepted', accepted.length, `of ${2 * DAMAGES}`);
}

async function auditRestored(dataDir, acked) {
  return withDatabaseOf(dataDir, async (connectionString) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const query = async (text, values) => (await client.query(text, values)).rows;
    const lost = await countLost(query, acked);
    const half = await findHalf(query);
    for (const line of half) console.log(`    ${line}`);
    await client.end();
    return { lost, half: half.length };
  });
}

/** R14: a backup under writers is restored elsewhere, and one at rest is the same to the byte. */
export async function measureBackups({ temp, seed }) {
  const site = await openSite(temp);
  const secret = (await readFile(join(site.dataDir, 'token-secret'), 'utf8')).trim();
  await uploadPictures(site);
  const { url } = site.server;
  const writers = startWriters(url, { count: WRITERS, seed, ...site.given });
  await delay(USUAL_MS);
  const acked = structuredClone(writers.acked);
  const before = writers.total();
  const busy = join(temp.path, 'busy.naru');
  const began = performance.now();
  await must0(tool('backup', site.dataDir, ['--to', busy]), 'backup under load');
  const took = performance.now() - began;
  const meanwhile = writers.total() - before;
  await writers.end();
  const refused = [...writers.statuses].filter(
    ([status]) => ![200, 201, 409, 429].includes(status),
  );
  await site.server.stop();
  const restored = join(temp.path, 'restored');
  const keep = { TOKEN_SECRET: secret };
  await must0(tool('restore', restored, [busy], keep), 'restore');
  const audit = await auditRestored(restored, acked);
  const quiet = join(temp.path, 'quiet.naru');
  await must0(tool('backup', site.dataDir, ['--to', quiet]), 'backup at rest');
  const same = join(temp.path, 'same');
  await must0(tool('restore', same, [quiet, '--keep-sessions'], keep), 'restore');
  const source = await hashInstallation(site.dataDir);
  const differences = differencesOf(source, await hashInstallation(same));
  for (const name of differences) console.log(`    differs: ${name}`);
  const files = [...source.keys()].filter((name) => name.startsWith('file')).length;
  return [
    noted(
      'backup under load',
      `${Math.round(took)} ms, ${meanwhile} writes acknowledged meanwhile, ${Math.round((await stat(busy)).size / 1024)} KB in one file`,
    ),
    must(
      'requests refused because of it',
      '0',
      refused.flat().join(' ') || '0',
      refused.length === 0,
    ),
    none('acknowledged before it and missing in what is restored', audit.lost, `of ${before}`),
    none('half objects, wrong counters, orphans in what is restored', audit.half),
    none(
      'tables and files that differ after a backup at rest and its restore',
      differences.length,
      `of ${source.size - files} tables and ${files} files`,
    ),
    await damage(busy, { temp, secret, draw: seededDraws(seed) }),
  ];
}
