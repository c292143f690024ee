/** Pixels of the finger's way that the mark follows. */
const FOLLOWED = 0.45;
/** How far the mark must be pulled, in px, before letting go refreshes. */
const FAR = 64;
/** Pixels above its area where the mark waits. */
const HIDDEN = 48;
const DONE_MS = 1200;

const TEXTS = {
  pull: '당겨서 새로 고침',
  release: '놓으면 새로 고침',
  busy: '새로 고치는 중입니다.',
  done: '새로 고쳤습니다.',
  failed: '새로 고치지 못했습니다. 네트워크 연결을 확인해 주세요.',
};

type PullOptions = {
  /** Whether the list shows its beginning. */
  isAtTop: () => boolean;
  /** Resolves to whether all of the list is new. */
  refresh: () => Promise<boolean>;
};

/** Refreshes a list that one finger pulls down at its beginning. Returns what ends the watch. */
export function watchPulls(area: HTMLElement, { isAtTop, refresh }: PullOptions): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let from: { x: number; y: number } | null = null;
  let pulled = 0;
  let isBusy = false;
  const mark = makeMark(area);

  const letGo = () => {
    from = null;
    pulled = 0;
    mark.hide();
  };
  const run = async () => {
    from = null;
    pulled = 0;
    isBusy = true;
    mark.show(FAR, TEXTS.busy);
    const isNew = await refresh().catch(() => false);
    isBusy = false;
    if (signal.aborted) return;
    mark.show(FAR, isNew ? TEXTS.done : TEXTS.failed);
    mark.hide(isNew ? DONE_MS : DONE_MS * 3);
  };
  const begin = ({ touches: [touch, second], target }: TouchEvent) => {
    const mayPull = touch && !second && !isBusy && isAtTop() && !isInScrolledBox(target, area);
    from = mayPull ? { x: touch.clientX, y: touch.clientY } : null;
    pulled = 0;
  };
  const move = (event: TouchEvent) => {
    const [touch, second] = event.touches;
    if (from === null || touch === undefined) return;
    const down = touch.clientY - from.y;
    const isSideways = Math.abs(touch.clientX - from.x) > down;
    // The first move decides whether the gesture is a pull; the browser scrolls or swipes otherwise.
    if (second || (pulled === 0 && (isSideways || !event.cancelable))) {
      letGo();
      return;
    }
    event.preventDefault();
    pulled = Math.max(1, down * FOLLOWED);
    mark.show(Math.min(pulled, FAR * 1.5), pulled < FAR ? TEXTS.pull : TEXTS.release);
  };
  const end = () => {
    if (pulled >= FAR) void run();
    else if (pulled > 0) letGo();
    from = null;
  };
  area.addEventListener('touchstart', begin, { signal, passive: true });
  area.addEventListener('touchmove', move, { signal, passive: false });
  area.addEventListener('touchend', end, { signal });
  area.addEventListener('touchcancel', letGo, { signal });
  return () => {
    listening.abort();
    mark.remove();
  };
}

/** The same for a list inside a panel, which scrolls with it. */
export function watchPanelPulls(list: HTMLElement, refresh: PullOptions['refresh']): () => void {
  const outside = list.closest('[role="dialog"]')?.parentElement ?? null;
  return watchPulls(list, { isAtTop: () => !isInScrolledBox(list, outside), refresh });
}

/** Whether `target` or a box around it, inside of `outside`, is scrolled. */
function isInScrolledBox(target: EventTarget | null, outside: Element | null): boolean {
  let box = target instanceof Element ? target : null;
  for (; box !== null && box !== outside; box = box.parentElement) {
    if (box.scrollTop > 0) return true;
  }
  return false;
}

/** The label that comes down with the finger; it announces the result only. */
function makeMark(area: HTMLElement) {
  const mark = document.createElement('div');
  mark.setAttribute('role', 'status');
  mark.className =
    'pointer-events-none fixed inset-x-0 z-20 mx-auto w-fit rounded-full border border-line bg-paper px-4 py-2 font-semibold text-ink-2 text-sm shadow-pop';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remove = () => {
    clearTimeout(timer);
    mark.remove();
  };
  return {
    remove,
    show(way: number, text: string) {
      clearTimeout(timer);
      if (!mark.isConnected) {
        mark.style.top = `${Math.max(0, area.getBoundingClientRect().top) - HIDDEN}px`;
        area.append(mark);
      }
      mark.setAttribute(
        'aria-live',
        text === TEXTS.pull || text === TEXTS.release ? 'off' : 'polite',
      );
      if (mark.textContent !== text) mark.textContent = text;
      mark.style.transition = '';
      mark.style.opacity = String(Math.min(1, way / FAR));
      mark.style.transform = `translateY(${Math.round(way)}px)`;
    },
    hide(afterMs = 0) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        mark.style.transition = 'transform 160ms ease-out, opacity 160ms ease-out';
        mark.style.opacity = '0';
        mark.style.transform = '';
        timer = setTimeout(remove, 200);
      }, afterMs);
    },
  };
}
