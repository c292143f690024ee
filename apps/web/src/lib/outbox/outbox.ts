import { createStore } from '../store.ts';
import { loadWriting, removeWriting, saveWriting } from '../stored-writing.ts';

/** Something written that the server has not confirmed. */
export type Unsent = {
  /** Makes sending again idempotent. */
  clientId: string;
  /** ISO time. */
  date: string;
  state: 'sending' | 'failed';
  /** Failure text for the member. */
  reason: string | null;
  /** The server was unreachable; sent again when the connection returns. */
  isOffline: boolean;
};

type State = Pick<Unsent, 'state' | 'reason' | 'isOffline'>;
type Stored<Body> = Pick<Unsent, 'clientId' | 'date'> & Body & { refusal?: string };

type Options<Place extends object, Body extends object> = {
  /** Where the items of one place are stored; they are sent in their order. */
  nameOf: (place: Place) => string;
  placeOf: (place: Place) => Place;
  isBody: (value: object) => value is Body;
  /** What is stored of a body. */
  bodyOf: (body: Body) => Body;
  /** False for items that live as long as the page; default: all are stored. */
  isPersistent?: (body: Body) => boolean;
  onRemoved?: (body: Body) => void;
  /** State of an item after a reload, unless the server had refused it. */
  restored: State;
};

export type Outbox<Place extends object, Body extends object> = ReturnType<
  typeof createOutbox<Place, Body>
>;

/**
 * Unsent writing of all places, oldest first. It is also in local storage, which a closing page still
 * writes, and which other tabs follow; where that is full or blocked it lives as long as the page.
 */
export function createOutbox<Place extends object, Body extends object>(
  options: Options<Place, Body>,
) {
  const { nameOf, placeOf, isBody, bodyOf, isPersistent = () => true, onRemoved } = options;
  type Item = Unsent & Place & Body;
  const items = createStore<readonly Item[]>([]);

  function isStored(value: unknown): value is Stored<Body> {
    if (typeof value !== 'object' || value === null) return false;
    const { clientId, date }: { clientId?: unknown; date?: unknown } = value;
    return typeof clientId === 'string' && typeof date === 'string' && isBody(value);
  }
  const isList = (value: unknown): value is Stored<Body>[] =>
    Array.isArray(value) && value.every(isStored);
  const storedAt = (name: string) => loadWriting(name, isList)?.content ?? [];

  /** Reads before writing, because another tab may have stored items of the same place. */
  function changeStored(place: Place, change: (stored: Stored<Body>[]) => Stored<Body>[]): boolean {
    const name = nameOf(place);
    const next = change(storedAt(name));
    if (next.length > 0) return saveWriting(name, next);
    removeWriting(name);
    return true;
  }

  function toStored(item: Item): Stored<Body> {
    const { clientId, date, state, reason, isOffline } = item;
    const isRefused = state === 'failed' && !isOffline && reason !== null;
    return { ...bodyOf(item), clientId, date, ...(isRefused && { refusal: reason }) };
  }

  function fromStored(place: Place, stored: Stored<Body>): Item {
    const { clientId, date, refusal } = stored;
    const refused = { state: 'failed', reason: refusal ?? null, isOffline: false } as const;
    const state = refusal === undefined ? options.restored : refused;
    return { ...placeOf(place), ...bodyOf(stored), clientId, date, ...state };
  }

  /** In memory only. */
  function change(clientId: string, part: Partial<Body> | State): void {
    items.set(
      items.get().map((item) => (item.clientId === clientId ? { ...item, ...part } : item)),
    );
  }

  return {
    items,
    nameOf,

    /** Returns false when it could not be stored; then it is only in memory. */
    add(item: Item): boolean {
      items.set([...items.get(), item]);
      return isPersistent(item) && changeStored(item, (stored) => [...stored, toStored(item)]);
    },

    update(clientId: string, state: State): void {
      change(clientId, state);
      const item = items.get().find((one) => one.clientId === clientId);
      if (item === undefined || state.isOffline) return;
      changeStored(item, (stored) =>
        stored.map((one) => (one.clientId === clientId ? toStored(item) : one)),
      );
    },

    /** Changes what an item holds, in memory only. */
    change: (clientId: string, body: Partial<Body>): void => change(clientId, body),

    remove(item: Item): void {
      onRemoved?.(item);
      items.set(items.get().filter(({ clientId }) => clientId !== item.clientId));
      changeStored(item, (stored) => stored.filter(({ clientId }) => clientId !== item.clientId));
    },

    dropPlace(place: Place): void {
      const name = nameOf(place);
      for (const item of items.get()) if (nameOf(item) === name) onRemoved?.(item);
      items.set(items.get().filter((item) => nameOf(item) !== name));
      removeWriting(name);
    },

    /** Whether it is in local storage; another tab may have sent or removed it. */
    isStored: (item: Item) =>
      storedAt(nameOf(item)).some(({ clientId }) => clientId === item.clientId),

    /** Restores what an earlier visit or another tab stored for the place. */
    restore(place: Place): void {
      const known = new Set(items.get().map(({ clientId }) => clientId));
      const lost = storedAt(nameOf(place)).filter(({ clientId }) => !known.has(clientId));
      if (lost.length === 0) return;
      items.set([...items.get(), ...lost.map((stored) => fromStored(place, stored))]);
    },
  };
}
