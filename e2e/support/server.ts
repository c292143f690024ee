import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const READY = /^Naru \S+( \([0-9a-f]+\))? is ready: /m;
/** Less than a test may take; a machine that does much else needs most of it. */
const START_MS = 100_000;

export interface NaruServer {
  url: string;
  pid: number;
  /** What it has printed and logged so far. */
  output(): string;
  /** Stops it with SIGTERM and removes its data, unless `dataDir` was given; returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL; the data stays. */
  kill(): Promise<void>;
}

/**
 * A data folder that any account may enter, as an embedded database of root runs as another user.
 */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'naru-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Lets the servers of the run start on copies of a data folder with the demo content, which takes a third
 * of a first start. Returns what the first start printed and logged, and the folder, for its removal.
 */
export async function prepareDemoData(): Promise<{ folder: string; output: string }> {
  const folder = await makeDataDir();
  const first = await startNaru({ dataDir: folder });
  await first.stop();
  process.env.NARU_E2E_DATA = folder;
  return { folder, output: first.output() };
}

/** A data folder with the demo content, as a stopped server leaves it. */
export async function copyDemoData(): Promise<string> {
  const [folder, prepared] = [await makeDataDir(), process.env.NARU_E2E_DATA];
  if (prepared === undefined) throw new Error('the run has prepared no data');
  await cp(prepared, folder, { recursive: true });
  return folder;
}

interface Start {
  /** By default a copy of the demo content. */
  dataDir?: string;
  /** The port of a stopped server, for pages that reconnect to it. */
  port?: number;
  env?: Record<string, string>;
}

/** Starts the built server, by default on a free port. */
export async function startNaru(options: Start = {}): Promise<NaruServer> {
  const dataDir = options.dataDir ?? (await copyDemoData());
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // The journeys of a few demo members write more than people do.
      RATE_LIMITS: 'posts=1000',
      // Services of the journeys; those of browsers cannot be reached.
      PUSH_SERVICES: 'http://127.0.0.1',
      ...options.env,
    },
  });
  const output = collect(child);
  await ready(child, output);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output.text,
    stop: async () => {
      await end(child, 'SIGTERM');
      // Its database may still be writing its last files.
      const rest = { recursive: true, force: true, maxRetries: 20 };
      if (options.dataDir === undefined) await rm(dataDir, rest);
      return child.exitCode;
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output.text += chunk.toString();
    });
  }
  return output;
}

/** Waits for the ready line; rejects with the server's output when it does not come. */
function ready(child: ChildProcess, output: { text: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`The server did not start (${why}):\n${output.text}`));
    };
    const onExit = (code: number | null) => fail(`exit code ${code}`);
    const timer = setTimeout(() => fail('too slow'), START_MS);
    child.once('exit', onExit);
    const onData = () => {
      if (!READY.test(output.text)) return;
      clearTimeout(timer);
      child.off('exit', onExit);
      child.stdout?.off('data', onData);
      resolve();
    };
    child.stdout?.on('data', onData);
  });
}

/** Systems give connections and `listen(0)` ports from 32,768 on, so nothing else takes these. */
const PORTS = { first: 20_000, last: 32_000 };

/** A port that stays free until a server of this run listens there. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
