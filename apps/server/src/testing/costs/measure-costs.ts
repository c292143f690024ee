import { ROLES } from '@naru/contract/roles';
import { type SQL, sql } from 'drizzle-orm';
import { type Draft, prepare } from '../fuzz/drafts.ts';
import {
  heldMs,
  injecting,
  type LoopWatch,
  overSocket,
  type Send,
  watchLoop,
} from '../fuzz/sending.ts';
import { contractCalls } from '../matrix/mounted.ts';
import { recordRoundTrips } from '../round-trips.ts';
import type { SignedIn } from '../test-app.ts';
import { type CostInput, inputsOf } from './cost-inputs.ts';
import type { FullSite } from './full-site.ts';

const SHOWN = 300;
/** Turns of less need no second look. */
const LONG_MS = 25;
/** Makes room below a limit that earlier inputs reach. */
const ROOM: Record<string, SQL> = {
  'PUT /api/post/:id/pin': sql`update posts set pinned = false, pinned_until = null where pinned`,
  'POST /api/inquiry': sql`update inquiries set state = 'COMPLETED', reply = '-', completed_at = now()
    where state <> 'COMPLETED'`,
};

export interface Cost {
  call: string;
  what: string;
  status: number;
  /** Why it is refused as expected; empty otherwise. */
  refusal: string;
  /** The beginning of a refusal. */
  response: string;
  /** Processor time of the server, its threads included. */
  cpuMs: number;
  /** Longest turn of the event loop. */
  heldMs: number;
  allocatedBytes: number;
  /** Statements that the call sent, BEGIN and COMMIT included. */
  statements: number;
  requestBytes: number;
  responseBytes: number;
}

interface Named {
  call: string;
  input: CostInput;
}

/** Every input of every call, in the order of the contract. */
export function allInputs(): Named[] {
  return [...contractCalls()].flatMap(([call, route]) =>
    inputsOf(call, route).map((input) => ({ call, input })),
  );
}

/**
 * The cost of each input. Expensive ones are sent up to `times` times; of each figure the smallest counts,
 * which others disturbed least.
 */
export async function measureCosts(
  site: FullSite,
  inputs: readonly Named[],
  times: number,
): Promise<Cost[]> {
  const { t } = site.world;
  const watch = watchLoop();
  const socket = overSocket(await t.app.listen({ host: '127.0.0.1', port: 0 }));
  const costs: Cost[] = [];
  try {
    for (const named of inputs) {
      const send = named.call === 'GET /api/events' ? socket : injecting(t);
      const runs = await repeat({ site, watch, send }, named, times);
      if (runs.length > 0) costs.push(smallest(runs));
    }
  } finally {
    watch.close();
  }
  return costs;
}

/** Sends the input again while it holds the loop for long, until `times` runs have shown that it always does. */
async function repeat(parts: Measuring, { call, input }: Named, times: number): Promise<Cost[]> {
  const runs: Cost[] = [];
  for (let n = 0; n < times; n += 1) {
    const makeRoom = ROOM[call];
    if (makeRoom !== undefined) await parts.site.world.t.db.execute(makeRoom);
    const run = await measureOne(parts, call, input);
    if (run === null) break;
    runs.push(run);
    if (run.heldMs < LONG_MS) break;
  }
  return runs;
}

interface Measuring {
  site: FullSite;
  watch: LoopWatch;
  send: Send;
}

/** Null where the contract does not let the input in. */
async function measureOne(parts: Measuring, call: string, input: CostInput): Promise<Cost | null> {
  const cost = await sendOne(parts, call, input);
  if (cost?.status !== 401) return cost;
  // Access tokens expire, and some calls end the sessions of those who send them.
  await signInAgain(parts.site);
  return sendOne(parts, call, input);
}

async function sendOne(
  { site, watch, send }: Measuring,
  call: string,
  input: CostInput,
): Promise<Cost | null> {
  const { t } = site.world;
  const built = await input.request(site).catch(async (cause: unknown) => {
    await signInAgain(site);
    return input.request(site).catch(() => {
      throw new Error(`${call} with ${input.what} cannot be built`, { cause });
    });
  });
  if (built === null) return null;
  const request = prepare(withSender(built.draft, built.caller));
  t.clock.advance(2);
  await t.services.events.drain();
  const before = process.memoryUsage().heapUsed;
  let statements = 0;
  const measured = await watch.measure(async () => {
    const { result, trips } = await recordRoundTrips(() => send(request));
    statements = trips.flat().length;
    await t.services.events.drain();
    return result;
  });
  const { status, body } = measured.value;
  return {
    call,
    what: input.what,
    status,
    refusal: status < 400 ? '' : (input.refusal ?? ''),
    response: status < 400 ? '' : body.toString().slice(0, SHOWN),
    cpuMs: measured.cpuMs,
    heldMs: heldMs(measured),
    allocatedBytes: Math.max(0, process.memoryUsage().heapUsed - before),
    statements,
    requestBytes: Buffer.byteLength(request.payload ?? '') + request.url.length,
    responseBytes: body.length,
  };
}

async function signInAgain({ world }: FullSite): Promise<void> {
  const { t, byRole } = world;
  world.student = await t.signInAs(world.student);
  world.other = await t.signInAs(world.other);
  for (const role of ROLES) byRole[role] = await t.signInAs(byRole[role]);
}

const withSender = (draft: Draft, { headers }: SignedIn): Draft => ({
  ...draft,
  headers: { ...headers, ...draft.headers },
});

function smallest(runs: readonly Cost[]): Cost {
  const least = (name: 'cpuMs' | 'heldMs') => Math.min(...runs.map((run) => run[name]));
  const [first] = runs;
  if (first === undefined) throw new Error('nothing was measured');
  // A collection in between makes it look smaller.
  const allocatedBytes = Math.max(...runs.map((run) => run.allocatedBytes));
  return { ...first, cpuMs: least('cpuMs'), heldMs: least('heldMs'), allocatedBytes };
}
