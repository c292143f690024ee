import { withColdCaches } from '../cold-caches.mjs';
import { wordsFor } from '../content/fill.mjs';
import { frequentPair, seededDraws } from '../content/words.mjs';
import { percentile } from '../numbers.mjs';
import { oneByOne } from '../one-by-one.mjs';
import { rowOf } from '../targets.mjs';
import { anyOf, asMember, searchPath } from '../workloads.mjs';

const FILTERS = ['all', 'title', 'content'];
const WARM_UP = 20;

/** Searches for frequent and for rare pairs of syllables by half, one at a time, each as if it was new. */
export const measureSearch = (installation, queries) =>
  withColdCaches(installation, () => searchesOf(installation, queries));

async function searchesOf({ server, people }, queries) {
  const { sentences, rare } = wordsFor();
  const rows = [];
  for (const filter of FILTERS) {
    console.log(`  search in ${filter}`);
    const draw = seededDraws(1);
    const ask = (text) => asMember(anyOf(people, draw()), { path: searchPath(filter, text) });
    const make = (length, pair) => Array.from({ length }, () => ask(pair()));
    const frequent = () => frequentPair(sentences, draw);
    const seldom = () => anyOf(rare, draw());
    await oneByOne(server, make(WARM_UP, frequent));
    const often = await oneByOne(server, make(queries / 2, frequent));
    const rarely = await oneByOne(server, make(queries / 2, seldom));
    const all = [...often.durations, ...rarely.durations];
    const both = (times) =>
      `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.95).toFixed(1)}`;
    rows.push(
      rowOf(
        `search ${filter}`,
        percentile(all, 0.95),
        `p50 ${percentile(all, 0.5).toFixed(1)} ms; p50 / p95 of frequent pairs ${both(often.durations)}, ` +
          `of rare ones ${both(rarely.durations)} ms`,
      ),
    );
  }
  return rows;
}
