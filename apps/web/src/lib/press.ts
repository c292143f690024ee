/** What waits for the mouse button to be released; null while none is held. */
let waiting: (() => void)[] | null = null;

function release(): void {
  // The click comes right after the release.
  setTimeout(() => {
    const all = waiting;
    waiting = null;
    for (const go of all ?? []) go();
  });
}

// A touch has no button, but browsers send these events for it too, and move the focus with them.
window.addEventListener(
  'mousedown',
  ({ button }) => {
    if (button === 0) waiting ??= [];
  },
  true,
);
window.addEventListener('mouseup', release, true);
window.addEventListener('dragend', release, true);
window.addEventListener('blur', release);

/**
 * Resolves after the press under way and its click; at once when there is none. What moves the page in
 * between makes the click miss what was pressed.
 */
export function pressEnd(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting === null) resolve();
    else waiting.push(resolve);
  });
}
