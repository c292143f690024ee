import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface DatabaseOwner {
  readonly pid: number;
  /** The first line it printed: `locked`, the database's URL, or the error. */
  readonly answer: string;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
}

const FIXTURE = fileURLToPath(new URL('../platform/database/owner.fixture.ts', import.meta.url));
const running = new Set<ChildProcess>();

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  running.delete(child);
}

/** Starts another process that claims the folder, and waits for its first line. */
export async function startOwner(
  dataDir: string,
  mode: 'lock' | 'database',
): Promise<DatabaseOwner> {
  const child = spawn(process.execPath, ['--import', 'tsx', FIXTURE, dataDir, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const [answer] = await once(createInterface({ input: child.stdout }), 'line');
  return { pid: child.pid ?? 0, answer: String(answer), kill: () => kill(child) };
}

export async function killOwners(): Promise<void> {
  await Promise.all([...running].map(kill));
}
