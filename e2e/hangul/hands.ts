import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Engine, Held, Key, Size, Tab } from '../engines/engine.ts';
import type { Desktop } from './desktop.ts';
import { keysOf } from './keys.ts';

declare global {
  interface Window {
    /** Where the mouse was last, in the page. */
    __mouse__?: Place;
    /** How many keys were released. */
    __released__?: number;
  }
}

const execute = promisify(execFile);

/** After a key, for what the page reports of it to the browser. */
const KEY_MS = 50;
/** A page that still loads moves its buttons away from under the mouse. */
const AIM_MS = 250;
const START_MS = 20_000;
const PROBE_MS = 40;
/** At most, in pixels of the height, for what browsers show above the page. */
const BARS = 200;
/** Two places inside of each window. */
const INSIDE = [
  { x: 400, y: 500 },
  { x: 500, y: 400 },
];
const KEYS: Record<Key, string> = { Enter: 'Return', End: 'End', a: 'a' };
const HELD: Record<Held, string> = { Control: 'ctrl', Shift: 'shift' };

interface Place {
  x: number;
  y: number;
}
type Xdotool = (...args: (string | number)[]) => Promise<unknown>;

/**
 * The browser with the keyboard and mouse of the desktop: the keys and presses of the driver bypass the
 * input method.
 */
export function withHands(engine: Engine, desktop: Desktop): Engine {
  const program = process.env.XDOTOOL_PATH ?? '/usr/bin/xdotool';
  const xdotool: Xdotool = (...args) => execute(program, args.map(String), { env: desktop.env });
  return {
    ...engine,
    get version() {
      return engine.version;
    },
    open: async (size) => {
      const tab = await engine.open(size);
      await resize(tab, xdotool, size);
      return handsOn(tab, xdotool, await findCorner(tab, xdotool), desktop);
    },
  };
}

/** Gives all windows the size, which no window manager does, until that of the tab has it. */
async function resize(tab: Tab, xdotool: Xdotool, { width, height }: Size): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    // Fails while there is no window.
    await xdotool(
      ...['search', '--maxdepth', 1, '--onlyvisible', '--name', '.'],
      ...['windowmove', '%@', 0, 0, 'windowsize', '%@', width, height],
    ).catch(() => undefined);
    await pause(PROBE_MS);
    if ((await tab.evaluate(() => innerHeight, null)) > height - BARS) return;
  }
  throw new Error('The window does not take its size');
}

function handsOn(tab: Tab, xdotool: Xdotool, corner: Place, desktop: Desktop): Tab {
  return {
    ...tab,
    aimMs: AIM_MS,
    press: async (x, y) => {
      await xdotool('mousemove', Math.round(corner.x + x), Math.round(corner.y + y), 'click', 1);
    },
    type: async (text) => {
      await focused(tab, desktop);
      for (const key of keysOf(text)) await strike(tab, xdotool, key);
    },
    key: async (key, held) => {
      await xdotool('key', (held ? `${HELD[held]}+` : '') + KEYS[key]);
    },
  };
}

/**
 * Presses a key and waits until the page has seen it: Firefox loses syllables of ibus when a key arrives
 * while the page still handles the one before.
 */
async function strike(tab: Tab, xdotool: Xdotool, key: string): Promise<void> {
  await tab.evaluate(() => {
    if (window.__released__ === undefined) {
      addEventListener(
        'keyup',
        () => {
          window.__released__ = (window.__released__ ?? 0) + 1;
        },
        true,
      );
    }
    window.__released__ = 0;
  }, null);
  await xdotool('key', key);
  const deadline = performance.now() + START_MS;
  for (;;) {
    await pause(KEY_MS);
    // Enter may have led to another page, which has seen none.
    const released = await tab.evaluate(() => window.__released__ ?? 1, null).catch(() => 1);
    if (released > 0) return;
    if (performance.now() > deadline) throw new Error(`The page does not see the key ${key}`);
  }
}

/** Waits until keys reach a field: a person looks for the caret. The input method stays out of passwords. */
async function focused(tab: Tab, desktop: Desktop): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    const kind = await tab.evaluate(() => {
      const element = document.activeElement;
      if (element instanceof HTMLInputElement) return element.type;
      return element?.matches('textarea, [contenteditable]') ? 'text' : null;
    }, null);
    if (kind === 'password' || (kind !== null && (await desktop.hasFocus()))) return;
    await pause(PROBE_MS);
  }
  throw new Error('Nothing has the focus that can be typed into');
}

/** The corner of the page on the screen, below the bars of the browser, measured by moving the mouse. */
async function findCorner(tab: Tab, xdotool: Xdotool): Promise<Place> {
  await tab.evaluate(() => {
    addEventListener('mousemove', ({ clientX, clientY }) => {
      window.__mouse__ = { x: clientX, y: clientY };
    });
  }, null);
  const deadline = performance.now() + START_MS;
  let before = '';
  while (performance.now() < deadline) {
    const corners: string[] = [];
    for (const { x, y } of INSIDE) {
      await xdotool('mousemove', x, y);
      await pause(PROBE_MS);
      const seen = await tab.evaluate(() => window.__mouse__ ?? null, null);
      if (seen) corners.push(`${x - seen.x} ${y - seen.y}`);
    }
    // A late event reports the former place, and one of a moving window another corner.
    const [first, second] = corners;
    if (first !== undefined && first === second && first === before) {
      const [x = 0, y = 0] = first.split(' ').map(Number);
      return { x, y };
    }
    before = first ?? '';
  }
  throw new Error('The mouse does not reach the page');
}
