import { withColdCaches } from '../cold-caches.mjs';
import { seededDraws } from '../content/words.mjs';
import { inTurns, medianOf } from '../load.mjs';
import { percentile } from '../numbers.mjs';
import { oneByOne } from '../one-by-one.mjs';
import { rowOf } from '../targets.mjs';
import { anyOf, asMember, readableOf, workloadsOn } from '../workloads.mjs';

const NAMES = ['list', 'detail', 'comments'];
const DEPTH_ROUNDS = 3;

/** The same workloads on a small and a large installation in turns. */
export async function measureGrowth(small, large, seconds) {
  const rows = [];
  const workloads = { small: await workloadsOn(small), large: await workloadsOn(large) };
  for (const name of NAMES) {
    console.log(`  ${name}`);
    const side = (size, { server: { url, cpu } }) => ({
      url,
      cpu,
      work: workloads[size].find((workload) => workload.name === name),
    });
    const sides = { small: side('small', small), large: side('large', large) };
    rows.push(rowOfGrowth(`growth ${name}`, await inTurns(sides, seconds)));
  }
  return rows;
}

/** The larger of both ratios counts. */
function rowOfGrowth(name, rounds) {
  const cpu = medianOf(rounds, ({ small, large }) => large.cpu / small.cpu);
  const p50 = medianOf(rounds, ({ small, large }) => large.p50 / small.p50);
  return rowOf(name, Math.max(cpu, p50), `CPU ${cpu.toFixed(2)}, p50 ${p50.toFixed(2)}`);
}

/**
 * Compares the middle and the last page of a board with the first one, one reader at a time: the first
 * time, by asking for another page near the middle or the end each time, and asked again.
 */
export async function measureDepth(installation, requests) {
  console.log('  deep pages');
  const { lastPage } = await readableOf(installation);
  const middle = Math.floor(lastPage / 2);
  const draw = seededDraws(1);
  let step = 0;
  const readPages = async (pages) => {
    const results = {};
    for (const [name, pageOf] of Object.entries(pages)) {
      const calls = Array.from({ length: requests }, () => {
        step += 1;
        return asMember(anyOf(installation.people, draw()), {
          path: `/api/post?boardType=FREE&page=${Math.max(0, pageOf(step))}`,
        });
      });
      const { durations, cpu } = await oneByOne(installation.server, calls);
      results[name] = { cpu, p50: percentile(durations, 0.5) };
    }
    return results;
  };
  const first = { first: () => 0 };
  const others = { middle: (n) => middle + n, last: (n) => lastPage - n };
  const same = { ...first, middle: () => middle, last: () => lastPage };
  const rounds = [];
  for (let round = 0; round <= DEPTH_ROUNDS; round += 1) {
    const uncached = await withColdCaches(installation, () => readPages(first));
    rounds.push({
      once: { ...uncached, ...(await readPages(others)) },
      again: await readPages(same),
    });
  }
  // The first round warms up.
  const measured = rounds.slice(1);
  return ['middle', 'last'].flatMap((name) => rowsOfDepth(name, measured));
}

function rowsOfDepth(name, rounds) {
  const p50 = (time, page) => medianOf(rounds, (round) => round[time][page].p50).toFixed(1);
  const ratioOf = (time, field) =>
    medianOf(rounds, (round) => round[time][name][field] / round[time].first[field]);
  const note = (time) =>
    `p50 ${p50(time, name)} against ${p50(time, 'first')} ms, CPU ${ratioOf(time, 'cpu').toFixed(2)}`;
  const mixed = medianOf(rounds, ({ once, again }) => once[name].p50 / again.first.p50);
  return [
    rowOf(
      `depth ${name}`,
      ratioOf('once', 'p50'),
      `${note('once')}; against page 1 from memory ${mixed.toFixed(2)}`,
    ),
    rowOf(`depth ${name} again`, ratioOf('again', 'p50'), note('again')),
  ];
}
