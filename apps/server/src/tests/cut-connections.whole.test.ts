import type { Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOADS, type Load } from '../http/admission/loads.ts';
import { deferred } from '../platform/deferred.ts';
import { bytesOf, CALLS, type Call, callWhole, json } from '../testing/cuts/calls.ts';
import {
  CLIENTS,
  type CutSite,
  createCutSite,
  cut,
  expectNothingLeft,
  FEW,
  firstChunk,
  openAll,
  PATIENT,
  untilConnected,
  untilLocked,
  untilReceiving,
  whileLocked,
} from '../testing/cuts/site.ts';
import { clearThrottles } from '../testing/matrix/world.ts';
import type { TestApp } from '../testing/test-app.ts';

const MB = 1_048_576;

let site: CutSite;
let t: TestApp;
/** That the server has received since a test began. */
let requests = 0;
beforeAll(async () => {
  site = await createCutSite({ fileBytes: MB });
  t = site.t;
  t.app.server.on('request', () => {
    requests += 1;
  });
});
beforeEach(() => clearThrottles(t));
afterAll(() => t.close());

interface Scene {
  load: Load;
  /** Makes one more call; every one has its own address where one is used up. */
  next: () => Call;
  isTaken: (counts: { taken: number; waiting: number }) => Promise<void>;
}

const HELD = { taken: FEW.atOnce, waiting: 0 };
const QUEUED = { taken: FEW.atOnce, waiting: CLIENTS - FEW.atOnce };

const bytes = (call: Call, version?: string) => bytesOf(site, call, version);
const eachClient = <T>(make: () => T): T[] => Array.from({ length: CLIENTS }, make);
/** Opens a connection for each client, with a call of its own. */
const openEach = ({ next }: Scene, version?: string) =>
  openAll(
    t,
    eachClient(() => bytes(next(), version)),
  );

async function expectResponses(sockets: Socket[]): Promise<void> {
  const chunks = await Promise.all(sockets.map(firstChunk));
  for (const chunk of chunks) expect(chunk).toMatch(/^HTTP\/1\.1 2/);
}

/** Closes connections while the sessions of their requests are looked up, and the others wait in line. */
async function cutDuringLookUp({ isTaken }: Scene, send: () => Promise<Socket[]>) {
  await whileLocked(t, 'sessions', async () => {
    const sockets = await send();
    await isTaken(QUEUED);
    await cut(t, sockets);
  });
}

/** The moments of a request at which its client closes the connection. */
const MOMENTS: Record<string, (scene: Scene) => Promise<void>> = {
  'before the headers are complete': async ({ next }) => {
    const head = (call: Buffer) => call.subarray(0, call.indexOf('\r\n\r\n') - 3);
    const sockets = await openAll(
      t,
      eachClient(() => head(bytes(next()))),
    );
    await untilConnected(t, CLIENTS);
    await cut(t, sockets);
  },

  'in the body, or before an empty one': async ({ load, next }) => {
    const half = ({ body = Buffer.alloc(0), ...call }: Call) => {
      const whole = bytes({ ...call, body });
      return whole.subarray(0, whole.length - Math.ceil(body.length / 2));
    };
    const sockets = await openAll(
      t,
      eachClient(() => half(next())),
    );
    await vi.waitFor(() => expect(requests).toBe(CLIENTS), PATIENT);
    if (load === 'upload') await untilReceiving(t, FEW.atOnce);
    await cut(t, sockets);
  },

  'while its session is looked up': (scene) => cutDuringLookUp(scene, () => openEach(scene)),

  'in the handler': async ({ next, isTaken }) => {
    const calls = eachClient(next).slice(0, FEW.atOnce);
    await whileLocked(t, calls[0]?.table ?? '', async () => {
      const sockets = await openAll(
        t,
        calls.map((call) => bytes(call)),
      );
      await isTaken(HELD);
      await untilLocked(t);
      await cut(t, sockets);
    });
  },

  'when its response comes': async (scene) => {
    const sockets = await openEach(scene);
    await expectResponses(sockets);
    await cut(t, sockets);
  },

  'on a connection that is used again': async (scene) => {
    const sockets = await openEach(scene);
    await expectResponses(sockets);
    await cutDuringLookUp(scene, async () => {
      for (const socket of sockets) socket.resume().write(bytes(scene.next()));
      return sockets;
    });
  },

  'after requests sent ahead': (scene) => {
    const next = () => bytes(scene.next());
    const ahead = () => Buffer.concat([next(), next(), next()]);
    return cutDuringLookUp(scene, () => openAll(t, [next(), next(), ahead()]));
  },

  'by HTTP/1.0': (scene) => cutDuringLookUp(scene, () => openEach(scene, '1.0')),

  'by closing only its half': async (scene) => {
    await whileLocked(t, 'sessions', async () => {
      const sockets = await openEach(scene);
      await scene.isTaken(QUEUED);
      for (const socket of sockets) socket.end();
      await scene.isTaken({ taken: 0, waiting: 0 });
      await cut(t, sockets);
    });
  },
};

