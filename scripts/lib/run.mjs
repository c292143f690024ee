import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './root.mjs';

/** Running process groups; each command is a group, so that none of its processes survives it. */
const groups = new Set();

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** For the process and those that it starts from now on. */
function yieldProcessors(pid) {
  try {
    setPriority(pid, 10);
  } catch {
    // It has ended already.
  }
}

/** Ends a process group: SIGTERM first, then SIGKILL. */
async function endGroup(pid, patienceMs) {
  const deadline = performance.now() + patienceMs;
  let alive = signalGroup(pid, 'SIGTERM');
  while (alive && performance.now() < deadline) {
    await delay(20);
    alive = signalGroup(pid, 0);
  }
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

export async function endAll(patienceMs = 10_000) {
  await Promise.all([...groups].map((pid) => endGroup(pid, patienceMs)));
}

/** Forwards Ctrl+C and SIGTERM to the running commands. Returns a function that undoes it. */
export function endOnSignals() {
  const handlers = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => {
      endAll().then(() => process.exit(signal === 'SIGINT' ? 130 : 143));
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  return () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
}

/**
 * Starts a command in its own process group, without stdin; `collect` returns its output. A `patient` one
 * runs at low priority; `account`, with uid and gid, runs it as another user.
 */
export function start(command, args, options = {}) {
  const { output = 'inherit', env = {}, cwd = root, patient = false, account } = options;
  const stdio = output === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(command, args, {
    cwd,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio, stdio],
    ...account,
  });
  if (child.pid) groups.add(child.pid);
  if (child.pid && patient) yieldProcessors(child.pid);
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => {
    const end = (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') });
    child.once('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      end(127);
    });
    child.once('close', (code) => {
      // The id of a group without a process may belong to somebody else by now.
      if (!signalGroup(child.pid, 0)) groups.delete(child.pid);
      end(code ?? 1);
    });
  });
  return { pid: child.pid, ended };
}

/** Runs a command to its end, then ends the processes it left behind. */
export async function run(command, args, { timeoutMs = 35 * 60_000, ...options } = {}) {
  const { pid, ended } = start(command, args, options);
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('late'), timeoutMs);
  });
  const first = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (groups.has(pid)) await endGroup(pid, first === 'late' ? 10_000 : 2_000);
  if (first !== 'late') return first;
  const { output } = await ended;
  const reason = `Stopped after ${timeoutMs / 60_000} minutes.`;
  if (options.output === undefined || options.output === 'inherit') console.error(`\n${reason}`);
  return { code: 124, output: `${output}\n${reason}\n` };
}

/** Runs a script of node_modules with the current Node. */
export function runTool(script, args, options) {
  return run(process.execPath, [`${root}/node_modules/${script}`, ...args], options);
}
