import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;

/** Parent, and processor time in ticks: own, and of children that have ended. */
function readStat(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
    return { parent: fields[1], own: fields[11] + fields[12], ended: fields[13] + fields[14] };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}

/** Processor time of a process so far, in milliseconds. Linux only. */
export function cpuOf(pid) {
  return (readStat(pid).own / TICKS_PER_SECOND) * 1000;
}

/** Processor time of the database of a data folder with all its processes, in milliseconds. */
export function cpuOfDatabase(dataDir) {
  const file = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const postmaster = Number(file.split('\n')[0]);
  const { own, ended } = readStat(postmaster);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter(({ parent }) => parent === postmaster);
  const ticks = children.reduce((sum, child) => sum + child.own, own + ended);
  return (ticks / TICKS_PER_SECOND) * 1000;
}
