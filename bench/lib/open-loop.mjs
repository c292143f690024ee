import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 1_000;

/** Times in ms at which requests are due: independent arrivals of a mean rate, from a seeded draw. */
export function arrivals({ perSecond, seconds, draw }) {
  const times = [];
  let at = 0;
  for (;;) {
    at -= (Math.log(1 - draw()) / perSecond) * 1000;
    if (at >= seconds * 1000) return times;
    times.push(at);
  }
}

/**
 * Calls `send(due)` for each time of a schedule, however many calls are still open. Resolves with the
 * duration of each call from the time when it was due, so that a stall counts for all that wait, and
 * with the errors.
 */
export async function sendOnSchedule(times, send) {
  const startedAt = performance.now();
  const durations = [];
  const errors = [];
  const open = [];
  const sendOne = async (due) => {
    try {
      await send(due);
      durations.push(performance.now() - startedAt - due);
    } catch (error) {
      errors.push(error.message);
    }
  };
  for (const due of times) {
    const wait = startedAt + due - performance.now();
    if (wait > 0) await delay(wait);
    open.push(sendOne(due));
  }
  await Promise.all(open);
  return { durations, errors };
}

/** Sends requests over reused connections; rejects for anything but a success. `close` ends them. */
export function createSender(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { hostname, port } = new URL(url);
  const send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const name = `${method} ${path.replace(/\d+/g, 'N')}`;
      const call = request(
        { agent, hostname, port, method, path, headers, timeout: TIMEOUT_MS },
        (response) => {
          response.once('error', reject);
          response.once('end', () =>
            response.statusCode < 300
              ? resolve()
              : reject(new Error(`${name}: ${response.statusCode}`)),
          );
          response.resume();
        },
      );
      call.once('timeout', () => call.destroy(new Error(`${name}: no answer`)));
      call.once('error', reject);
      call.end(body);
    });
  return { send, close: () => agent.destroy() };
}
