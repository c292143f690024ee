import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

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
