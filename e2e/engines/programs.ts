import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A program that prints on its fourth stream when it is ready, and what it printed. */
export async function startAndRead(
  command: string,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [said] = await once(child.stdio[3] as Readable, 'data');
  return { child, said: String(said).trim() };
}

/** A screen in memory. */
export async function startScreen(
  size = '1400x1000',
): Promise<{ screen: ChildProcess; display: string }> {
  const args = ['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp'];
  const program = process.env.XVFB_PATH ?? '/usr/bin/Xvfb';
  const { child, said } = await startAndRead(program, args);
  return { screen: child, display: `:${said}` };
}

/** Ends a program, if it has not ended, and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
