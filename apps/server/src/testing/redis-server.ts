import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedisClient, type RedisClient } from '../peers/redis-client.ts';

const PLACES = ['/usr/bin/redis-server', '/usr/bin/valkey-server'];
const TRIES = 5;

export interface RedisServer {
  url: string;
  /** For commands of a test; connected while the server runs. */
  admin: () => RedisClient;
  /** Lets it hang, with its connections open. */
  pause(): void;
  resume(): void;
  /** Ends it like a crash. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a Redis or Valkey that stores nothing on disk, on a free port of this machine. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'naru-redis-'));
  let port = 0;
  let running: Running | null = null;
  for (let tries = 0; running === null && tries < TRIES; tries += 1) {
    port = await findFreePort();
    running = await start(port, folder);
  }
  if (running === null) throw new Error('redis-server does not start');
  const end = async () => {
    running?.admin.destroy();
    await running?.end();
    running = null;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    admin: () => {
      if (running === null) throw new Error('this Redis does not run');
      return running.admin;
    },
    pause: () => void running?.child.kill('SIGSTOP'),
    resume: () => void running?.child.kill('SIGCONT'),
    kill: end,
    async restart() {
      running = await start(port, folder);
      if (running === null) throw new Error('redis-server does not start again');
    },
    async stop() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Running {
  child: ChildProcess;
  admin: RedisClient;
  end(): Promise<void>;
}

/** Null when it ends at once, such as for a port that is taken meanwhile. */
async function start(port: number, folder: string): Promise<Running | null> {
  const child = spawn(
    findProgram(),
    [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve());
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ready = new Promise<boolean>((resolve) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ready to accept connections')) resolve(true);
    });
    void ended.then(() => resolve(false));
  });
  if (!(await ready)) return null;
  const admin = createRedisClient(`redis://127.0.0.1:${port}`);
  admin.on('error', () => undefined);
  await admin.connect();
  return {
    child,
    admin,
    async end() {
      kill();
      await ended;
      process.off('exit', kill);
    },
  };
}

function findProgram(): string {
  const program = process.env.REDIS_SERVER_PATH || PLACES.find((place) => existsSync(place));
  if (program === undefined) {
    throw new Error(
      'redis-server is missing: apt-get install redis-server, or set REDIS_SERVER_PATH',
    );
  }
  return program;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
