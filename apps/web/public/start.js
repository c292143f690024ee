// Runs before the first paint. A separate file because the content security policy forbids inline
// scripts.
(() => {
  const recall = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  // A chosen theme never flashes.
  const choice = recall('naru.theme');
  document.documentElement.dataset.theme =
    choice === 'light' || choice === 'dark' ? choice : 'system';

  // The font comes after the first page of a first visit: the browser has no service worker of the site yet.
  if (navigator.serviceWorker?.controller === null) {
    document.documentElement.dataset.fonts = 'system';
  }

  // The code of a list, a post or the login comes along with that of the app, instead of after it.
  const path = location.pathname;
  const [page, post] = /^\/main\/community\/[^/]+(\/post\/\d+)?\/?$/.exec(path) ?? [];
  const { postCode, listCode, loginCode } = document.currentScript?.dataset ?? {};
  const code = page ? (post ? postCode : listCode) : /^\/login\/?$/.test(path) && loginCode;
  for (const href of code ? code.split(' ') : []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }

  // The browser offers once, maybe before the app listens; `lib/install.ts` takes it from here.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.naruInstall = event;
    dispatchEvent(new Event('naru-install'));
  });

  // The lines above every page: here, so that the first paint has them and no page moves for them.
  const NAMES = { INFO: '안내', WARNING: '주의', URGENT: '긴급', READ_ONLY: '읽기 전용' };
  const make = (name, props, ...children) => {
    const element = Object.assign(document.createElement(name), props);
    element.append(...children);
    return element;
  };
  const makeLine = ({ level, text, url, id }) => {
    const words = make('p', {}, make('strong', {}, NAMES[level]), ' ', text);
    if (url) {
      const target = url[0] === '/' ? '' : '_blank';
      words.append(' ', make('a', { href: url, target, rel: 'noreferrer' }, '자세히'));
    }
    const more = make('button', { type: 'button', hidden: true }, '더 보기');
    more.onclick = () => {
      more.remove();
      words.className = 'whole';
    };
    const line = make('aside', { ariaLabel: NAMES[level], className: level }, words, more);
    if (id && level !== 'URGENT') {
      const close = make('button', { type: 'button', ariaLabel: '알림 닫기' }, '✕');
      close.onclick = () => {
        line.remove();
        // The focus went with the button.
        document.querySelector('main')?.focus({ preventScroll: true });
        try {
          localStorage.setItem('naru.notice', id);
        } catch {}
      };
      line.append(close);
    }
    new ResizeObserver(() => {
      if (!more.parentNode) return;
      const cut = words.offsetHeight;
      words.className = 'whole';
      more.hidden = words.offsetHeight <= cut;
      words.className = '';
    }).observe(words);
    return line;
  };
  // `lib/site-status.ts` shows changes, and the console a preview in a place of its own.
  window.naruStatus = ({ notice, readOnly }, place = document.getElementById('site-notice')) => {
    const lines = readOnly ? [{ level: 'READ_ONLY', text: readOnly }] : [];
    if (notice && notice.id !== recall('naru.notice')) lines.push(notice);
    const shown = JSON.stringify(lines);
    if (place === null || place.dataset.shown === shown) return;
    place.dataset.shown = shown;
    place.ariaLive = notice?.level === 'URGENT' ? 'assertive' : 'polite';
    place.replaceChildren(...lines.map(makeLine));
  };
  document.addEventListener('readystatechange', () => {
    const config = document.querySelector('meta[name="site-config"]')?.content;
    const { status } = JSON.parse(config ?? '{}');
    if (status && document.readyState === 'interactive') window.naruStatus(status);
  });

  // The app replaces the splash. When its code cannot be loaded, the splash says so.
  const fail = ({ target }) => {
    const splash = document.getElementById('splash');
    const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
    if (splash === null || !(isStyle || target instanceof HTMLScriptElement)) return;
    const frame = document.getElementById('frame');
    if (frame !== null) frame.hidden = true;
    for (const part of splash.querySelectorAll('[data-when]')) {
      part.hidden = part.dataset.when !== 'failed';
    }
    splash.querySelector('button').onclick = () => location.reload();
    addEventListener('online', () => location.reload());
  };
  addEventListener('error', fail, true);

  // A form that is sent before the app runs would load a page with what it holds in its address; the app sends it
  // (`app/typed-before.ts`).
  addEventListener('submit', (event) => {
    if (document.getElementById('frame') === null) return;
    event.preventDefault();
    window.naruSubmitted = true;
  });
})();
