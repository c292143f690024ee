import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { none, noted } from '../../../bench/lib/rows.mjs';
import { freePort, startBuilt } from '../../../scripts/lib/built-server.mjs';
import { ensurePrograms } from '../../../scripts/lib/debian-programs.mjs';
import { startScript } from '../lib/site.mjs';
import { enter, until } from '../lib/visitor.mjs';

/** A schedule is met within its minute. */
const NOTICE_MS = 80_000;
const JOB_MS = 30_000;
/** The server notices within ten seconds that its clock was set. */
const STEP_MS = 13_000;
const DAY_SECONDS = 86_400;
const NOTICES = '/api/admin/scheduled-notices';

const ENTRIES = [
  ['1학기 수강신청', 'REGISTRATION', '2027-02-15', '2027-02-19'],
  ['1학기 개강', 'CLASSES', '2027-03-02'],
  ['1학기 종강', 'CLASSES', '2027-06-18'],
  ['2학기 개강', 'CLASSES', '2027-08-30'],
  ['추석 연휴', 'HOLIDAY', '2027-09-14', '2027-09-16'],
  ['2학기 종강', 'CLASSES', '2027-12-17'],
];

/**
 * The days in their order, with the current and the planned term. The server is off between two days, unless `runs`:
 * then its clock is set while it runs. `leaves` schedules a notice for the next day but one before it is switched off.
 */
const DAYS = [
  ['a day of the term', '2026-12-14T09:30', '2026-2 2026-2'],
  ['winter', '2026-12-28T09:30', '2026-2 2026-2'],
  ['New Year', '2027-01-01T00:00', '2026-2 2026-2'],
  ['enrolment', '2027-02-15T10:00', '2026-2 2027-1'],
  ['28 February', '2027-02-28T12:00', '2026-2 2027-1'],
  ['1 March', '2027-03-01T00:00', '2027-1 2027-1'],
  ['개강', '2027-03-02T09:00', '2027-1 2027-1'],
  ['a holiday', '2027-09-15T09:30', '2027-2 2027-2', { leaves: true }],
  ['three weeks off', '2027-10-06T08:05', '2027-2 2027-2', { isLate: true }],
  ['an hour back over a restart', '2027-10-06T07:10', '2027-2 2027-2'],
  ['an hour back', '2027-10-06T06:15', '2027-2 2027-2', { runs: true }],
  ['a day ahead', '2027-10-07T06:20', '2027-2 2027-2', { runs: true }],
  ['a day back', '2027-10-06T06:25', '2027-2 2027-2', { runs: true }],
  ['ten years ahead', '2037-10-06T09:00', '2037-2 2037-2'],
  ['ten years back', '2027-10-07T09:00', '2027-2 2027-2'],
  ['29 February', '2028-02-29T09:30', '2027-2 2028-1'],
];

const instantOf = (local) => Date.parse(`${local}:00+09:00`);
const keyOf = ({ year, semester }) => `${year}-${semester}`;

/** A year on one installation; server and embedded database have the time that libfaketime reads from a file. */
export async function liveYear({ temp }) {
  const { faketime } = await ensurePrograms('faketime');
  const file = join(temp.path, 'offset');
  const dataDir = join(temp.path, 'data');
  const port = await freePort();
  const outbox = join(dataDir, 'outbox');
  let ahead = 0;
  const setClock = (local) => {
    ahead = Math.round((instantOf(local) - Date.now()) / 1000);
    writeFileSync(file, ahead < 0 ? String(ahead) : `+${ahead}`);
  };
  const startThen = () =>
    startBuilt({
      dataDir,
      port,
      args: startScript,
      env: {
        LOG_LEVEL: 'error',
        DEMO: 'on',
        LD_PRELOAD: faketime,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_RESET: '1',
        FAKE_STAT: '0',
      },
    });
  const emails = () =>
    (existsSync(outbox) ? readdirSync(outbox) : []).map((name) =>
      readFileSync(join(outbox, name), 'utf8'),
    );
  const digests = () => emails().filter((text) => /^List-Unsubscribe:/im.test(text)).length;

  const faults = [];
  const rows = [];
  let server = null;
  let left = null;
  for (const [name, local, terms, { runs = false, leaves = false, isLate = false } = {}] of DAYS) {
    if (!runs) await server?.stop();
    setClock(local);
    if (!runs) server = await startThen();
    else await delay(STEP_MS);
    const before = digests();
    const late = isLate ? left : null;
    const { url } = server;
    const found = await liveDay({ url, ahead: () => ahead, terms, late, leaves, emails });
    if (rows.length === 0) await enterDates(url);
    left = found.left ?? left;
    const count = digests() - before;
    if (isLate && count > 0) found.faults.push(`${count} digests at once`);
    faults.push(...found.faults.map((fault) => `${name}: ${fault}`));
    const seen = [...found.seen, `digests ${count}`].join('; ');
    console.log(`    ${local.replace('T', ' ')}, ${name}: ${seen}`);
    rows.push(noted(`${local.replace('T', ' ')}, ${name}`, seen));
  }
  const { code } = await server.stop();
  for (const line of faults) console.log(`    ${line}`);
  return [
    ...rows,
    none('what failed on these days', faults.length, `of ${DAYS.length} days`),
    none('exit code afterwards', code),
  ];
}

