import type { Opened } from './parts.ts';

const ZOOM_STEP = 1.25;
const ZOOM = { min: 0.4, max: 5 };
/** Pages that a key turns, and factors by which one zooms. */
const PAGE_KEYS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
const ZOOM_KEYS: Record<string, number> = {
  '+': ZOOM_STEP,
  '=': ZOOM_STEP,
  '-': 1 / ZOOM_STEP,
};
const MARGIN = '600px 0px';
/** Pixels beside a page that fits the width. */
const BESIDE = 24;
/** The widest that a page is at first. */
const WIDEST = 960;
/** A new size is drawn once the zoom has rested so long. */
const REST_MS = 250;

export interface Place {
  box: HTMLElement;
  scale: number;
  /** False once the part is out of view, or drawn anew. */
  isWanted: () => boolean;
}

interface Shown {
  /** What a part is called where they are numbered, such as a page. */
  label: string | null;
  /** The nodes of a part; null when it is not wanted any more. */
  draw: (at: number, place: Place) => Promise<readonly Node[] | null>;
  /** Ends the drawing of a part that is out of view. */
  clear?: (at: number) => void;
}

const element = (id: string) => document.getElementById(id) as HTMLElement;

/**
 * Shows the parts of a file below each other. Those in view and near to it are drawn, others are empty boxes of their
 * size. Resolves when the first one is drawn.
 */
export async function showParts(opened: Opened, { label, draw, clear }: Shown): Promise<void> {
  const content = element('content');
  const { parts } = opened;
  const first = parts[0]?.width;
  const fit = first === undefined ? 1 : Math.min(content.clientWidth - BESIDE, WIDEST) / first;
  let zoom = 1;
  const boxes = parts.map(({ width, height }) => {
    const box = document.createElement('div');
    box.className = width === undefined ? 'part' : 'part page';
    setSize(box, {
      ...(width !== undefined && { width: width * fit }),
      height: height * (width === undefined ? 1 : fit),
    });
    return box;
  });
  /** Those in view and near to it, with their latest drawing. */
  const near = new Map<Element, object>();
  const places = new Map<Element, number>(boxes.map((box, at) => [box, at]));
  const numberOf = (box: Element) => places.get(box) ?? 0;

  async function redraw(box: HTMLElement): Promise<void> {
    const drawing = {};
    near.set(box, drawing);
    const isWanted = () => near.get(box) === drawing;
    const nodes = await draw(numberOf(box), { box, scale: fit * zoom, isWanted });
    if (nodes === null || !isWanted()) return;
    box.replaceChildren(...nodes);
    // Its height is what its content has, but for a page.
    if (!box.classList.contains('page')) box.style.removeProperty('min-height');
  }

  function drawSoon(box: HTMLElement): Promise<void> {
    return redraw(box).catch(() => {
      if (near.has(box) && box.childElementCount === 0) {
        box.textContent = '이 부분을 표시하지 못했습니다. 내려받아 확인해 주세요.';
      }
    });
  }

  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const box = target as HTMLElement;
        if (!isIntersecting && near.delete(box)) empty(box);
        else if (isIntersecting && !near.has(box)) drawSoon(box);
      }
    },
    { root: content, rootMargin: MARGIN },
  );

  /** Its place stays as large as it was. */
  function empty(box: HTMLElement): void {
    clear?.(numberOf(box));
    if (!box.classList.contains('page')) box.style.minHeight = `${box.offsetHeight}px`;
    box.replaceChildren();
  }

  let resting: ReturnType<typeof setTimeout>;
  function zoomTo(wanted: number): void {
    const next = Math.min(ZOOM.max, Math.max(ZOOM.min, wanted));
    const ratio = next / zoom;
    const middle = {
      left: content.scrollLeft + content.clientWidth / 2,
      top: content.scrollTop + content.clientHeight / 2,
    };
    zoom = next;
    document.documentElement.style.setProperty('--zoom', String(zoom));
    content.scrollTo({
      left: middle.left * ratio - content.clientWidth / 2,
      top: middle.top * ratio - content.clientHeight / 2,
    });
    clearTimeout(resting);
    if (first !== undefined)
      resting = setTimeout(() => {
        for (const box of near.keys()) drawSoon(box as HTMLElement);
      }, REST_MS);
  }

  function current(): number {
    const { left, top, width, height } = content.getBoundingClientRect();
    const box = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.part');
    return box ? numberOf(box) : 0;
  }

  function showPlace(): void {
    element('place').textContent =
      label === null ? '' : `${current() + 1} / ${boxes.length}${label}`;
  }

  content.replaceChildren(...boxes);
  element('tools').hidden = false;
  if (opened.note !== undefined) {
    element('note').textContent = opened.note;
    element('note').hidden = false;
  }
  listen({ content, zoomBy: (factor) => zoomTo(zoom * factor), turn });
  content.addEventListener('scroll', showPlace, { passive: true });

  function turn(pages: number): boolean {
    if (label === null) return false;
    const at = Math.min(boxes.length - 1, Math.max(0, current() + pages));
    boxes[at]?.scrollIntoView({ block: 'start' });
    return true;
  }

  const [start] = boxes;
  if (start !== undefined && boxes.length === 1) await redraw(start);
  else if (start !== undefined) await drawSoon(start);
  for (const box of boxes) watch.observe(box);
  showPlace();
  // It scrolls by keys.
  content.tabIndex = 0;
  content.focus();
}

function setSize(box: HTMLElement, { width, height }: { width?: number; height: number }): void {
  if (width === undefined) {
    box.style.minHeight = `calc(${height}px * var(--zoom))`;
    return;
  }
  box.style.width = `calc(${width}px * var(--zoom))`;
  box.style.height = `calc(${height}px * var(--zoom))`;
}

interface Controls {
  content: HTMLElement;
  zoomBy: (factor: number) => void;
  turn: (pages: number) => boolean;
}

/** Buttons, keys, the wheel with Ctrl, and two fingers. */
function listen({ content, zoomBy, turn }: Controls): void {
  element('smaller').onclick = () => zoomBy(1 / ZOOM_STEP);
  element('larger').onclick = () => zoomBy(ZOOM_STEP);
  addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    const { [event.key]: pages } = PAGE_KEYS;
    const { [event.key]: factor } = ZOOM_KEYS;
    if (factor !== undefined) zoomBy(factor);
    else if (pages === undefined || !turn(pages)) return;
    event.preventDefault();
  });
  content.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 200));
    },
    { passive: false },
  );
  let apart = 0;
  const distance = ({ touches: [one, other] }: TouchEvent) =>
    one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
  content.addEventListener(
    'touchstart',
    (event) => {
      apart = distance(event);
    },
    { passive: true },
  );
  content.addEventListener(
    'touchmove',
    (event) => {
      const now = distance(event);
      if (apart === 0 || now === 0) return;
      event.preventDefault();
      zoomBy(now / apart);
      apart = now;
    },
    { passive: false },
  );
}
