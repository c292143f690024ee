import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The database's process; throws when the file names none, or one that works elsewhere. */
function postmasterOf(dataDir) {
  const folder = join(dataDir, 'postgres');
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(folder)) {
    throw new Error(`process ${pid} is not the database of ${folder}`);
  }
  return pid;
}

const kill = (pid) => {
  // Other numbers stand for groups of processes.
  if (!(pid > 1)) throw new Error(`no process to end: ${pid}`);
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};

/** Ways to end an installation without warning, each by kill -9. */
export const KILLS = {
  both: ({ server, dataDir }) => {
    const database = postmasterOf(dataDir);
    kill(server.pid);
    kill(database);
  },
  database: ({ dataDir }) => kill(postmasterOf(dataDir)),
  server: ({ server }) => kill(server.pid),
};