async function enterDates(url) {
  const staff = await enter(url, 'manager01');
  for (const [title, kind, startsOn, endsOn = startsOn] of ENTRIES) {
    const body = { title, kind, startsOn, endsOn };
    const { status, json } = await staff.call('POST', '/api/admin/academic-dates', body);
    if (status !== 201) throw new Error(`${title}: ${status} ${JSON.stringify(json)}`);
  }
}

/** What is seen on a day, and what does not work. `late` is the id of a notice whose time has passed. */
async function liveDay({ url, ahead, terms, late, leaves, emails }) {
  const faults = [];
  const seen = [];
  const [staff, admin] = await Promise.all(
    ['manager01', 'admin01'].map((name) => enter(url, name)),
  );
  const expect = (what, isSo, found) => {
    seen.push(`${what} ${found}`);
    if (!isSo) faults.push(`${what}: ${found}`);
  };
  const inSeconds = (seconds) => Date.now() + (ahead() + seconds) * 1000;

  const { json } = await staff.call('GET', '/api/lecture-room/terms');
  const known = `${keyOf(json.current)} ${keyOf(json.planned)}`;
  expect('terms', known === terms, known);

  const refused = new Set();
  /** The notice as it waits; null once it is published, undefined while requests are refused. */
  const find = async (id) => {
    const { status, json } = await staff.call('GET', NOTICES);
    if (status !== 200) refused.add(`${status} ${json?.code}`);
    return json?.notices && (json.notices.find((one) => one.id === id) ?? null);
  };
  if (late !== null) {
    const isHeld = await until(async () => Boolean((await find(late))?.failure), NOTICE_MS);
    expect('late notice', isHeld, isHeld ? 'held' : 'not held');
  }
  const began = performance.now();
  const id = await schedule(staff, inSeconds(8));
  const isOut = await until(async () => (await find(id)) === null, NOTICE_MS);
  const seconds = Math.round((performance.now() - began) / 1000);
  expect('notice', isOut, isOut ? `after ${seconds} s` : 'not published');

  const count = emails().length;
  await fetch(`${url}/api/auth/email-check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID().slice(0, 8)}@g.kmou.ac.kr` }),
  });
  const isMailed = await until(() => emails().length > count, JOB_MS);
  expect('code', isMailed, isMailed ? 'arrives' : 'does not arrive');

  const latest = async () => (await admin.call('GET', '/api/admin/integrity')).json.latest;
  const last = (await latest())?.id ?? 0;
  await admin.call('POST', '/api/admin/integrity/run');
  const isDone = await until(async () => ((await latest())?.id ?? 0) > last, JOB_MS);
  const state = isDone ? (await latest())?.state : 'no report';
  expect('integrity', state === 'WELL', state);

  expect('requests', refused.size === 0, refused.size === 0 ? 'served' : [...refused].join(', '));

  const left = leaves ? await schedule(staff, inSeconds(2 * DAY_SECONDS)) : null;
  return { faults, seen, left };
}

/** Resolves with the id of a notice that is to appear then. */
async function schedule(staff, at) {
  const title = `예약 ${randomUUID().slice(0, 8)}`;
  const post = { boardType: 'NOTICE', title, content: '<p>내일 휴강합니다.</p>', imageUrls: null };
  const body = { post, publishAt: new Date(at).toISOString() };
  return (await staff.call('POST', NOTICES, body)).json.id;
}
