import type { Route } from '@naru/contract/route';
import fc from 'fast-check';
import { findBroken } from '../invariants.ts';
import { COLUMNS, type Column } from '../matrix/cells.ts';
import { contractCalls } from '../matrix/mounted.ts';
import type { World } from '../matrix/world.ts';
import type { TestApp } from '../test-app.ts';
import { type Case, type Group, groupOf } from './cases.ts';
import { type Draft, type Prepared, prepare } from './drafts.ts';
import {
  buildValid,
  memberOf,
  readIds,
  renewWorld,
  replaceMember,
  requireNoHeads,
} from './fuzz-world.ts';
import { faultsOf, HELD_MAX_MS, type Response, SECONDS_MAX } from './properties.ts';
import { type Call, type Report, Reporter } from './report.ts';
import {
  heldMs,
  injecting,
  type LoopWatch,
  type Measured,
  overSocket,
  type Send,
  watchLoop,
} from './sending.ts';

/** Cases on one valid request, and groups between two checks of the database. */
const GROUP_SIZE = 7;
const BATCH_GROUPS = 45;
/** Groups on one server: notices reach all members of the former batches too. */
const SERVER_GROUPS = 45 * BATCH_GROUPS;
/** A suspicious case counts when each of so many repetitions alone is too slow as well. */
const REPETITIONS = 12;
const EVENTS = 'GET /api/events';
const SETTINGS = 'PUT /api/admin/settings';

export interface FuzzOptions {
  cases: number;
  seed: number;
  /** Only the calls whose `METHOD /path` contains it. */
  only?: string;
  progress?: (done: number) => void;
}

interface Sent {
  request: Prepared;
  response: Measured<Response>;
}

/**
 * Sends the cases to servers that `openApp` starts one after the other, call by call in turns, and reports
 * what they did wrong.
 */
export async function runFuzz(
  openApp: () => Promise<TestApp>,
  options: FuzzOptions,
): Promise<Report> {
  const calls = [...contractCalls()].filter(([call]) => call.includes(options.only ?? ''));
  if (calls.length === 0) throw new Error(`No call contains ${options.only}.`);
  const groupsOf = calls.map(([call, route]) => groupsBySize(call, route));
  const watch = watchLoop();
  const reporter = new Reporter();
  let fuzzer: Fuzzer | null = null;
  try {
    let done = 0;
    for (let number = 0; done < options.cases; number += 1) {
      if (number % BATCH_GROUPS === 0) {
        options.progress?.(done);
        fuzzer = await nextBatch(fuzzer, number, () => openFuzzer(openApp, watch, reporter));
      }
      const at = number % calls.length;
      const [call, route] = calls[at] as (typeof calls)[number];
      const size = Math.min(GROUP_SIZE, options.cases - done);
      const runs = { numRuns: 1, seed: options.seed + number };
      const [group] = fc.sample(groupsOf[at]?.(size) ?? fc.constant(null), runs);
      if (group) await fuzzer?.run(call, route, group);
      done += size;
    }
    await fuzzer?.endBatch();
  } finally {
    watch.close();
    await fuzzer?.close();
  }
  return reporter.report(options.seed);
}

/** Ends a batch and begins the next one, after some of them on a new server. */
async function nextBatch(former: Fuzzer | null, number: number, open: () => Promise<Fuzzer>) {
  await former?.endBatch();
  const isNew = number % SERVER_GROUPS === 0;
  if (isNew) await former?.close();
  const fuzzer = former === null || isNew ? await open() : former;
  await fuzzer.beginBatch();
  return fuzzer;
}

/** All groups are of the same size but the last one; those of a call are described once. */
function groupsBySize(call: string, route: Route) {
  const known = new Map<number, fc.Arbitrary<Group>>();
  return (size: number) => {
    const groups = known.get(size) ?? groupOf(call, route, size);
    known.set(size, groups);
    return groups;
  };
}

async function openFuzzer(openApp: () => Promise<TestApp>, watch: LoopWatch, reporter: Reporter) {
  const t = await openApp();
  const origin = await t.app.listen({ host: '127.0.0.1', port: 0 });
  return new Fuzzer(t, watch, reporter, overSocket(origin));
}

