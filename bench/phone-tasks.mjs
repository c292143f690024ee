import { withDemoServer } from './lib/demo-server.mjs';
import { printTable } from './lib/rows.mjs';
import { isSmall, runBench } from './lib/run-bench.mjs';
import { walkAll } from './web/phone-tasks.mjs';

const SLOW = 4;
/** All tasks together. */
const MOST = 53;

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** What fifteen tasks take on a phone; fails when one takes more presses than it may, or all do. */
await runBench(async (temp) => {
  const slowdown = isSmall(process.argv.slice(2)) ? 1 : SLOW;
  const results = await withDemoServer(temp, (demo) => walkAll({ ...demo, slowdown }));
  const all = sum(results.map(({ taps }) => taps));
  const isMet = (taps, most) => (taps <= most ? 'yes' : '**no**');
  printTable(
    ['Task', 'Presses', 'At most', 'Met', 'Seconds', 'Pixels'],
    [
      ...results.map(({ name, taps, most, seconds, top }) => [
        ...[name, taps, most, isMet(taps, most), seconds.toFixed(1), top],
      ]),
      ['all', all, MOST, isMet(all, MOST), sum(results.map((one) => one.seconds)).toFixed(1), ''],
    ],
  );
  for (const { name, error } of results) if (error) console.error(`\n${name}: ${error.message}`);
  return all <= MOST && results.every(({ taps, most }) => taps <= most);
});
