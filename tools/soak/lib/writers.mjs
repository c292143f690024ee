import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { seededDraws } from '../../../bench/lib/content/words.mjs';
import { anyOf, asMember } from '../../../bench/lib/workloads.mjs';

const TIMEOUT_MS = 20_000;
/** After a failure, so that a server that is away is asked some times a second and not some thousand. */
const AFTER_FAILURE_MS = 50;

/** How to end each group of writers that is at work. */
const running = new Set();

/** What the writers do, in turns; each makes a request, and from its response what must be stored. */
function kindsOf({ people, posts, rooms, lectures, draw, next }) {
  const write = (person, path, body) => asMember(person, { method: 'POST', path, body });
  return [
    () => {
      const title = `soak ${next()}`;
      const body = { boardType: 'FREE', title, content: `<p>${title}</p>` };
      const request = write(anyOf(people, draw()), '/api/post/post-up', body);
      return { request, stored: ({ id }) => ['posts', { id, title }] };
    },
    () => {
      const content = `soak ${next()}`;
      const post = anyOf(posts, draw());
      // One after the other: a member comments once a second.
      const person = people[next() % people.length];
      const request = write(person, `/api/post/${post}/comments`, { content });
      return { request, stored: () => ['comments', { post, content }] };
    },
    () => {
      const post = anyOf(posts, draw());
      const person = anyOf(people, draw());
      const request = write(person, `/api/post/${post}/like`);
      return { request, stored: () => ['likes', { post, member: person.id }] };
    },
    () => {
      const { roomId, sender } = anyOf(rooms, draw());
      const clientId = randomUUID();
      const body = { content: `soak ${next()}`, clientId };
      const request = write(sender, `/api/mail/send-mail/${roomId}`, body);
      return { request, stored: () => ['messages', { room: roomId, clientId }] };
    },
    () => {
      const person = anyOf(people, draw());
      const lecture = anyOf(lectures, draw());
      const request = write(person, `/api/lecture-room/mark?lectureRoomId=${lecture}`);
      return { request, stored: () => ['joins', { member: person.id, lecture }] };
    },
  ];
}

/** Sends a request; the status, and what came with it once it has arrived whole. */
async function send(url, { path, method, headers, body }) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${url}${path}`, { method, headers, body, signal });
    const text = await response.text();
    return { status: response.status, json: response.ok ? JSON.parse(text) : null };
  } catch (error) {
    return { status: error.cause?.code ?? error.name, json: null };
  }
}

function openPromise() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * Members who post, comment, like, send messages and join rooms, so many at once, until `end`. `acked` has
 * what a success was received for, by kind; `statuses` counts the others. `hold` lets nobody begin, and
 * resolves when the requests under way have ended; `firstAfter` resolves with the time of the first success of
 * a request that began later.
 */
export function startWriters(url, { count, seed, ...given }) {
  let number = 0;
  const draw = seededDraws(seed);
  const next = () => {
    number += 1;
    return number;
  };
  const kinds = kindsOf({ ...given, draw, next });
  const acked = { posts: [], comments: [], likes: [], messages: [], joins: [] };
  const statuses = new Map();
  const successes = new Set();
  let held = null;
  let isOver = false;
  let underWay = 0;

  async function writeOne() {
    const { request, stored } = kinds[next() % kinds.length]();
    const startedAt = performance.now();
    underWay += 1;
    const { status, json } = await send(url, request);
    underWay -= 1;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (json === null) return delay(AFTER_FAILURE_MS);
    const [kind, what] = stored(json);
    acked[kind].push(what);
    for (const onSuccess of successes) onSuccess(startedAt);
  }
  const lines = Array.from({ length: count }, async () => {
    while (!isOver) {
      if (held === null) await writeOne();
      else await held.promise;
    }
  });
  const resume = () => {
    held?.resolve();
    held = null;
  };
  const end = async () => {
    isOver = true;
    resume();
    await Promise.all(lines);
    running.delete(end);
  };
  running.add(end);
  return {
    acked,
    statuses,
    total: () => Object.values(acked).reduce((sum, list) => sum + list.length, 0),
    hold: async () => {
      held ??= openPromise();
      while (underWay > 0) await delay(10);
    },
    resume,
    firstAfter: (time) =>
      new Promise((resolve) => {
        const onSuccess = (startedAt) => {
          if (startedAt < time) return;
          successes.delete(onSuccess);
          resolve(performance.now());
        };
        successes.add(onSuccess);
      }),
    end,
  };
}

/** Ends the writers of a part that failed. */
export async function endWriters() {
  await Promise.all([...running].map((end) => end()));
}
