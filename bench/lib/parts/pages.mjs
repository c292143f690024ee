import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled, runNpmCi } from '../../../scripts/lib/install.mjs';
import { withDemoServer } from '../demo-server.mjs';

const SLOW = 4;
/** Packages of the measurement alone: the gate does not install them. */
const OWN = fileURLToPath(new URL('../../web', import.meta.url));

async function ensurePackages() {
  const read = (path) => {
    try {
      return readFileSync(join(OWN, path), 'utf8');
    } catch {
      return '';
    }
  };
  if (isInstalled(read('package-lock.json'), read('node_modules/.package-lock.json'))) return;
  await runNpmCi(OWN, 'Installing Lighthouse (npm ci)', ['--omit=optional', '--ignore-scripts']);
}

const kB = (bytes) => `${Math.round(bytes / 1000)} kB`;
const ms = (time) => `${Math.round(time)} ms`;

const atMost = (what, value, limit, print) => ({
  what,
  target: `<= ${print(limit)}`,
  value: print(value),
  isMet: value <= limit,
});
const atLeast = (what, value, limit) => ({
  what,
  target: limit === 100 ? '100' : `>= ${limit}`,
  value: String(value),
  isMet: value >= limit,
});
const figure = (what, value) => ({ what, target: '', value, isMet: null });

function lighthouseRows(name, result) {
  const row = (what) => `Lighthouse mobile, ${name}: ${what}`;
  return [
    atLeast(row('performance'), result.performance, 95),
    atMost(row('total blocking time'), result.tbt, 100, ms),
    atLeast(row('accessibility'), result.accessibility, 100),
    atLeast(row('best practices'), result.bestPractices, 100),
    atMost(row('layout shift'), result.cls, 0.02, (shift) => String(Number(shift.toFixed(3)))),
    figure(row('first paint'), ms(result.fcp)),
    figure(row('largest paint'), ms(result.lcp)),
    figure(row('speed index'), ms(result.speedIndex)),
  ];
}

const firstVisitRows = ({ requests, bytes, scriptBytes }) => [
  atMost('first visit of the dashboard, phone: requests', requests, 16, String),
  atMost('first visit of the dashboard, phone: bytes', bytes, 500_000, kB),
  atMost('script before the dashboard is usable, gzip', scriptBytes, 110_000, kB),
];

const TAPS = {
  list: 'tap, dashboard to list',
  head: 'tap, list to title and author of a post',
  text: 'tap, list to text of a post',
  back: 'back, post to list',
  forward: 'forward, list to post',
};

const tapRows = (times, note, print) =>
  Object.entries(TAPS).map(([name, what]) => print(`${what}${note}`, times[name]));

/** The posts of the first page of a board whose text the viewer may read. */
async function readablePosts({ url, token }, board) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/post?boardType=${board}&page=0`, { headers });
  const { pageResponse } = await response.json();
  const shown = pageResponse.posts.filter(({ blinded, blocked }) => !(blinded || blocked));
  if (shown.length === 0) throw new Error(`${board} has no post to read`);
  return shown.map(({ id }) => id);
}

/**
 * What the pages of a running Naru with demo content cost in a real browser: medians of so many cold loads and
 * rounds of taps as the plan says.
 * @returns {Promise<{ what: string, target: string, value: string, isMet: boolean | null }[]>}
 */
async function measurePages({ url, username, password }, plan) {
  await ensurePackages();
  const { openBrowser, signIn } = await import('../../web/browser.mjs');
  const { auditPage } = await import('../../web/first-visit.mjs');
  const { firstVisit } = await import('../../web/first-visit.mjs');
  const { BOARDS, measureTaps } = await import('../../web/taps.mjs');
  const browser = await openBrowser();
  const close = () => browser.process()?.kill('SIGKILL');
  process.once('exit', close);
  try {
    const token = await signIn(browser, { url, username, password });
    const list = '/main/community/free';
    const [newest] = await readablePosts({ url, token }, 'FREE');
    const pages = {
      dashboard: '/main',
      list,
      post: `${list}/post/${newest}`,
    };
    const rows = [];
    for (const [name, path] of Object.entries(pages)) {
      console.log(`  Lighthouse, ${name}: ${plan.loads} runs`);
      rows.push(...lighthouseRows(name, await auditPage(browser, url + path, plan.loads)));
    }
    console.log('  First visit and taps');
    rows.push(...firstVisitRows(await firstVisit(browser, url)));
    const readable = {};
    for (const board of BOARDS) readable[board] = await readablePosts({ url, token }, board);
    const times = await measureTaps(browser, url, { readable, rounds: plan.rounds });
    rows.push(...tapRows(times, '', (what, time) => atMost(what, time, 100, ms)));
    const slow = await measureTaps(browser, url, {
      ...{ readable, slowdown: SLOW },
      rounds: plan.slowRounds,
    });
    const note = `, processor ${SLOW} times slower`;
    rows.push(...tapRows(slow, note, (what, time) => figure(what, ms(time))));
    return rows;
  } finally {
    process.off('exit', close);
    await browser.close();
  }
}

/** The rows of the web app, on a server with demo content. `plan`: how many loads and rounds there are. */
export function measureWeb(temp, plan) {
  return withDemoServer(temp, ({ url, password, accounts }) => {
    const { username } = accounts.find(({ roles }) => roles.includes('STUDENT'));
    return measurePages({ url, username, password }, plan);
  });
}