class Fuzzer {
  private readonly inject: Send;
  private world: World | null = null;
  private ids: number[] = [];

  constructor(
    private readonly t: TestApp,
    private readonly watch: LoopWatch,
    private readonly reporter: Reporter,
    private readonly socket: Send,
  ) {
    this.inject = injecting(t);
  }

  async beginBatch(): Promise<void> {
    this.world = await renewWorld(this.t);
    this.ids = await readIds(this.t);
  }

  async endBatch(): Promise<void> {
    this.reporter.addBatch(await findBroken(this.t));
  }

  close(): Promise<void> {
    return this.t.close();
  }

  async run(call: string, route: Route, group: Group): Promise<void> {
    const stats = this.reporter.callOf(call);
    const valid = await this.build(call, group);
    for (const one of group.cases) {
      const { request, response } = await this.send(call, valid, one);
      const { value, ms } = response;
      const held = heldMs(response);
      stats.add(value.status, ms, held);
      for (const fault of faultsOf(call, value)) {
        this.reporter.addFault(call, fault, request, value);
      }
      if (value.status === 401 && route.access !== 'public') await this.replace(one, valid.column);
      if (ms > SECONDS_MAX * 1000 || held > HELD_MAX_MS)
        await this.confirm(call, group, one, stats);
    }
    if (call === SETTINGS) await requireNoHeads(this.t);
  }

  private async build(call: string, group: Pick<Group, 'line' | 'column'>) {
    return buildValid(this.world as World, call, group);
  }

  private async send(
    call: string,
    { draft, column }: { draft: Draft; column: Column },
    { changes, sender }: Case,
  ): Promise<Sent> {
    const changed = changes.reduce((one, change) => change(one, this.ids), draft);
    const member = memberOf(this.world as World, sender ?? column);
    const headers = { ...member?.headers, ...changed.headers };
    const request = prepare({ ...changed, headers });
    const send = call === EVENTS && isPlain(request) ? this.socket : this.inject;
    this.t.clock.advance(2);
    await this.t.services.events.drain();
    let ms = 0;
    const response = await this.watch.measure(async () => {
      const began = performance.now();
      const value = await send(request);
      ms = performance.now() - began;
      // What follows the response holds the loop too, but nobody waits for it.
      await this.t.services.events.drain();
      return value;
    });
    return { request, response: { ...response, ms } };
  }

  /** Repeats a case alone, each time on a valid request of its own. */
  private async confirm(call: string, group: Group, one: Case, stats: Call): Promise<void> {
    let [ms, held] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    let last: Sent | null = null;
    for (let n = 0; n < REPETITIONS; n += 1) {
      last = await this.send(call, await this.build(call, group), one);
      ms = Math.min(ms, last.response.ms);
      held = Math.min(held, heldMs(last.response));
      if (ms <= SECONDS_MAX * 1000 && held <= HELD_MAX_MS) break;
    }
    stats.addRepeated(ms, held);
    if (last === null) return;
    const { request, response } = last;
    if (ms > SECONDS_MAX * 1000) {
      this.reporter.addFault(call, 'takes longer than a second', request, response.value);
    }
    if (held > HELD_MAX_MS) {
      this.reporter.addFault(
        call,
        `holds the event loop for ${held.toFixed(0)} ms`,
        request,
        response.value,
      );
    }
  }

  private async replace({ sender }: Case, column: Column): Promise<void> {
    const at = sender ?? column;
    const world = this.world as World;
    const member = memberOf(world, at);
    if (!COLUMNS.includes(at) || member === null) return;
    const { status } = await this.t.call('GET', '/api/member/my-roles', { as: member });
    if (status === 401) await replaceMember(world, at);
  }
}

/** Whether a client of HTTP would send it. */
function isPlain({ url, headers, payload }: Prepared): boolean {
  return payload === undefined && /^[\x21-\x7e]+$/.test(url) && !('content-encoding' in headers);
}
