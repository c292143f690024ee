import { setTimeout as delay } from 'node:timers/promises';
import { withColdCaches } from '../cold-caches.mjs';
import { wordsFor } from '../content/fill.mjs';
import { frequentPair, seededDraws } from '../content/words.mjs';
import { percentile } from '../numbers.mjs';
import { createSender } from '../open-loop.mjs';
import { rowOf } from '../targets.mjs';
import { asMember, searchPath } from '../workloads.mjs';

/** Searches that the greedy member runs at the same time. */
const AT_ONCE = 6;
const OTHERS = 25;
const PAUSE_MS = 300;
/** The greedy member repeats a refused search after this pause, as a script would. */
const AGAIN_MS = 50;

/**
 * One member keeps AT_ONCE expensive searches running (frequent words in an order that no post has) until its
 * limits refuse them. Meanwhile OTHERS members search once per round for two syllables, with cold caches.
 */
export const measureGreedySearch = (installation, rounds) =>
  withColdCaches(installation, () => searchBeside(installation, rounds));

async function searchBeside({ server, people }, rounds) {
  console.log('  searches of others beside those of one member');
  const { send, close } = createSender(server.url);
  const { sentences } = wordsFor();
  const draw = seededDraws(1);
  const [greedy, ...rest] = people;
  const own = { durations: [], refused: 0, isOver: false };
  const searching = Array.from({ length: AT_ONCE }, async () => {
    while (!own.isOver) await searchHard(send, greedy, own, hardWords(sentences, draw));
  });
  const others = { durations: [], refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const now = Array.from({ length: OTHERS }, (_, n) => rest[(round * OTHERS + n) % rest.length]);
    await Promise.all(
      now.map((person) => {
        const path = searchPath('all', frequentPair(sentences, draw));
        return timed(others, () => send(asMember(person, { path })));
      }),
    );
    await delay(PAUSE_MS);
  }
  own.isOver = true;
  await Promise.all(searching);
  close();
  const longest = Math.max(...own.durations, 0).toFixed(0);
  const ofOwn = `the member itself: ${own.durations.length} served, the longest in ${longest} ms, ${own.refused} refused`;
  return [
    rowOf('greedy search refused', others.refused, `of ${rounds * OTHERS}; ${ofOwn}`),
    rowOf(
      'greedy search p95',
      percentile(others.durations, 0.95),
      `p50 ${percentile(others.durations, 0.5).toFixed(0)} ms`,
    ),
  ];
}

/** Alternates between the search of one board and the search over everything, which have separate limits. */
async function searchHard(send, greedy, own, words) {
  const isOfBoard = own.durations.length % 2 === 0;
  const path = isOfBoard
    ? searchPath('all', words)
    : `/api/search?query=${encodeURIComponent(words)}`;
  if (!(await timed(own, () => send(asMember(greedy, { path }))))) await delay(AGAIN_MS);
}

/** The words of two sentences, the last ones first. */
function hardWords(sentences, draw) {
  const any = () => sentences[Math.floor(draw() * sentences.length)].split(' ').reverse();
  return [...any(), ...any()].join(' ').slice(0, 60);
}

async function timed(result, call) {
  const began = performance.now();
  try {
    await call();
    result.durations.push(performance.now() - began);
    return true;
  } catch {
    result.refused += 1;
    return false;
  }
}
