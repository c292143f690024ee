import autocannon from 'autocannon';

const CONNECTIONS = 32;
/** Requests that a connection has ready; it begins again after the last one. */
const READY = 500;
const WARM_UP_SECONDS = 1;
/** Of a connection's 62 members, the first ones wrote during the warm-up and may not yet write again. */
const FIRST_TURN = 31;

/**
 * Repeats a work on 32 connections, each with its own requests; `cpu` tells the processor time so far.
 * Throws when a response is not a success: it would be no measurement.
 */
export async function measure({ url, work, seconds, draw, cpu }) {
  await run({ url, work, duration: WARM_UP_SECONDS, draw, turn: 0 });
  const cpuBefore = cpu();
  const result = await run({ url, work, duration: seconds, draw, turn: FIRST_TURN });
  const cpuSpent = cpu() - cpuBefore;
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) {
    const codes = JSON.stringify(result.statusCodeStats);
    throw new Error(`${work.name} at ${url}: ${failed} failed, ${codes}`);
  }
  const { p50, p99 } = result.latency;
  const done = result['2xx'];
  return { perSecond: done / result.duration, cpu: cpuSpent / done, p50, p99 };
}

/** `turn` counts the requests of a connection from there on. */
function run({ url, work, duration, draw, turn }) {
  let connection = 0;
  return autocannon({
    url,
    duration,
    connections: CONNECTIONS,
    setupClient: (client) => {
      const place = { index: connection, of: CONNECTIONS, turn };
      connection += 1;
      client.setRequests(Array.from({ length: READY }, () => work.request(draw, place)));
    },
  });
}
