import { setTimeout as delay } from 'node:timers/promises';
import { closeStreams, MissingFiles, openStreams } from '../streams.mjs';
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
