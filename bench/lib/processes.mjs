import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;
const MEGABYTE_KB = 1024;

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Parent, and processor time in ticks: own, and of children that have ended. */
function readStat(pid) {
  const fields = (read(pid, 'stat').split(') ')[1] ?? '').split(' ').map(Number);
  return { pid, parent: fields[1], ticks: fields[11] + fields[12] + fields[13] + fields[14] };
}

/** The process with all that descend from it. Linux only. */
function familyOf(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)));
  const family = [readStat(pid)];
  for (const { pid: parent } of family) family.push(...all.filter((one) => one.parent === parent));
  return family;
}

/** Kills all processes that descend from this one, without a chance to write anything. Linux only. */
export function killDescendants() {
  if (process.platform !== 'linux') return;
  const [, ...descendants] = familyOf(process.pid);
  for (const { pid } of descendants) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended in the meantime.
    }
  }
}

function postmasterOf(dataDir) {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Processor time so far of a process, the database of a data folder and all their children, in ms. */
export function cpuOf(pid, dataDir) {
  const ticks = new Map(
    [...familyOf(pid), ...familyOf(postmasterOf(dataDir))].map((one) => [one.pid, one.ticks]),
  );
  const sum = [...ticks.values()].reduce((total, each) => total + (each || 0), 0);
  return (sum / TICKS_PER_SECOND) * 1000;
}

function sizeIn(text, name) {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / MEGABYTE_KB;
}

/**
 * Memory in MB: `server` is the resident memory of the server's processes, the main one and its
 * workers; `beside` the proportional share of the database's, null where the kernel does not say.
 */
export function memoryOf(pid, dataDir) {
  const database = new Set(familyOf(postmasterOf(dataDir)).map((one) => one.pid));
  const own = familyOf(pid).filter((one) => !database.has(one.pid));
  const shares = [...database].map((one) => sizeIn(read(one, 'smaps_rollup'), 'Pss'));
  const beside = shares.reduce((sum, share) => sum + share, 0);
  return {
    server: own.reduce((sum, one) => sum + sizeIn(read(one.pid, 'status'), 'VmRSS'), 0),
    beside: beside > 0 ? beside : null,
  };
}
