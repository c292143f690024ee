import { availableParallelism } from 'node:os';
import { install } from './lib/installation.mjs';
import { medianOf } from './lib/load.mjs';
import { cpuShareOf, measureCalls, measureGroupCommit, shareOf } from './lib/parts/calls.mjs';
import { printTable } from './lib/rows.mjs';
import { isSmall, numbersFrom, runBench } from './lib/run-bench.mjs';

/*
 * Measures single calls of Naru beside a bare server that does the same work, the limit.
 * Arguments: [posts seconds | small] [name of one call].
 */
const DEFAULTS = { posts: 10_000, seconds: 4 };
const SMALL = { posts: 1_000, seconds: 1 };

const HEADS = [
  'Naru / limit',
  'by CPU',
  'Work',
  'Naru, 1/s',
  'limit, 1/s',
  'CPU per call',
  'Naru p50 / p99',
  'limit p50 / p99',
];

function lineOf({ name, rounds }) {
  const of = (side, field) => medianOf(rounds, (round) => round[side][field]);
  return [
    shareOf(rounds).toFixed(2),
    cpuShareOf(rounds).toFixed(2),
    name,
    Math.round(of('naru', 'perSecond')),
    Math.round(of('limit', 'perSecond')),
    `${of('naru', 'cpu').toFixed(2)} / ${of('limit', 'cpu').toFixed(2)} ms`,
    `${of('naru', 'p50')} / ${of('naru', 'p99')} ms`,
    `${of('limit', 'p50')} / ${of('limit', 'p99')} ms`,
  ];
}

await runBench(async (temp) => {
  const words = process.argv.slice(2);
  const end = isSmall(words) ? 1 : 2;
  const { posts, seconds } = numbersFrom(words.slice(0, end), DEFAULTS, SMALL);
  const only = words.slice(end).join(' ');
  const installation = await install(temp, posts);
  const { sizes, fillSeconds } = installation;
  const names = only === '' ? undefined : [only];
  const measured = await measureCalls(installation, { seconds, names });
  console.log(
    `\n${sizes.posts} posts, ${sizes.members} members, made in ${fillSeconds.toFixed(0)} s\n` +
      `Single calls, ${availableParallelism()} cores, Node ${process.versions.node}\n`,
  );
  printTable(HEADS, measured.map(lineOf));
  if (names === undefined || names.includes('comment written')) {
    const commits = await measureGroupCommit(installation, seconds);
    console.log(`\nComments written: ${commits.toFixed(1)} commits for each write to disk`);
  }
});