/** The addresses that were not used up take what they are for, and nothing stays half received. */
async function expectAddressesWork(calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    if (call.method !== 'PUT') continue;
    const { status, json } = await callWhole(site, call);
    if (status !== 200) expect([call.path, json.error]).toEqual([call.path, 'UPLOAD_USED']);
  }
  const { rows } = await t.db.execute(
    sql`select key, status from uploads where status <> 'ready'
      union all select key, status from attachments where status <> 'ready'
      union all select key, status from videos where status <> 'ready'`,
  );
  expect(rows).toEqual([]);
}

/** Nobody's search still counts that was cut: each may have one at once. */
async function expectOwnSearches(calls: readonly Call[]): Promise<void> {
  for (const call of calls) expect((await callWhole(site, call)).status).toBe(200);
}

describe('clients that close their connection leave nothing taken [REL-150]', () => {
  it('in every load', () => {
    const loads = Object.values(CALLS).map(({ load }) => load);
    expect(new Set(loads)).toEqual(new Set(LOADS));
  });

  const cases = Object.keys(CALLS).flatMap((kind) =>
    Object.keys(MOMENTS).map((moment) => [kind, moment] as const),
  );

  it.each(cases)('by %s %s', async (kind, moment) => {
    const { load, make } = CALLS[kind] as (typeof CALLS)[string];
    const makeOne = async () => make(site);
    const made = await Promise.all(Array.from({ length: 2 * CLIENTS }, makeOne));
    const calls = [...made];
    requests = 0;
    await MOMENTS[moment]?.({
      load,
      next: () => calls.pop() as Call,
      isTaken: (expected) =>
        vi.waitFor(() => expect(t.services.admission[load].count()).toEqual(expected), PATIENT),
    });
    await expectNothingLeft(t);
    if (load === 'upload') await expectAddressesWork(made);
    if (load === 'search') await expectOwnSearches(made);
    // More than it has places, one after the other.
    for (let n = 0; n < FEW.atOnce + 1; n += 1) {
      const { status } = await callWhole(site, await makeOne());
      expect([kind, status < 300]).toEqual([kind, true]);
    }
    await expectNothingLeft(t);
  });
});

describe('clients that leave while comments are written together [REL-150]', () => {
  /** The handlers of so many comments begin in one turn. */
  function gather(count: number): void {
    const { comments } = t.services;
    const { create } = comments;
    const all = deferred<void>();
    let arrived = 0;
    vi.spyOn(comments, 'create').mockImplementation(async (...input) => {
      arrived += 1;
      if (arrived === count) all.resolve();
      await all.promise;
      return create(...input);
    });
  }

  it.each([1, FEW.atOnce])('lose and hold nothing, %i of them', async (leaving) => {
    gather(FEW.atOnce);
    const content = `함께 쓴 댓글 ${leaving}`;
    const makeOne = async () => ({
      ...(await CALLS['a comment']?.make(site)),
      ...json({ content }),
    });
    const calls = await Promise.all(Array.from({ length: FEW.atOnce }, makeOne));
    const sockets = await openAll(
      t,
      calls.map((call) => bytes(call as Call)),
    );
    const staying = sockets.slice(leaving);
    await whileLocked(t, 'comments', async () => {
      await untilLocked(t);
      await cut(t, sockets.slice(0, leaving), staying.length);
    });
    await expectResponses(staying);
    await cut(t, staying);
    await expectNothingLeft(t);
    const { rows } = await t.db.execute(
      sql`select count(*)::int as comments, count(distinct xmin::text)::int as transactions
          from comments where content = ${content}`,
    );
    expect(rows).toEqual([{ comments: FEW.atOnce, transactions: 1 }]);
  });
});
