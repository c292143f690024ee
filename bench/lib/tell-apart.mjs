/**
 * How well two samples of durations can be told apart. `advantage` is the chance that one of `a` is longer
 * than one of `b` (0.5: they are alike) and `p` how likely alike samples are at least as far from it, both
 * by the rank-sum test of Mann and Whitney. `accuracy` is that of the best threshold of one half of the
 * samples on the other half, and `chance` the interval of 99 % in which coin flips stay.
 */
export function tellApart(a, b) {
  const { advantage, p } = rankSum(a, b);
  const halves = [0, 1].map((half) => [a, b].map((list) => list.filter((_, n) => n % 2 === half)));
  const guess = bestThreshold(...halves[0]);
  const [otherA, otherB] = halves[1];
  const right =
    otherA.filter((value) => guess(value) === 'a').length +
    otherB.filter((value) => guess(value) === 'b').length;
  const guesses = otherA.length + otherB.length;
  const margin = (2.576 * 0.5) / Math.sqrt(guesses);
  return { advantage, p, accuracy: right / guesses, chance: [0.5 - margin, 0.5 + margin] };
}

function rankSum(a, b) {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value }))];
  all.sort((x, y) => x.value - y.value);
  let ranksOfA = 0;
  let ties = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to].value === all[from].value) to += 1;
    const rank = (from + 1 + to) / 2;
    ranksOfA += rank * all.slice(from, to).filter(({ isA }) => isA).length;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const pairs = a.length * b.length;
  const u = ranksOfA - (a.length * (a.length + 1)) / 2;
  const count = all.length;
  const spread = Math.sqrt((pairs / 12) * (count + 1 - ties / (count * (count - 1))));
  const z = spread === 0 ? 0 : (u - pairs / 2) / spread;
  return { advantage: u / pairs, p: Math.min(1, 2 * upperTail(Math.abs(z))) };
}

/** Of the normal distribution, by Abramowitz and Stegun 26.2.17; exact to 1e-7. */
function upperTail(z) {
  const t = 1 / (1 + 0.2316419 * z);
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153];
  const sum = series.reduce((left, factor) => (left + factor) * t, 0);
  return (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/** Guesses by one duration which sample it is of. */
function bestThreshold(a, b) {
  const all = [...a.map((value) => [value, 1]), ...b.map((value) => [value, -1])];
  all.sort(([x], [y]) => x - y);
  let score = 0;
  let best = { score: 0, at: Number.NEGATIVE_INFINITY };
  for (const [value, side] of all) {
    score += side;
    if (Math.abs(score) > Math.abs(best.score)) best = { score, at: value };
  }
  const [below, above] = best.score >= 0 ? ['a', 'b'] : ['b', 'a'];
  return (value) => (value <= best.at ? below : above);
}
