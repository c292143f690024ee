/**
 * Runs the built app in jsdom, which has no server, and prints the markup of pages while they wait for one:
 * `node take-frames.mjs DIST SETTINGS`, see `frames.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { populateGlobal } from 'vitest/runtime';

const [, , dist, settings = '{}'] = process.argv;
const { config, pages } = JSON.parse(settings);
const PATIENCE_MS = 60_000;

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const { window } = new JSDOM('<!doctype html><html lang="ko"><head></head><body></body></html>', {
  url: 'https://naru.invalid/login',
  pretendToBeVisual: true,
});
const { document, history, location, localStorage } = window;

/** Parts of a browser that the app uses and jsdom has not. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
let isPhone = false;
const mediaListeners = new Set();
Object.assign(window, {
  matchMedia: (query) => ({
    get matches() {
      return query === '(max-width: 767px)' && isPhone;
    },
    addEventListener: (_, listener) => mediaListeners.add(listener),
    removeEventListener: (_, listener) => mediaListeners.delete(listener),
  }),
  scrollTo: () => {},
  naruStatus: () => {},
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  PublicKeyCredential: Observer,
  isSecureContext: true,
  // Nothing comes from a server: the page shows what it shows while it waits.
  fetch: () => new Promise(() => {}),
});
Object.assign(document, { fonts: { load: () => new Promise(() => {}) } });
populateGlobal(globalThis, window, { bindFunctions: true });
const { fetch, AbortSignal, AbortController, isSecureContext } = window;
Object.assign(globalThis, { fetch, AbortSignal, AbortController, isSecureContext });

const meta = document.createElement('meta');
Object.assign(meta, { name: 'site-config', content: JSON.stringify(config) });
document.head.append(meta);
const root = document.createElement('div');
root.id = 'root';
document.body.append(root);

/** Waits until the page shows what it is known by, and nothing more changes. */
async function settle(path, sign) {
  const end = Date.now() + PATIENCE_MS;
  for (let before = ''; Date.now() < end; before = root.innerHTML) {
    await pause(20);
    const isShown = location.pathname === path && document.querySelector(sign) !== null;
    if (isShown && root.innerHTML === before) return;
  }
  throw new Error(`${path} does not show ${sign}: ${root.innerHTML.slice(0, 2000)}`);
}

/** The markup of the page, and apart from it the parts that depend on the settings of a site. */
function take(parts) {
  const frame = root.cloneNode(true);
  for (const footer of frame.querySelectorAll('footer')) footer.remove();
  const taken = Object.entries(parts).map(([name, selector]) => {
    const part = frame.querySelector(selector);
    if (part === null) throw new Error(`no ${name} in ${frame.innerHTML.slice(0, 2000)}`);
    const { outerHTML } = part;
    part.replaceWith(`%${name}%`);
    return [name, outerHTML];
  });
  return { html: frame.innerHTML, parts: Object.fromEntries(taken) };
}

const frames = {};
const encode = (claims) => Buffer.from(JSON.stringify(claims)).toString('base64url');
let isStarted = false;
for (const page of pages) {
  const { name, path, sign, parts } = page;
  isPhone = page.isPhone === true;
  for (const listener of mediaListeners) listener();
  if (path !== '/login') {
    const claims = { sub: '1', sid: 'none', exp: 9_999_999_999 };
    localStorage.setItem('accessToken', `a.${encode(claims)}.a`);
    localStorage.setItem('refreshToken', 'a.9999999999');
  }
  if (isStarted) {
    history.pushState(null, '', path);
    window.dispatchEvent(new window.PopStateEvent('popstate'));
  } else {
    history.replaceState(null, '', path);
    const [, start] = /src="\/(assets\/start-[^"]*)"/.exec(html) ?? [];
    await import(pathToFileURL(join(dist, start)).href);
    isStarted = true;
  }
  await settle(path, sign);
  frames[name] = take(parts);
}
process.stdout.write(JSON.stringify(frames), () => process.exit());
