import { install } from '../../../bench/lib/installation.mjs';
import { measureStreams, refusalsIn } from '../../../bench/lib/parts/streams.mjs';
import { atMost, none, noted } from '../../../bench/lib/rows.mjs';

const STREAMS = 10_000;
const POSTS = 1_000;
const MEMORY_MB = 350;
const DELIVERY_MS = 200;
const BACK_SECONDS = 30;

/** R13: 10,000 idle event streams, 50 messages a second, then a restart of the server. */
export async function measureIdleStreams({ temp }) {
  const installation = await install(temp, POSTS);
  const found = await measureStreams(installation, STREAMS);
  const { code } = await installation.server.stop();
  const { memory, deliveries, responses } = found;
  const { received, expected } = deliveries;
  return [
    noted(
      'event streams',
      `${found.count} of ${found.members} members, open after ${found.openSeconds.toFixed(1)} s, ${refusalsIn(found.refusedAtFirst)}`,
    ),
    atMost(
      'memory of the server with them and messages',
      MEMORY_MB,
      Math.max(memory.idle, memory.busy),
      {
        unit: 'MB',
        note: `${Math.round(memory.before)} MB before`,
      },
    ),
    atMost('delivery of a message: p99', DELIVERY_MS, deliveries.p99, {
      unit: 'ms',
      note: `p50 ${Math.round(deliveries.p50)} ms, ${responses.sent} messages, ${found.perSecond} a second`,
    }),
    none(
      'messages refused, or not delivered',
      responses.errors.length + expected - received,
      `of ${expected} deliveries`,
    ),
    atMost('all streams back after a restart began', BACK_SECONDS, found.awaySeconds, {
      unit: 's',
      note: `stopped after ${found.stopSeconds.toFixed(1)} s, back ${found.backSeconds.toFixed(1)} s after the first 200`,
    }),
    none('exit code afterwards', code),
  ];
}
