/** Fields that open the on-screen keyboard. */
const FIELDS = 'textarea, [contenteditable="true"], input:not([type=checkbox], [type=radio])';
/** A viewport that shrinks by less than this, in px, has at most shown a bar of the browser. */
const LEAST = 120;

/**
 * Keeps the buttons of what is being written in view when the on-screen keyboard opens. Sets
 * `--keyboard` to the height in px that it covers, in browsers whose layout does not shrink with it
 * (Safari); 0px elsewhere and while the page is zoomed. `data-keyboard` on the root says that it is
 * open, in all browsers.
 */
export function watchKeyboard(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const root = document.documentElement;
  /** The highest viewport of this width: that without a keyboard. */
  let full = { width: 0, height: 0 };
  const follow = () => {
    const { innerWidth: width, innerHeight: height } = window;
    if (width !== full.width || height > full.height) full = { width, height };
    const covered = height - viewport.height - viewport.offsetTop;
    const isZoomed = viewport.scale > 1.01;
    const keyboard = isZoomed ? 0 : Math.max(0, Math.round(covered));
    const lost = full.height - (isZoomed ? height : viewport.height);
    const isTyping = document.activeElement?.matches(FIELDS) === true;
    root.style.setProperty('--keyboard', `${keyboard}px`);
    root.toggleAttribute('data-keyboard', isTyping && lost > LEAST);
  };
  follow();
  viewport.addEventListener('scroll', follow);
  viewport.addEventListener('resize', () => {
    follow();
    document.activeElement?.closest('[data-composer]')?.scrollIntoView({ block: 'nearest' });
  });
  // After the next field has got the focus.
  document.addEventListener('focusout', () => setTimeout(follow));
}
