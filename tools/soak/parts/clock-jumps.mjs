import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { none, noted } from '../../../bench/lib/rows.mjs';
import { freePort, startBuilt } from '../../../scripts/lib/built-server.mjs';
import { startScript } from '../lib/site.mjs';
import { enter, until } from '../lib/visitor.mjs';

const HOUR_MS = 3_600_000;
/** Where the clock goes, in hours from the real time: forward and back by an hour and by a day. */
const JUMPS = [1, 0, -1, 0, 24, 0, -24, 0];
const HOOK = fileURLToPath(new URL('../lib/shifted-clock.mjs', import.meta.url));
/** Longest time until mail and jobs are done. */
const JOBS_MS = 30_000;
/** A member comments once a second; the hook looks some times a second. */
const PAUSE_MS = 1_200;
const DRAFT = '/api/member/drafts/FREE';

/** What must work after each jump; each resolves with null, or with what it found. */
function worksOf({ url, dataDir, member, admin, postId, draft }) {
  const outbox = join(dataDir, 'outbox');
  const mails = () => (existsSync(outbox) ? readdirSync(outbox).length : 0);
  const expect = (wanted, { status, json }) =>
    status === wanted ? null : `${status} ${json.error ?? ''}`;
  const title = 'After a jump';
  const post = { boardType: 'FREE', title, content: '<p>text</p>', imageUrls: null };
  return {
    'reads with the session of before': async () =>
      expect(200, await member.call('GET', '/api/member/me')),
    'renews the session': async () => {
      const status = await member.refresh();
      return status === 200 ? null : status;
    },
    'finds the draft of before': async () => {
      const { json } = await member.call('GET', DRAFT);
      return json.draft?.content.title === draft ? null : JSON.stringify(json).slice(0, 100);
    },
    posts: async () => expect(201, await member.call('POST', '/api/post/post-up', post)),
    comments: async () => {
      const path = `/api/post/${postId}/comments`;
      return expect(201, await member.call('POST', path, { content: `At ${randomUUID()}` }));
    },
    'logs in': async () =>
      (await (await enter(url, '20220508')).call('GET', '/api/member/me')).status === 200
        ? null
        : 'refused',
    'gets a code by e-mail': async () => {
      const before = mails();
      const response = await fetch(`${url}/api/auth/email-check`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${randomUUID().slice(0, 8)}@g.kmou.ac.kr` }),
      });
      if (response.status !== 200) return response.status;
      return (await until(() => mails() > before, JOBS_MS)) ? null : 'no e-mail';
    },
    'has a job done': async () => {
      const state = async () => (await admin.call('GET', '/api/admin/integrity')).json;
      const before = (await state()).latest?.id ?? 0;
      const asked = await admin.call('POST', '/api/admin/integrity/run');
      if (asked.status !== 200) return asked.status;
      const isDone = async () => ((await state()).latest?.id ?? 0) > before;
      return (await until(isDone, JOBS_MS)) ? null : 'no report';
    },
    'receives an event': async () => {
      const end = new AbortController();
      const stream = await member.open('/api/events', end.signal);
      let text = '';
      const reading = (async () => {
        for await (const chunk of stream.body) text += Buffer.from(chunk).toString();
      })().catch(() => undefined);
      const isOpen = await until(() => text.includes('event: hello'), 5_000);
      const before = text.length;
      await admin.call('POST', `/api/post/${postId}/comments`, {
        content: `Hello ${randomUUID()}`,
      });
      const hasArrived = isOpen && (await until(() => text.length > before, 5_000));
      end.abort();
      await reading;
      return hasArrived ? null : `${stream.status}`;
    },
  };
}

/** The clock of a server is set forward and back, by an hour and by a day, while members use it. */
export async function jumpClock({ temp }) {
  const file = join(temp.path, 'clock');
  writeFileSync(file, '0');
  const dataDir = join(temp.path, 'data');
  const server = await startBuilt({
    dataDir,
    port: await freePort(),
    args: startScript,
    env: {
      LOG_LEVEL: 'error',
      DEMO: 'on',
      RATE_LIMITS: 'posts=1000',
      NODE_OPTIONS: `--import=${pathToFileURL(HOOK).href}`,
      SOAK_CLOCK: file,
    },
  });
  const { url } = server;
  const [member, admin] = await Promise.all(
    ['20250001', 'admin01'].map((name) => enter(url, name)),
  );
  const post = { boardType: 'FREE', title: 'Before', content: '<p>text</p>', imageUrls: null };
  const { json } = await member.call('POST', '/api/post/post-up', post);
  const draft = 'Half a title';
  const content = { title: draft, html: '<p>half</p>', choices: '', files: [] };
  const body = { version: 'version-1', base: null, excerpt: 'half', content };
  const saved = await member.call('PUT', DRAFT, body);
  if (saved.status !== 200) throw new Error(`The draft was refused: ${JSON.stringify(saved.json)}`);
  const works = worksOf({ url, dataDir, member, admin, postId: json.id, draft });
  const faults = [];
  for (const hours of JUMPS) {
    writeFileSync(file, String(hours * HOUR_MS));
    await delay(PAUSE_MS);
    for (const [work, run] of Object.entries(works)) {
      const problem = await run();
      if (problem !== null) faults.push(`at ${hours} h: ${work}: ${problem}`);
    }
  }
  const { code, output } = await server.stop();
  if (/uncaught|unhandled/.test(output)) faults.push('an uncaught error in the log');
  for (const line of faults) console.log(`    ${line}`);
  const tries = JUMPS.length * Object.keys(works).length;
  return [
    none(
      'what failed after the clock was set',
      faults.length,
      `of ${tries}: ${Object.keys(works).join('; ')}`,
    ),
    noted(
      'the clock went to',
      `${JUMPS.join(', ')} hours from the real time, in the server; its database had the real time`,
    ),
    none('exit code afterwards', code),
  ];
}
