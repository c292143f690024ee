import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject } from 'vitest';

export interface StartedProgram {
  url: string;
  /** What it has printed and logged so far. */
  output(): string;
  /** Waits until it has printed a text. */
  untilPrinted(text: string | RegExp): Promise<void>;
  /** Sends SIGTERM and resolves to the exit code, and to how long the end took, in milliseconds. */
  stop(): Promise<{ code: number | null; ms: number }>;
  /** Resolves to the exit code when it ends by itself. */
  ended: Promise<number | null>;
}

/** Starts the bundled server as a process of its own, on a free port, with nothing but `env`. */
export async function startProgram(env: Record<string, string>): Promise<StartedProgram> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [join(inject('programs'), 'main.js')], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    untilPrinted: (text) => expect.poll(() => output, { timeout: 100_000 }).toMatch(text),
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      return { code: await ended, ms: performance.now() - began };
    },
    ended,
  };
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** Runs a program of the command line, such as `admin-cli`, with nothing but `env`. */
export async function runCli(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(inject('programs'), `${program}.js`), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { out: out.trim(), error: error.trim(), code: Number(code) };
}
