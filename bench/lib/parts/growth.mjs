import { seededDraws } from '../content/draws.mjs';
import { inTurns, medianOf } from '../load.mjs';
import { percentile } from '../numbers.mjs';
import { oneByOne } from '../one-by-one.mjs';
import { rowOf } from '../targets.mjs';
import { anyOf, asMember, readableOf, worksOn } from '../works.mjs';

const NAMES = ['list', 'detail', 'comments'];
const DEPTH_ROUNDS = 3;
/** Beyond the pages that a server may keep in memory. */
const UNKEPT_PAGE = 200;

/** The same works on a small and a large installation in turns. */
export async function measureGrowth(small, large, seconds) {
  const rows = [];
  const works = { small: await worksOn(small), large: await worksOn(large) };
  for (const name of NAMES) {
    console.log(`  ${name}`);
    const side = (size, { server: { url, cpu } }) => ({
      url,
      cpu,
      work: works[size].find((work) => work.name === name),
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

/** The middle and the last page of a board against the first one, one reader at a time. */
export async function measureDepth(installation, requests) {
  console.log('  deep pages');
  const { lastPage } = await readableOf(installation);
  const pages = { first: 0, unkept: UNKEPT_PAGE, middle: Math.floor(lastPage / 2), last: lastPage };
  const draw = seededDraws(1);
  const rounds = [];
  for (let round = 0; round <= DEPTH_ROUNDS; round += 1) {
    const results = {};
    for (const [name, page] of Object.entries(pages)) {
      const calls = Array.from({ length: requests }, () =>
        asMember(anyOf(installation.people, draw()), {
          path: `/api/post?boardType=FREE&page=${Math.min(page, lastPage)}`,
        }),
      );
      const { durations, cpu } = await oneByOne(installation.server, calls);
      results[name] = { cpu, p50: percentile(durations, 0.5) };
    }
    rounds.push(results);
  }
  // The first round warms up.
  const measured = rounds.slice(1);
  return ['middle', 'last'].map((name) => rowOfDepth(name, measured));
}

function rowOfDepth(name, rounds) {
  const p50 = (page) => medianOf(rounds, (round) => round[page].p50);
  const cpu = medianOf(rounds, (round) => round[name].cpu / round.first.cpu);
  const ratio = medianOf(rounds, (round) => round[name].p50 / round.first.p50);
  const unkept = medianOf(rounds, (round) => round[name].p50 / round.unkept.p50);
  return rowOf(
    `depth ${name}`,
    ratio,
    `p50 ${p50(name).toFixed(1)} against ${p50('first').toFixed(1)} ms, CPU ${cpu.toFixed(2)}; ` +
      `against page ${UNKEPT_PAGE} ${unkept.toFixed(2)}`,
  );
}
