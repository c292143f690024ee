/**
 * Keeps the buttons of what is being written in view when the on-screen keyboard opens. Sets
 * `--keyboard` to the height in px that it covers, in browsers whose layout does not shrink with it
 * (Safari); 0px elsewhere and while the page is zoomed.
 */
export function watchKeyboard(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const follow = () => {
    const covered = window.innerHeight - viewport.height - viewport.offsetTop;
    const height = viewport.scale <= 1.01 ? Math.max(0, Math.round(covered)) : 0;
    document.documentElement.style.setProperty('--keyboard', `${height}px`);
  };
  viewport.addEventListener('scroll', follow);
  viewport.addEventListener('resize', () => {
    follow();
    document.activeElement?.closest('[data-composer]')?.scrollIntoView({ block: 'nearest' });
  });
}
