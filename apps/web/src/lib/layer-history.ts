import { PHONE } from './use-media.ts';

/**
 * Back on a phone closes the newest layer (dialog, panel, menu) instead of leaving the page. While
 * a layer is open, the history has one more entry with the page's address, which the router does
 * not see. The entry stays after another way of closing: the next layer reuses it, navigation
 * overwrites it, and Back skips it.
 */

type State = Record<string, unknown> | null;
type Entry = { state: State; href: string };

const MARK = 'naruLayer';
/** Of TanStack's history; the same for an entry and its layer entry. */
const INDEX = '__TSR_index';
const TOUCH = `${PHONE}, (pointer: coarse)`;

/** What closes each open layer, oldest first. */
const layers: (() => void)[] = [];
let entry: Entry;
/** The router may ask whether to leave, while the address is already that of the other page. */
let isLeaving = false;

function readEntry(): Entry {
  return { state: window.history.state, href: window.location.href };
}

function isLayer({ state }: Entry): boolean {
  return state?.[MARK] === true;
}

function withMark(state: State): State {
  return { ...state, [MARK]: true };
}

function withoutMark(state: State): State {
  if (!state) return state;
  const { [MARK]: _, ...rest } = state;
  return rest;
}

function replaceEntry(state: State, href?: string | URL | null): void {
  window.history.replaceState(state, '', href);
  entry = readEntry();
}

function pushEntry(state: State, href?: string | URL | null): void {
  window.history.pushState(state, '', href);
  entry = readEntry();
}

function addLayerEntry(): void {
  entry = readEntry();
  if (layers.length > 0 && !isLeaving && !isLayer(entry)) pushEntry(withMark(entry.state));
}

/** After the layers that are about to close have closed. */
function addLayerEntrySoon(): void {
  setTimeout(addLayerEntry, 0);
}

/** Back calls `close` until the returned function runs. Does nothing without touch. */
export function openLayer(close: () => void): () => void {
  if (!window.matchMedia(TOUCH).matches) return () => undefined;
  layers.push(close);
  addLayerEntry();
  return () => {
    layers.splice(layers.indexOf(close), 1);
  };
}

/** Handles a move between an entry and its layer entry; returns false for any other. */
function handleOwnMove(left: Entry): boolean {
  const isOwn = left.state?.[INDEX] === entry.state?.[INDEX];
  if (!isOwn || isLayer(left) === isLayer(entry)) return false;
  if (isLayer(entry)) {
    // Forward to the entry of a closed layer; the page may have replaced its address since.
    replaceEntry(withMark(left.state), left.href);
    return true;
  }
  if (left.href !== entry.href) replaceEntry(withoutMark(left.state), left.href);
  const close = layers.at(-1);
  if (close) {
    close();
    addLayerEntrySoon();
  } else {
    window.history.back();
  }
  return true;
}

type Listener = (event: Event) => unknown;

async function onPopState(event: Event, notifyRouter: Listener): Promise<void> {
  const left = entry;
  entry = readEntry();
  if (handleOwnMove(left)) return;
  isLeaving = true;
  try {
    await notifyRouter(event);
  } finally {
    isLeaving = false;
  }
}

/** The window for the router's history, without layer entries. */
export function windowForRouter() {
  const wrapped = new Map<Listener, Listener>();
  const { history } = window;
  entry = readEntry();
  const go = (delta: number) => history.go(isLayer(entry) && delta < 0 ? delta - 1 : delta);
  return {
    document,
    location: window.location,
    history: {
      get state() {
        return withoutMark(history.state);
      },
      get length() {
        return history.length;
      },
      pushState(state: State, _: string, href?: string) {
        if (isLayer(entry)) replaceEntry(state, href);
        else pushEntry(state, href);
        addLayerEntrySoon();
      },
      replaceState(state: State, _: string, href?: string) {
        replaceEntry(isLayer(entry) ? withMark(state) : state, href);
      },
      go,
      back: () => go(-1),
      forward: () => history.forward(),
    },
    addEventListener(type: string, listener: Listener, options?: AddEventListenerOptions) {
      const own: Listener =
        type === 'popstate' ? (event) => void onPopState(event, listener) : listener;
      wrapped.set(listener, own);
      window.addEventListener(type, own, options);
    },
    removeEventListener(type: string, listener: Listener, options?: EventListenerOptions) {
      window.removeEventListener(type, wrapped.get(listener) ?? listener, options);
    },
  };
}
