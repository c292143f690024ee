import { median } from '../numbers.mjs';
import { rowOf } from '../targets.mjs';

/** Kills and starts the server repeatedly; resolves with the milliseconds of each start. */
export async function measureRestarts(installation, times) {
  const took = [];
  for (let n = 0; n < times; n += 1) {
    console.log(`  start ${n + 1} after kill -9`);
    process.kill(installation.server.pid, 'SIGKILL');
    await installation.server.stop();
    const began = performance.now();
    await installation.restart();
    took.push(performance.now() - began);
  }
  return took;
}

export function rowOfRestarts(took) {
  const seconds = took.map((ms) => ms / 1000);
  const each = seconds.map((one) => one.toFixed(1)).join(', ');
  return rowOf('restart', median(seconds), `each ${each} s`);
}
