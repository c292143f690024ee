/** A crossed-out picture in grey, which suits light and dark pages, and a line that says so. */
const PLACEHOLDER = '/missing-picture.svg';
const STORED = '/files/';

/**
 * Shows a placeholder for pictures of posts that do not load, such as while the storage of files is
 * away; one behind text only leaves. Pictures in an editor stay as they are: what it shows is what it saves.
 */
export function watchPictures(): void {
  // Errors of pictures do not bubble.
  document.addEventListener('error', ({ target }) => replace(target), { capture: true });
}

function replace(target: EventTarget | null): void {
  if (!(target instanceof HTMLImageElement) || target.closest('[contenteditable]')) return;
  if (!target.getAttribute('src')?.startsWith(STORED)) return;
  target.hidden = target.getAttribute('aria-hidden') === 'true';
  target.removeAttribute('srcset');
  target.src = PLACEHOLDER;
}
