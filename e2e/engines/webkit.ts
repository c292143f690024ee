import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../support/server.ts';
import type { Engine, Held, Key, Size, Tab } from './engine.ts';
import { end, startScreen } from './programs.ts';

const START_MS = 60_000;
const PROBE_MS = 20;
const BROWSER = ['--automation', '--full-screen'];
/** As WebDriver numbers them. */
const KEYS: Record<Key | Held, string> = {
  Enter: '\uE007',
  End: '\uE010',
  Control: '\uE009',
  Shift: '\uE008',
  a: 'a',
};
/** Name of the property with the id of an element, as the standard has it. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type Send = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

/**
 * WebKitGTK's small browser on a screen of its own. A driver has one window, so each window gets a driver;
 * without a window manager, its full-screen mode hides the tool bar and leaves the size to the journey. With the
 * variables of a desktop the windows are on that one.
 */
export async function startWebKit(desktop?: NodeJS.ProcessEnv): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'naru-webkit-'));
  const settings = join(home, 'gtk-3.0');
  await mkdir(settings);
  // WebKitGTK takes "reduce motion" from here.
  await writeFile(join(settings, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const own = desktop === undefined ? await startScreen() : null;
  const env = {
    ...process.env,
    ...(own && { DISPLAY: own.display }),
    ...desktop,
    TZ: 'Asia/Seoul',
    // With another locale than this, WebKitGTK names none of the languages of the web.
    LC_ALL: 'C',
    G_FILENAME_ENCODING: 'UTF-8',
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_DATA_HOME: home,
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
    // Its sandbox does not start as root.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  };
  const tabs = new Set<Tab>();
  const engine = {
    version: 'WebKitGTK',
    open: async (size: Size) => {
      const { tab, version } = await openTab(env, size);
      engine.version = `WebKitGTK ${version}`;
      tabs.add(tab);
      return tab;
    },
    close: async () => {
      await Promise.all([...tabs].map((tab) => tab.close()));
      if (own) await end(own.screen);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return engine;
}

async function openTab(env: NodeJS.ProcessEnv, size: Size): Promise<{ tab: Tab; version: string }> {
  const port = await freePort();
  const program = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
  const args = [`--port=${port}`, '--host=127.0.0.1'];
  const driver = spawn(program, args, { env, stdio: 'ignore' });
  const root = `http://127.0.0.1:${port}`;
  await listening(`${root}/status`);
  const send: Send = (method, path, body) => ask(method, root + path, body);
  const { sessionId, capabilities } = await send<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { args: BROWSER } } },
  });
  const session: Send = (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
  await session('POST', '/window/rect', size);
  const close = async () => {
    if (driver.exitCode !== null || driver.signalCode !== null) return;
    await session('DELETE', '').catch(() => undefined);
    await end(driver);
  };
  return { tab: tabOf(session, close), version: capabilities.browserVersion };
}

async function listening(url: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  for (;;) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    if (performance.now() > deadline) throw new Error('WebKitWebDriver did not start');
    await pause(PROBE_MS);
  }
}

async function ask<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = (await response.json()) as { value: T };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${method} ${new URL(url).pathname}: ${error} ${message}`);
}

function tabOf(session: Send, close: () => Promise<void>): Tab {
  const act = (...actions: object[]) => session<void>('POST', '/actions', { actions });
  const execute = <T>(script: string, ...args: unknown[]) =>
    session<T>('POST', '/execute/sync', { script, args });
  const keys = (actions: object[]) => act({ type: 'key', id: 'keys', actions });
  const stroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return {
    goto: (url) => session('POST', '/url', { url }),
    evaluate: (run, argument) => execute(`return (${run})(arguments[0]);`, argument),
    run: (script) => execute(script),
    press: (x, y) =>
      act({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    type: (text) => keys([...text].flatMap(stroke)),
    key: (key, held) => {
      const down = { type: 'keyDown', value: KEYS[held ?? key] };
      const up = { type: 'keyUp', value: KEYS[held ?? key] };
      return keys(held ? [down, ...stroke(KEYS[key]), up] : [down, up]);
    },
    choose: async (attribute, paths) => {
      const found = await execute<Record<string, string> | null>(
        'return document.querySelector(arguments[0]);',
        `input[${attribute}]`,
      );
      const id = found?.[ELEMENT];
      if (id === undefined) throw new Error('the field for files is gone');
      await session('POST', `/element/${id}/value`, { text: paths.join('\n') });
    },
    screenshot: async () => Buffer.from(await session<string>('GET', '/screenshot'), 'base64'),
    close,
  };
}
