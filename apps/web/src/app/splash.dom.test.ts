import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const page = new DOMParser().parseFromString(read('index.html'), 'text/html');

/** Runs the script of the page on a copy of its splash. */
function start() {
  document.body.replaceChildren(page.body.cloneNode(true));
  new Function(read('public/start.js'))();
  return {
    bar: document.getElementById('splash-bar') as HTMLElement,
    alert: document.querySelector('[role="alert"]') as HTMLElement,
    button: document.querySelector('button') as HTMLButtonElement,
  };
}

afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the splash', () => {
  it('is what the app replaces, in the colours of both themes [UI-97]', () => {
    expect(page.querySelector('#root > #splash > #splash-name')?.textContent).toBe('나루');
    const colours = read('public/splash.css').match(/light-dark\([^)]+\)/g) ?? [];
    const tokens = read('src/ui/tokens.css');
    expect(colours.length).toBeGreaterThan(4);
    for (const colour of colours) expect(tokens).toContain(`: ${colour};`);
  });

  it('fixes the order of the layers of the styles that follow', () => {
    const tailwind = read('../../node_modules/tailwindcss/index.css');
    const order = /^@layer (.+);/m.exec(tailwind)?.[1];
    expect(read('public/splash.css')).toContain(`@layer properties, ${order};`);
  });

  it('says when the code of the app cannot be loaded, and reloads on request [UI-97]', () => {
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    const { bar, alert, button } = start();
    expect([bar.hidden, alert.hidden, button.hidden]).toEqual([false, true, true]);
    window.dispatchEvent(new Event('error'));
    expect(alert.hidden).toBe(true);
    const script = document.body.appendChild(document.createElement('script'));
    script.dispatchEvent(new Event('error'));
    expect([bar.hidden, alert.hidden, button.hidden]).toEqual([true, false, false]);
    expect(reload).not.toHaveBeenCalled();
    button.click();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('comes back when the code of a page with a frame cannot be loaded [UI-97, UI-664]', () => {
    const { alert } = start();
    const frame = document.createElement('div');
    frame.id = 'frame';
    document.getElementById('root')?.prepend(frame);
    document.body.appendChild(document.createElement('script')).dispatchEvent(new Event('error'));
    expect([frame.hidden, alert.hidden]).toEqual([true, false]);
    const rule = /#frame\[hidden\],\s*#frame:not\(\[hidden\]\) \+ #splash,[^{]*\{\s*display: none/;
    expect(read('public/splash.css')).toMatch(rule);
  });

  it.each([
    ['/main/community/free', ['/list.js', '/inputs.js']],
    ['/main/community/free/post/7', ['/post.js']],
    ['/main/community/free/post/new', []],
    ['/login', ['/login.js']],
    ['/main', []],
  ])(
    'loads what %s needs along with the app, which a failure leaves to the app [UI-234]',
    (pathname, files) => {
      vi.stubGlobal('location', { pathname });
      const script = document.createElement('script');
      const ofLists = { listCode: '/list.js /inputs.js', postCode: '/post.js' };
      Object.assign(script.dataset, { ...ofLists, loginCode: '/login.js' });
      vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
      const { alert } = start();
      const links = [...document.head.querySelectorAll('link')];
      expect(links.map((link) => [link.rel, link.getAttribute('href')])).toEqual(
        files.map((file) => ['modulepreload', file]),
      );
      for (const link of links) link.dispatchEvent(new Event('error'));
      expect(alert.hidden).toBe(true);
    },
  );

  it('shows the chosen theme before the first paint', () => {
    localStorage.setItem('naru.theme', 'dark');
    start();
    expect(document.documentElement.dataset.theme).toBe('dark');
  });
});
