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

  // The app replaces the splash. When its code cannot be loaded, the splash says so.
  const fail = ({ target }) => {
    const splash = document.getElementById('splash');
    const isCode = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
    if (splash === null || !isCode) return;
    for (const part of splash.querySelectorAll('[data-when]')) {
      part.hidden = part.dataset.when !== 'failed';
    }
    splash.querySelector('button').onclick = () => location.reload();
    addEventListener('online', () => location.reload());
  };
  addEventListener('error', fail, true);
})();
