import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLink, type Link } from './link.ts';
import { SERVING, ServingError, startServing } from './serving.ts';

/** A process in memory: `link` is its end of the connection. */
function createFake(pid: number) {
  const handlers: ((message: unknown) => void)[] = [];
  const own: ((message: unknown) => void)[] = [];
  const received: unknown[] = [];
  let end: (reason: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  const link: Link = createLink(
    {
      send: (message) => {
        for (const handler of handlers) handler(message);
      },
      onMessage: (handler) => void own.push(handler),
    },
    {
      onRequest: (name) => (name === SERVING.metrics ? `metrics of ${pid}` : undefined),
      onMessage: (topic, message) => {
        received.push([topic, message]);
        if (topic === SERVING.stop) end('exit code 0');
      },
    },
  );
  const child = {
    pid,
    port: {
      send: (message: unknown) => {
        for (const handler of own) handler(message);
      },
      onMessage: (handler: (message: unknown) => void) => void handlers.push(handler),
    },
    stderr: null,
    ended,
    kill: (signal: string) => end(`ended by ${signal}`),
  };
  const hang = () => void own.splice(0);
  return { child, link, received, end, hang };
}

function start(count = 2) {
  const fakes: ReturnType<typeof createFake>[] = [];
  const gone: number[] = [];
  const pauses: number[] = [];
  const fatal: string[] = [];
  const lines: string[] = [];
  const serving = startServing({
    count,
    stopMs: 10_000,
    spawn: () => {
      const fake = createFake(100 + fakes.length);
      fakes.push(fake);
      return fake.child;
    },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    writeLog: () => undefined,
    onRequest: (name, input, process) => ({ name, input, process }),
    onEnd: (process) => void gone.push(process),
    onFatal: (reason) => void fatal.push(reason),
    pause: async (ms) => void pauses.push(ms),
  });
  const linkOf = (n: number) => {
    const fake = fakes[n];
    if (fake === undefined) throw new Error(`no process ${n}`);
    return fake.link;
  };
  const serveAll = async () => {
    const served = serving.serve({ databaseUrl: 'url' });
    for (const { link } of fakes) await link.ask(SERVING.listening, null);
    await served;
  };
  return { serving, fakes, gone, pauses, fatal, lines, linkOf, serveAll };
}

afterEach(() => void vi.useRealTimers());

const settle = async () => {
  for (let n = 0; n < 20; n += 1) await turn();
};

describe('the processes of a server [OPS-35]', () => {
  it('wait for the database, and listen when all of them are built', async () => {
    const { serving, linkOf } = start();
    const events: string[] = [];
    const settings = linkOf(0).ask(SERVING.settings, null);
    void settings.then(() => events.push('settings'));
    await settle();
    expect(events).toEqual([]);
    const served = serving.serve({ databaseUrl: 'url' }).then(() => events.push('served'));
    expect(await settings).toEqual({ databaseUrl: 'url' });
    const first = linkOf(0).ask(SERVING.built, null);
    void first.then(() => events.push('may listen'));
    await settle();
    expect(events).toEqual(['settings']);
    await Promise.all([first, linkOf(1).ask(SERVING.built, null)]);
    await linkOf(0).ask(SERVING.listening, null);
    expect(events).toEqual(['settings', 'may listen']);
    await linkOf(1).ask(SERVING.listening, null);
    await served;
    await serving.stop();
  });

  it('are asked by their places, which those that replace them take; only while they serve [OPS-43]', async () => {
    const { serving, fakes, linkOf, serveAll } = start();
    const gather = async () => [...(await serving.gather(SERVING.metrics))].toSorted();
    expect(await gather()).toEqual([]);
    await serveAll();
    expect(await gather()).toEqual([
      ['1', 'metrics of 100'],
      ['2', 'metrics of 101'],
    ]);
    fakes[0]?.end('ended by SIGKILL');
    await settle();
    expect(await gather()).toEqual([['2', 'metrics of 101']]);
    await linkOf(2).ask(SERVING.listening, null);
    expect(await gather()).toEqual([
      ['1', 'metrics of 102'],
      ['2', 'metrics of 101'],
    ]);
    await serving.stop();
  });

  it('fail the start with the reason of one, which is not started again', async () => {
    const { serving, fakes, linkOf, pauses } = start();
    const refused = expect(serving.serve(null)).rejects.toThrow(
      new ServingError('PORT 3000 is already in use'),
    );
    await linkOf(1).ask(SERVING.failed, 'PORT 3000 is already in use');
    fakes[1]?.end('exit code 1');
    await refused;
    await serving.stop();
    expect([fakes.length, pauses]).toEqual([2, []]);
  });

  it('are replaced when they end, with longer pauses, until one ended five times soon after its start', async () => {
    const { serving, fakes, gone, pauses, fatal, lines, serveAll } = start(1);
    await serveAll();
    for (let n = 0; n < 5; n += 1) {
      expect(fatal).toEqual([]);
      fakes[n]?.end('ended by SIGKILL');
      await settle();
    }
    expect(pauses).toEqual([100, 500, 1_000, 2_000]);
    expect([fakes.length, gone]).toEqual([5, [1, 2, 3, 4, 5]]);
    expect(lines).toHaveLength(5);
    expect(fatal).toEqual([
      'a serving process ended 5 times soon after its start (ended by SIGKILL)',
    ]);
    await serving.stop();
  });

  it('publish their messages to other servers and receive those of others, once [REL-97]', async () => {
    const { serving, fakes, linkOf, serveAll } = start(2);
    await serveAll();
    const outside: unknown[] = [];
    let deliver: (topic: 'live', message: unknown) => void = () => undefined;
    serving.join({
      publish: (topic, message) => void outside.push([topic, message]),
      listen: (handler) => {
        deliver = handler;
      },
    });
    const received: unknown[] = [];
    serving.peers.on('live', (message) => void received.push(message));
    linkOf(0).send('live', { memberId: 1, seq: 2 });
    serving.peers.publish('live', { memberId: 3, seq: 4 });
    await settle();
    const own = [
      ['live', { memberId: 3, seq: 4 }],
      ['live', { memberId: 1, seq: 2 }],
    ];
    expect(outside).toEqual(own);
    deliver('live', { memberId: 5, seq: 6 });
    await settle();
    const theirs = ['live', { memberId: 5, seq: 6 }];
    expect(outside).toEqual(own);
    expect(fakes.map(({ received }) => received)).toEqual([
      [own[0], theirs],
      [...own, theirs],
    ]);
    expect(received).toEqual([
      { memberId: 1, seq: 2 },
      { memberId: 5, seq: 6 },
    ]);
    await serving.stop();
  });

  it('publish to the first process and each other, but not to themselves', async () => {
    const { serving, fakes, linkOf, serveAll } = start(3);
    await serveAll();
    const received: unknown[] = [];
    serving.peers.on('live', (message) => void received.push(message));
    linkOf(0).send('live', { memberId: 1, seq: 2 });
    serving.peers.publish('live', { memberId: 3, seq: 4 });
    await settle();
    const [fromPeer, fromFirst] = [
      ['live', { memberId: 1, seq: 2 }],
      ['live', { memberId: 3, seq: 4 }],
    ];
    expect(received).toEqual([{ memberId: 1, seq: 2 }]);
    expect(fakes[0]?.received).toEqual([fromFirst]);
    for (const n of [1, 2]) expect(fakes[n]?.received).toEqual([fromFirst, fromPeer]);
    await serving.stop();
  });

  it('ask the first process, which knows who asks', async () => {
    const { serving, linkOf, serveAll } = start();
    await serveAll();
    expect(await linkOf(1).ask('count', 'key')).toEqual({
      name: 'count',
      input: 'key',
      process: 2,
    });
    await serving.stop();
  });

  it('are ended and replaced when they hang, half a minute later [REL-95]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { serving, fakes, gone, lines, serveAll } = start();
    await serveAll();
    const pass = async (ticks: number) => {
      for (let n = 0; n < ticks; n += 1) {
        vi.advanceTimersByTime(5_000);
        await settle();
      }
    };
    await pass(20);
    fakes[1]?.hang();
    await pass(6);
    expect(gone).toEqual([]);
    await pass(1);
    expect([gone, fakes.length]).toEqual([[2], 3]);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'a serving process hangs and is ended',
      'a serving process ended',
    ]);
    await serving.stop();
  });

  it('are stopped and not started again', async () => {
    const { serving, fakes, pauses, serveAll } = start();
    await serveAll();
    await serving.stop();
    expect(fakes.map(({ received }) => received)).toEqual([[['stop', null]], [['stop', null]]]);
    expect(pauses).toEqual([]);
  });
});
