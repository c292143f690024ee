// Runs before the first paint, so that a chosen theme never flashes. A separate file because the
// content security policy forbids inline scripts.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem('naru.theme');
  } catch {
    choice = null;
  }
  document.documentElement.dataset.theme =
    choice === 'light' || choice === 'dark' ? choice : 'system';
})();
