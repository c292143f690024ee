/** A crossed-out picture in grey, which suits light and dark pages. */
const PLACEHOLDER = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
<rect width="640" height="360" fill="#8a94a6" fill-opacity=".16"/>
<g transform="translate(260 120) scale(5)" fill="none" stroke="#8a94a6" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">
<path d="M2 2l20 20M10.4 10.4a2 2 0 1 1-2.8-2.8M13.5 13.5L6 21M18 12l3 3M3.6 3.6A2 2 0 0 0 3 5v14a2 2 0 0 0 2 2h14c.55 0 1.05-.22 1.41-.59M21 15V5a2 2 0 0 0-2-2H9"/>
</g></svg>`,
)}`;

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
  target.title = '사진을 불러오지 못했습니다. 잠시 후 페이지를 새로고침해 주세요.';
  target.removeAttribute('srcset');
  target.src = PLACEHOLDER;
}
