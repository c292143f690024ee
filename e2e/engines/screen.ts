import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import type { Held, Key, Tab } from './engine.ts';
import { installTools, type Look, type Target, toPlain } from './in-page.ts';

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 20_000;
const PROBE_MS = 40;
/** Marks the field that gets files, for the driver. */
const CHOSEN = 'data-chosen';

const require = createRequire(import.meta.url);
const library = readFileSync(
  require.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

export const button = (name: Target['name']): Target => ({ role: 'button', name });
export const link = (name: Target['name']): Target => ({ role: 'link', name });
export const heading = (name: Target['name']): Target => ({ role: 'heading', name });
/** Labels of required fields end with a star. */
export const field = (label: string): Target => ({
  label: new RegExp(`^${label.replace(/[()]/g, '\\$&')}\\*?$`),
});
export const text = (words: Target['text']): Target => ({ text: words });

/** The page of one person: what they do, and what they wait for. Each step waits until it can be taken. */
export class Screen {
  private readonly tab: Tab;
  private readonly url: string;
  /** What the last look saw, for the message of a step that cannot be taken. */
  private seen = '';

  constructor(tab: Tab, url: string) {
    this.tab = tab;
    this.url = url;
  }

  go(path: string): Promise<void> {
    return this.tab.goto(this.url + path);
  }

  async click(target: Target): Promise<void> {
    let before = '';
    let since = 0;
    const look = await this.until(`press ${named(target)}`, async () => {
      const look = await this.look(target);
      // What still moves would be missed.
      const place = `${look.x} ${look.y}`;
      const isNew = place !== before;
      if (isNew) since = performance.now();
      before = place;
      const isStill = !isNew && performance.now() - since >= (this.tab.aimMs ?? 0);
      return look.count === 1 && look.isFree && isStill ? look : null;
    });
    await this.tab.press(look.x, look.y);
  }

  /** Replaces what is in a field. */
  async fill(target: Target, words: string): Promise<void> {
    await this.click(target);
    await this.tab.key('a', 'Control');
    await this.tab.type(words);
    await this.until(`have ${words} in ${named(target)}`, async () => {
      const look = await this.look(target);
      return (look.value || look.text).includes(words) || null;
    });
  }

  /** Waits until a field holds these words and nothing else. */
  async shows(target: Target, words: string): Promise<void> {
    await this.until(`have only ${JSON.stringify(words)} in ${named(target)}`, async () => {
      const look = await this.look(target);
      return (look.count === 1 && (look.value || look.text) === words) || null;
    });
  }

  /** Gives files to a field, which may be hidden behind a button. */
  async upload(target: Target, paths: string[]): Promise<void> {
    await this.until(`find ${named(target)}`, async () => {
      const { count } = await this.look({ ...target, hidden: true }, CHOSEN);
      return count === 1 || null;
    });
    await this.tab.choose(CHOSEN, paths);
  }

  key(key: Key, held?: Held): Promise<void> {
    return this.tab.key(key, held);
  }

  type(words: string): Promise<void> {
    return this.tab.type(words);
  }

  /** Waits until there is one such thing, and returns what is seen of it. */
  see(target: Target): Promise<Look> {
    return this.until(`see ${named(target)}`, async () => {
      const look = await this.look(target);
      return look.count === 1 ? look : null;
    });
  }

  async gone(target: Target): Promise<void> {
    await this.until(`miss ${named(target)}`, async () => {
      const { count } = await this.look(target);
      return count === 0 || null;
    });
  }

  /** Waits for a path, with its query. */
  async at(path: RegExp): Promise<string> {
    return this.until(`be at ${path}`, async () => {
      const here = await this.read(() => location.pathname + location.search, null);
      return path.test(here) ? here : null;
    });
  }

  /** Waits until so many stored pictures inside are drawn. */
  async seePictures(target: Target, count: number): Promise<void> {
    await this.until(`see ${count} pictures in ${named(target)}`, async () => {
      await this.see(target);
      const drawn = await this.read((plain) => {
        const part = window.__find__?.(plain)[0];
        const stored = [...(part?.querySelectorAll('img') ?? [])].filter(({ src }) =>
          src.includes('/files/'),
        );
        stored[0]?.scrollIntoView({ block: 'center', behavior: 'instant' });
        return stored.filter(({ naturalWidth }) => naturalWidth > 0).length;
      }, toPlain(target));
      return drawn >= count || null;
    });
  }

  /** Whether the page is wider than the window. */
  scrollsSideways(): Promise<boolean> {
    return this.read(() => document.documentElement.scrollWidth > innerWidth, null);
  }

  read<A, R>(run: (argument: A) => R, argument: A): Promise<R> {
    return this.tab.evaluate(run, argument);
  }

  private async look(target: Target, marked: string | null = null): Promise<Look> {
    await this.equip();
    const look = await this.tab.evaluate(
      ({ plain, marked }) => {
        if (window.__look__ === undefined) throw new Error('another page');
        return window.__look__(plain, marked);
      },
      { plain: toPlain(target), marked },
    );
    this.seen = `${look.count} of them, ${look.isFree ? 'free' : 'covered or unusable'}: ${look.value || look.text}`;
    return look;
  }

  /** Each document gets the tools when it is first looked at. */
  private async equip(): Promise<void> {
    if (await this.tab.evaluate(() => '__look__' in window, null)) return;
    await this.tab.run(library);
    await this.tab.evaluate(installTools, undefined);
  }

  /** Repeats a look until it gives something; a page that goes away in the middle is looked at again. */
  private async until<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    const deadline = performance.now() + PATIENCE_MS;
    let last = '';
    while (performance.now() < deadline) {
      const result = await look().catch((error: Error) => {
        last = error.message;
        return null;
      });
      if (result !== null) return result;
      await pause(PROBE_MS);
    }
    throw new Error(`Could not ${what}; last seen: ${this.seen || 'nothing'}. ${last}`);
  }
}

const named = (target: Target): string =>
  JSON.stringify(target, (_key, value) => (value instanceof RegExp ? String(value) : value));
