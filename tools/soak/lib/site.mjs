import { join } from 'node:path';
import { installEmpty } from '../../../bench/lib/installation.mjs';
import { openRooms } from '../../../bench/lib/mix-requests.mjs';
import { signIn } from '../../../bench/lib/people.mjs';
import { asMember } from '../../../bench/lib/workloads.mjs';
import { freePort } from '../../../scripts/lib/built-server.mjs';
import { root } from '../../../scripts/lib/root.mjs';
import { run } from '../../../scripts/lib/run.mjs';

const MEMBERS = 600;
const POSTS = 40;
const ROOMS = 40;
const LECTURES = 30;

/** What `npm start` runs. */
export const startScript = [join(root, 'scripts', 'start.mjs')];

/** Resolves with the parsed response; throws what it was when it is no success. */
export async function call(url, person, request) {
  const { path, ...init } = asMember(person, request);
  const response = await fetch(`${url}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function writePosts(url, people) {
  const writes = people.map((person, n) =>
    call(url, person, {
      method: 'POST',
      path: '/api/post/post-up',
      body: { boardType: 'FREE', title: `Post ${n}`, content: `<p>Post ${n}</p>` },
    }),
  );
  return (await Promise.all(writes)).map(({ id }) => id);
}

/**
 * An installation as `npm start` runs it, with members, posts, chat rooms and lectures, on loopback in a
 * folder of its own. `given` is what writers need; `admin` is an ADMIN, no one of those.
 */
export async function openSite(temp, { how = {} } = {}) {
  const site = await installEmpty(join(temp.path, 'data'), MEMBERS, { args: startScript, ...how });
  const { query, server } = site;
  const [admin, other, ...people] = site.people;
  await query(`insert into member_roles (member_id, role) values ($1, 'ADMIN')`, [admin.id]);
  const lectures = await query(
    `insert into lectures (title, year, semester, grade, theme_color, professor_name)
     select 'Lecture ' || n, 2026, 2, 1, '#cfe2ff', 'Kim' from generate_series(1, $1::integer) n
     returning id::integer`,
    [LECTURES],
  );
  const posts = await writePosts(server.url, people.slice(0, POSTS));
  const rooms = await openRooms(server.url, people.slice(0, 2 * ROOMS));
  return Object.assign(site, {
    given: { people, posts, rooms, lectures: lectures.map(({ id }) => id) },
    admin,
    other,
    /** Their tokens are valid for a quarter of an hour. */
    signInAgain: async () => {
      const fresh = await signIn(
        site.dataDir,
        site.people.map(({ id }) => id),
      );
      for (const [n, { authorization }] of fresh.entries())
        site.people[n].authorization = authorization;
    },
  });
}

const PATIENCE_MS = 60_000;
/** A line of a stack, or an error that says its class. */
const STACK = /^\s+at |\.(ts|js|mjs):\d+:\d+|Error: /m;

/** Starts what should not start; resolves with its exit code, last line, time, and whether it shows a stack. */
export async function startRefused({ dataDir, env }) {
  const began = performance.now();
  const { code, output } = await run(process.execPath, startScript, {
    output: 'collect',
    timeoutMs: PATIENCE_MS,
    env: {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      WORKERS: '1',
      ...env,
    },
  });
  const [line = ''] = output.split('\n').filter((text) => text.startsWith('Naru cannot start'));
  return { code, line, ms: performance.now() - began, showsStack: STACK.test(output), output };
}
