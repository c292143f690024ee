import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../numbers.mjs';
import { closeStreams, MissingFiles, openStreams } from '../stream-client.mjs';
import { missingRow, rowOf } from '../targets.mjs';
import { runMix } from './mix.mjs';

const besideOf = ({ beside }) =>
  beside === null ? 'database not readable' : `database ${Math.round(beside)} MB`;

export const rowOfMemory = (name, memory) => rowOf(name, memory.server, besideOf(memory));

/** Memory of a server that was started a while ago and has nothing to do. */
export async function measureIdle({ server }, seconds) {
  await delay(seconds * 1000);
  return rowOfMemory('memory idle', server.memory());
}

/** Memory with many idle streams, then also under the mix. */
export async function measureStreamMemory(installation, { streams: count, idle, mix }) {
  const names = ['memory streams', 'memory streams mix'];
  let streams;
  try {
    streams = await openStreams(installation, count);
  } catch (error) {
    if (error instanceof MissingFiles) return names.map((name) => missingRow(name, error.message));
    throw error;
  }
  await delay(idle * 1000);
  const quiet = rowOfMemory(names[0], installation.server.memory());
  const { highest } = await runMix(installation, mix);
  closeStreams(streams);
  return [quiet, rowOfMemory(names[1], highest)];
}

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
