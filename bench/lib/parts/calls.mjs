import { freePort } from '../../../scripts/lib/built-server.mjs';
import { startLimit } from '../limit.mjs';
import { inTurns, medianOf } from '../load.mjs';
import { PEER_SHARES } from '../peer.mjs';
import { cpuOf } from '../processes.mjs';
import { rowOf } from '../targets.mjs';
import { worksOn } from '../works.mjs';

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
      measured.push({ name: work.name, rounds: await inTurns(sides, seconds) });
    }
  } finally {
    await limit.stop();
  }
  return measured;
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
