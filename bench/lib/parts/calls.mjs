import { freePort } from '../../../scripts/lib/built-server.mjs';
import { seededDraws } from '../content/draws.mjs';
import { commitsPerSync } from '../group-commit.mjs';
import { startLimit } from '../limit.mjs';
import { inTurns, measure, medianOf } from '../load.mjs';
import { PEER_SHARES } from '../peer.mjs';
import { cpuOf } from '../processes.mjs';
import { rowOf } from '../targets.mjs';
import { withoutMemory } from '../without-memory.mjs';
import { worksOn } from '../works.mjs';

const COMMENT = 'comment written';
/** The rounds have the small ones. */
const ANOTHER_SEED = 100;

/** Measures single calls beside the limit server: for each work its name and its rounds. */
export async function measureCalls(installation, { seconds, names }) {
  const { server, dataDir, databaseUrl } = installation;
  const limit = await startLimit({ databaseUrl, port: await freePort() });
  const measured = [];
  try {
    for (const work of await worksOn(installation)) {
      if (names !== undefined && !names.includes(work.name)) continue;
      console.log(`  ${work.name}`);
      const sides = {
        naru: { url: server.url, cpu: server.cpu, work },
        limit: { url: limit.url, cpu: () => cpuOf(limit.pid, dataDir), work },
      };
      const turns = () => inTurns(sides, Math.min(seconds, work.mostSeconds ?? seconds));
      const rounds = await (work.isFirstTime ? withoutMemory(installation, turns) : turns());
      measured.push({ name: work.name, rounds });
    }
  } finally {
    await limit.stop();
  }
  return measured;
}

/** How many commits share one write to disk while comments are written. */
export async function measureGroupCommit(installation, seconds) {
  const { server, query } = installation;
  const work = (await worksOn(installation)).find(({ name }) => name === COMMENT);
  const client = { query: async (text) => ({ rows: await query(text) }) };
  const { url, cpu } = server;
  return commitsPerSync(client, () =>
    measure({ url, cpu, work, seconds, draw: seededDraws(ANOTHER_SEED) }),
  );
}

export const shareOf = (rounds) =>
  medianOf(rounds, ({ naru, limit }) => naru.perSecond / limit.perSecond);
export const cpuShareOf = (rounds) => medianOf(rounds, ({ naru, limit }) => limit.cpu / naru.cpu);

/** Shares of the limit, and what follows from them and the share that NodeBB had. */
export function rowsOfCalls(measured) {
  const limits = measured.map(({ name, rounds }) => {
    const perSecond = Math.round(medianOf(rounds, ({ naru }) => naru.perSecond));
    const note = `by CPU ${cpuShareOf(rounds).toFixed(2)}; ${perSecond} a second`;
    return rowOf(`limit ${name}`, shareOf(rounds), note);
  });
  const peers = measured
    .filter(({ name }) => name in PEER_SHARES)
    .map(({ name, rounds }) =>
      rowOf(`peer ${name}`, shareOf(rounds) / PEER_SHARES[name], 'derived'),
    );
  return [...limits, ...peers];
}
