/**
 * Runs the built app in jsdom, which has no server, and prints the markup of its login:
 * `node take-frames.mjs DIST CONFIG`, see `frames.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { JSDOM } from 'jsdom';
import { populateGlobal } from 'vitest/runtime';

const [, , dist, config] = process.argv;
const PATIENCE_MS = 60_000;

const html = readFileSync(join(dist, 'index.html'), 'utf8');
const { window } = new JSDOM('<!doctype html><html lang="ko"><head></head><body></body></html>', {
  url: 'https://naru.invalid/login',
  pretendToBeVisual: true,
});
const { document } = window;

/** Parts of a browser that the app uses and jsdom has not. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Object.assign(window, {
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
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
Object.assign(meta, { name: 'site-config', content: config });
document.head.append(meta);
const root = document.createElement('div');
root.id = 'root';
document.body.append(root);

/** Waits until the page shows its field, and nothing more changes. */
async function settle() {
  const end = Date.now() + PATIENCE_MS;
  for (let before = ''; Date.now() < end; before = root.innerHTML) {
    await pause(20);
    const isShown = root.querySelector('input[autocomplete="username"]') !== null;
    if (isShown && root.innerHTML === before) return;
  }
  throw new Error(`the login does not come: ${root.innerHTML.slice(0, 2000)}`);
}

const [, start] = /src="\/(assets\/start-[^"]*)"/.exec(html) ?? [];
await import(pathToFileURL(join(dist, start)).href);
await settle();
for (const footer of root.querySelectorAll('footer')) footer.remove();
const mark = root.querySelector('main a > :first-child');
if (mark === null) throw new Error(`the login has no mark: ${root.innerHTML.slice(0, 2000)}`);
const { outerHTML } = mark;
mark.replaceWith('%mark%');
process.stdout.write(JSON.stringify({ html: root.innerHTML, mark: outerHTML }), () =>
  process.exit(),
);
