import { availableParallelism } from 'node:os';
import { install } from './lib/installation.mjs';
import { measureStreams, refusalsIn } from './lib/parts/streams.mjs';
import { numbersFrom, runBench } from './lib/run-bench.mjs';

/** 10,000 idle streams, 50 messages a second, then a restart. */
const STREAMS = 10_000;
const SMALL = { streams: 200 };
const POSTS = 1_000;

const ms = (value) => `${value.toFixed(1)} ms`;
const mb = (value) => `${Math.round(value)} MB`;

await runBench(async (temp) => {
  const { streams: wanted } = numbersFrom(process.argv.slice(2), { streams: STREAMS }, SMALL);
  const found = await measureStreams(await install(temp, POSTS), wanted);
  const { count, members, memory, responses, deliveries } = found;
  const table = [
    [
      'streams open',
      `${count} of ${members} members in ${found.openSeconds.toFixed(1)} s, ${refusalsIn(found.refusedAtFirst)}`,
    ],
    ['memory of the server before', mb(memory.before)],
    ['memory with idle streams', mb(memory.idle)],
    ['memory after the messages', mb(memory.busy)],
    ['processor while idle', `${(found.cpuIdle * 100).toFixed(1)} % of a core`],
    [
      'messages sent',
      `${responses.sent}, ${found.perSecond} a second, ${refusalsIn(responses.errors)}`,
    ],
    ['processor per message', ms(found.cpuPerMessage)],
    ['response p50 / p99', `${ms(responses.p50)} / ${ms(responses.p99)}`],
    ['deliveries', `${deliveries.received} of ${deliveries.expected}`],
    ['delivery p50 / p99', `${ms(deliveries.p50)} / ${ms(deliveries.p99)}`],
    ['slowest delivery', ms(deliveries.slowest)],
    ['stopped in', `${found.stopSeconds.toFixed(1)} s`],
    ['all streams back after', `${found.backSeconds.toFixed(1)} s`],
  ];
  console.log(`\nEvent streams, ${availableParallelism()} cores, Node ${process.versions.node}`);
  for (const [name, value] of table) console.log(`  ${name.padEnd(27)}  ${value}`);
  return deliveries.received === deliveries.expected;
});
