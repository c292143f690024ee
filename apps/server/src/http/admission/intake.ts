import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventRoutes } from '@naru/contract/events';
import { systemRoutes } from '@naru/contract/system';
import type { RequestOwners } from '../request-owner.ts';
import type { Places, Subject, Waiting } from './places.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Options {
  /** How many requests begin in one turn of the event loop, and how many wait for the next. */
  places: Places;
  owners: RequestOwners;
  subjectOf: (request: IncomingMessage) => Subject;
  /** Refuses a request before any work is done for it; `retryAfter` is in seconds. */
  refuse: (request: IncomingMessage, response: ServerResponse, retryAfter: number) => void;
  now?: () => number;
}

/** Refusals delay those who are served, so they get at most this share of the time of other work. */
const REFUSAL_SHARE = 1 / 4;
const REFUSAL_LEAST_MS = 1;

/** Calls that never wait. */
const FREE: ReadonlySet<string> = new Set(
  [systemRoutes.health, systemRoutes.live, systemRoutes.ready, eventRoutes.stream].map(
    ({ path }) => path,
  ),
);

/**
 * Returns a function that wraps the handler of all requests, so that only a few of them begin in each turn of
 * the event loop. A request that has begun needs a turn for each response of the database: if a thousand could
 * begin in one turn, its next step would wait for all of them.
 */
export function createIntake({
  places,
  owners,
  subjectOf,
  refuse,
  now = () => performance.now(),
}: Options): (handle: Handler) => Handler {
  const refusals: (() => void)[] = [];
  let begun = 0;
  let isTurning = false;
  let turnedAt = 0;

  function turn(): void {
    if (isTurning) return;
    if (begun === 0 && refusals.length === 0) turnedAt = now();
    isTurning = true;
    setImmediate(endTurn);
  }

  function endTurn(): void {
    isTurning = false;
    const milliseconds = now() - turnedAt;
    const count = begun;
    begun = 0;
    sendRefusals(milliseconds * REFUSAL_SHARE);
    turnedAt = now();
    for (let n = 0; n < count; n += 1) places.give(milliseconds);
    if (refusals.length > 0) turn();
  }

  function sendRefusals(milliseconds: number): void {
    const until = now() + Math.max(REFUSAL_LEAST_MS, milliseconds);
    let count = 0;
    while (count < refusals.length && now() < until) {
      refusals[count]?.();
      count += 1;
    }
    refusals.splice(0, count);
  }

  function begin(): void {
    turn();
    begun += 1;
  }

  function wait(request: IncomingMessage, response: ServerResponse, handle: Handler): void {
    const owner = owners.of(response);
    let subject: Subject | undefined;
    const waiting: Waiting = {
      get subject() {
        subject ??= subjectOf(request);
        return subject;
      },
      start() {
        owners.holds.giveBackUnused(spot);
        begin();
        handle(request, response);
      },
      refuse(retryAfter) {
        owners.holds.giveBackUnused(spot);
        turn();
        refusals.push(() => refuse(request, response, retryAfter));
      },
    };
    const spot = owner.hold({
      name: 'line of intake',
      giveBack: () => places.leave(waiting),
      // The line itself ends it.
      deadlineMs: Number.POSITIVE_INFINITY,
    });
    places.wait(waiting);
  }

  return (handle) => (request, response) => {
    if (isFree(request.url)) {
      handle(request, response);
    } else if (places.take()) {
      begin();
      handle(request, response);
    } else {
      wait(request, response, handle);
    }
  };
}

function isFree(url = ''): boolean {
  const query = url.indexOf('?');
  return FREE.has(query < 0 ? url : url.slice(0, query));
}
