import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { end, startAndRead, startScreen } from '../engines/programs.ts';

const execute = promisify(execFile);

const START_MS = 30_000;
const PROBE_MS = 50;
const ENGINE = 'hangul';
/** Where GLib stores settings in a file: Hangul from the first key, without the key that switches to it. */
const SETTINGS = 'config/glib-2.0/settings';
const HANGUL_FIRST = `[org/freedesktop/ibus/engine/hangul]\ninitial-input-mode='hangul'\n`;
/** Folders that programs of a desktop write into. */
const FOLDERS = ['data', 'cache', 'run', SETTINGS];

/** A screen with ibus and its Hangul engine, as Korean desktops have them. */
export interface Desktop {
  /** What programs need to appear on it and to be typed into. */
  env: NodeJS.ProcessEnv;
  /** Whether the input method knows of a field that has the focus; until then it gets no keys. */
  hasFocus(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Starts screen, message bus and input method. All of them work in a folder of their own, which goes with
 * them: sockets, settings and what they store.
 */
export async function startDesktop(): Promise<Desktop> {
  const home = await mkdtemp(join(tmpdir(), 'naru-hangul-'));
  for (const folder of FOLDERS) await mkdir(join(home, folder), { recursive: true, mode: 0o700 });
  await writeFile(join(home, SETTINGS, 'keyfile'), HANGUL_FIRST);
  const { screen, display } = await startScreen('1400x1400');
  const busEnv = {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    DISPLAY: display,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    GSETTINGS_BACKEND: 'keyfile',
    NO_AT_BRIDGE: '1',
    GTK_IM_MODULE: 'ibus',
    IBUS_ADDRESS: `unix:path=${join(home, 'run', 'ibus')}`,
  };
  const { child: bus, said } = await startAndRead(
    process.env.DBUS_PATH ?? '/usr/bin/dbus-daemon',
    [
      '--session',
      '--nofork',
      `--address=unix:path=${join(home, 'run', 'bus')}`,
      '--print-address=3',
    ],
    { env: busEnv, cwd: home },
  );
  const env = { ...busEnv, DBUS_SESSION_BUS_ADDRESS: said };
  const method = spawn(
    '/usr/bin/ibus-daemon',
    [`--address=${env.IBUS_ADDRESS}`, '--panel=disable', '--emoji-extension=disable'],
    { env, cwd: home, stdio: 'ignore' },
  );
  await chosen(method, env);
  const idle = await contextOf(env);
  return {
    env,
    hasFocus: async () => (await contextOf(env)) !== idle,
    close: async () => {
      for (const program of [method, bus, screen]) await end(program);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until the Hangul engine takes the keys. */
async function chosen(method: ChildProcess, env: NodeJS.ProcessEnv): Promise<void> {
  const deadline = performance.now() + START_MS;
  let last = '';
  while (performance.now() < deadline && method.exitCode === null) {
    const said = await execute('ibus', ['engine', ENGINE], { env })
      .then(() => execute('ibus', ['engine'], { env }))
      .then(
        ({ stdout }) => stdout.trim(),
        (error: Error) => error.message,
      );
    if (said === ENGINE) return;
    last = said;
    await pause(PROBE_MS);
  }
  throw new Error(`ibus did not start its Hangul engine: ${last}`);
}

/** The name of the context that the input method writes into; without a field it has one, too. */
async function contextOf(env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await execute(
    'dbus-send',
    [
      `--address=${env.IBUS_ADDRESS}`,
      '--print-reply=literal',
      '--dest=org.freedesktop.IBus',
      '/org/freedesktop/IBus',
      'org.freedesktop.DBus.Properties.Get',
      'string:org.freedesktop.IBus',
      'string:CurrentInputContext',
    ],
    { env },
  );
  return stdout.trim();
}
