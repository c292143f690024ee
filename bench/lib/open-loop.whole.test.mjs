import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededDraws } from './content/words.mjs';
import { arrivals, createSender, sendOnSchedule } from './open-loop.mjs';

describe('the schedule', () => {
  const schedule = (seed) => arrivals({ perSecond: 200, seconds: 20, draw: seededDraws(seed) });

  it('keeps the mean rate, in order and within the time', () => {
    const times = schedule(1);
    expect(times.length).toBeGreaterThan(3_800);
    expect(times.length).toBeLessThan(4_200);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(0);
    expect(times.at(-1)).toBeLessThan(20_000);
  });

  it('has gaps of different lengths, the same for the same seed', () => {
    const times = schedule(1);
    const gaps = times.map((time, n) => time - (times[n - 1] ?? 0));
    // Of independent arrivals, 37 % of the gaps are longer than the mean.
    expect(gaps.filter((gap) => gap > 5).length / gaps.length).toBeCloseTo(0.37, 1);
    expect(schedule(1)).toEqual(times);
    expect(schedule(2)).not.toEqual(times);
  });
});

describe('sending on schedule', () => {
  it('sends what is due while earlier requests wait, and counts their wait', async () => {
    const waiting = [];
    const send = () => {
      const { promise, resolve } = withResolvers();
      waiting.push(resolve);
      if (waiting.length === 4) for (const go of waiting) go();
      return promise;
    };
    const { durations, errors } = await sendOnSchedule([0, 1, 2, 40], send);
    expect(errors).toEqual([]);
    expect(durations).toHaveLength(4);
    // The first three get their response with the last one, which is due 38 ms after the third.
    expect(Math.max(...durations)).toBeGreaterThanOrEqual(38);
    expect(durations.toSorted((a, b) => b - a)).toEqual(durations);
  });

  it('counts a request from the time when it was due, also when it leaves late', async () => {
    const hold = () => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      return Promise.resolve();
    };
    const { durations } = await sendOnSchedule([0, 0, 0], hold);
    expect(Math.max(...durations)).toBeGreaterThanOrEqual(90);
  });

  it('collects failures and goes on', async () => {
    const send = (due) => (due === 1 ? Promise.reject(new Error('refused')) : Promise.resolve());
    const { durations, errors } = await sendOnSchedule([0, 1, 2], send);
    expect(durations).toHaveLength(2);
    expect(errors).toEqual(['refused']);
  });
});

describe('the sender', () => {
  const seen = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ path: request.url, body, from: request.socket.remotePort });
      response.writeHead(request.url.startsWith('/missing') ? 404 : 200).end('{}');
    });
  });
  let sender;
  beforeAll(async () => {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    sender = createSender(`http://127.0.0.1:${server.address().port}`);
  });
  afterAll(() => {
    sender.close();
    server.close();
  });

  it('keeps connections and sends bodies', async () => {
    await sender.send({ method: 'GET', path: '/a' });
    await sender.send({ method: 'POST', path: '/b', headers: { 'x-a': '1' }, body: '{"a":1}' });
    expect(seen.map(({ path, body }) => [path, body])).toEqual([
      ['/a', ''],
      ['/b', '{"a":1}'],
    ]);
    expect(seen[0].from).toBe(seen[1].from);
  });

  it('fails for a response that is no success, naming the kind of call', async () => {
    const call = sender.send({ method: 'GET', path: '/missing/123?page=4' });
    await expect(call).rejects.toThrow('GET /missing/N?page=N: 404');
  });
});

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
