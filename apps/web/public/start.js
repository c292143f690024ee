// Runs before the first paint. A separate file because the content security policy forbids inline
// scripts.
(() => {
  // A chosen theme never flashes.
  let choice = null;
  try {
    choice = localStorage.getItem('naru.theme');
  } catch {
    choice = null;
  }
  document.documentElement.dataset.theme =
    choice === 'light' || choice === 'dark' ? choice : 'system';

  // The code of a list or a post comes along with that of the app, instead of after it.
  const [page, post] = /^\/main\/community\/[^/]+(\/post\/\d+)?\/?$/.exec(location.pathname) ?? [];
  const { postCode, listCode } = document.currentScript?.dataset ?? {};
  const code = page && (post ? postCode : listCode);
  for (const href of code?.split(' ') ?? []) {
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

  // The app replaces the splash. When its code cannot be loaded, the splash says so.
  const fail = ({ target }) => {
    const splash = document.getElementById('splash');
    const isStyle = target instanceof HTMLLinkElement && target.rel === 'stylesheet';
    if (splash === null || !(isStyle || target instanceof HTMLScriptElement)) return;
    for (const part of splash.querySelectorAll('[data-when]')) {
      part.hidden = part.dataset.when !== 'failed';
    }
    splash.querySelector('button').onclick = () => location.reload();
    addEventListener('online', () => location.reload());
  };
  addEventListener('error', fail, true);
})();
