import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type DraftKey, loadDraft, ownDraftKey, removeDraft, saveDraft } from './draft.ts';
import { useOnHide } from './use-on-hide.ts';

/** What is said below a field about text of an earlier visit. */
export type DraftOffer =
  | { kind: 'restored'; drop: () => void }
  /** The stored content has changed since; `text` was typed before and is not in the field. */
  | { kind: 'outdated'; text: string; take: () => void; drop: () => void }
  | { kind: 'dropped'; take: () => void };

/** Every field of more than one line has one: what is typed survives a reload, Back and a lost session. */
export type FieldDraft = { offer: DraftOffer | null };

/** What was typed into a field, and what was stored on the server then. */
type Change = { from: unknown; to: unknown };
type Changes = Record<string, Change>;

/** Nothing of an earlier visit is in the field. */
export const NO_DRAFT_NOTE: FieldDraft = { offer: null };

const NONE: Changes = {};
const DEBOUNCE_MS = 300;

function isChanges(value: unknown): value is Changes {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (one) => typeof one === 'object' && one !== null && 'to' in one,
  );
}

/** Earlier releases stored the text of the last field alone. */
function readChanges(key: DraftKey, saved: object): Changes {
  const isText = (value: unknown) => typeof value === 'string';
  const content = loadDraft(
    key,
    (value): value is Changes | string => isText(value) || isChanges(value),
  )?.content;
  if (typeof content !== 'string') return content ?? NONE;
  const [field, from] = Object.entries(saved).at(-1) ?? ['', ''];
  return { [field]: { from, to: content } };
}

function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((value) => (typeof value === 'string' ? value.trim() : value));
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The values by the paths of their fields, such as `footer.about`; a list is one value. */
function flatten(values: object, prefix = ''): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flatten(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value]],
  );
}

function changesOf(saved: object, typed: object, omits: readonly string[]): Changes {
  const before = new Map(flatten(saved));
  return Object.fromEntries(
    flatten(typed)
      .filter(([field, to]) => to !== undefined && !omits.includes(field.split('.')[0] ?? ''))
      .filter(([field, to]) => !isSame(before.get(field) ?? '', to ?? ''))
      .map(([field, to]) => [field, { from: before.get(field), to }]),
  );
}

/** Divides what was typed by whether the server still has what it was typed over. */
function sortOut(changes: Changes, saved: object): { fresh: Changes; outdated: Changes } {
  const [fresh, outdated]: [Changes, Changes] = [{}, {}];
  const now = new Map(flatten(saved));
  for (const [field, change] of Object.entries(changes)) {
    if (isSame(now.get(field), change.to)) continue;
    (isSame(now.get(field), change.from) ? fresh : outdated)[field] = change;
  }
  return { fresh, outdated };
}

/** `values` with what was typed. */
function withChanges<T extends object>(values: T, changes: Changes): T {
  const copy = structuredClone(values);
  for (const [field, { to }] of Object.entries(changes)) {
    const names = field.split('.');
    const last = names.pop() ?? '';
    let place: object = copy;
    for (const name of names) {
      const inner: unknown = Reflect.get(place, name);
      const next = typeof inner === 'object' && inner !== null ? inner : {};
      Reflect.set(place, name, next);
      place = next;
    }
    Reflect.set(place, last, to);
  }
  return copy;
}

/** Stores what changed between `before` and `now`; what another tab typed into other fields stays. */
function storeChanges(key: DraftKey, before: Changes, now: Changes): void {
  const stored = { ...loadDraft(key, isChanges)?.content };
  for (const field of Object.keys({ ...before, ...now })) {
    const [was, is] = [before[field], now[field]];
    if (isSame(was, is)) continue;
    if (is !== undefined) stored[field] = is;
    else if (isSame(stored[field], was)) delete stored[field];
  }
  if (Object.keys(stored).length === 0) removeDraft(key);
  else saveDraft(key, stored);
}

type Options<T> = {
  /** Names the form and what it is about, such as `role-12`; null stores nothing. */
  name: string | DraftKey | null;
  /** What the server has. */
  saved: T;
  /** What the fields have. */
  typed: T;
  /** Puts values into the fields. */
  show: (values: T) => void;
  /** Fields that are not stored. */
  omits?: readonly string[];
};

/**
 * Keeps on the device what is typed over `saved`, per field, and restores it at the next visit. A field that the
 * server has newer is not overwritten: its text is offered instead.
 */
export function useTypedDraft<T extends object>({
  name,
  saved,
  typed,
  show,
  omits = [],
}: Options<T>) {
  const [key] = useState(() => (typeof name === 'string' ? ownDraftKey(name) : name));
  const [found] = useState(() => {
    return key === null ? sortOut(NONE, saved) : sortOut(readChanges(key, saved), saved);
  });
  const [outdated, setOutdated] = useState(found.outdated);

  const [ends, setEnds] = useState(0);
  /** What the fields were started from: what another device saves since is not what was typed over. */
  const [base, setBase] = useState<{ values: object; ends: number }>({ values: saved, ends });
  const start = (values: T) => setBase({ values: structuredClone(values), ends });
  if (base.ends !== ends) start(typed);
  const { draft: note, hide } = useRestoredNote<T>({
    isRestored: Object.keys(found.fresh).length > 0,
    read: () => structuredClone(typed),
    show: (values) => {
      if (values === saved) start(saved);
      show(values);
    },
    blank: saved,
  });

  const text = JSON.stringify(changesOf(base.values, typed, omits));
  const latest = useRef(text);
  const first = useRef(text);
  const isMoved = useRef(false);
  /** What was found, stored or ended, and is not stored again: another tab may have sent it since. */
  const done = useRef(JSON.stringify(found.fresh));
  const store = useCallback(
    (next: string) => {
      if (key === null || !isMoved.current || next === done.current) return;
      const before: Changes = JSON.parse(done.current);
      done.current = next;
      storeChanges(key, before, JSON.parse(next));
    },
    [key],
  );
  useLayoutEffect(() => {
    latest.current = text;
    // Until what was found is shown, the fields have less than the draft.
    if (text !== first.current || text === done.current) isMoved.current = true;
  }, [text]);
  useEffect(() => {
    const timer = setTimeout(() => store(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [store, text]);
  useOnHide(() => store(latest.current));
  useEffect(() => () => store(latest.current), [store]);

  const restore = useRef(() => show(withChanges(typed, found.fresh)));
  useLayoutEffect(() => {
    if (done.current !== JSON.stringify(NONE)) restore.current();
  }, []);

  /** Of one of the fields; `isOneOfMany` if other fields say the same of themselves. */
  const draftOf = (field: string, isOneOfMany = false): FieldDraft => {
    const change = outdated[field];
    if (change !== undefined) {
      const settle = () => setOutdated(({ [field]: _, ...others }) => others);
      return {
        offer: {
          kind: 'outdated',
          text: String(change.to),
          take: () => {
            settle();
            show(withChanges(typed, { [field]: change }));
          },
          drop: () => {
            settle();
            if (key !== null) storeChanges(key, { [field]: change }, NONE);
          },
        },
      };
    }
    return isOneOfMany && found.fresh[field] === undefined ? NO_DRAFT_NOTE : note;
  };
  return {
    draftOf,
    /** It was sent or given up: removes what this form stored, until something else is typed. */
    end: useCallback(() => {
      const before: Changes = JSON.parse(done.current);
      done.current = latest.current;
      hide();
      setEnds((count) => count + 1);
      if (key === null) return;
      for (const own of [before, JSON.parse(latest.current)]) storeChanges(key, own, NONE);
    }, [key, hide]),
  };
}

/** The text of a single field with its draft. */
export function useDraftText(name: string | DraftKey | null, saved = '') {
  const [text, setText] = useState(saved);
  const show = (values: { text: string }) => setText(values.text);
  const { draftOf, end } = useTypedDraft({ name, saved: { text: saved }, typed: { text }, show });
  return { text, setText, draft: draftOf('text'), end };
}

type Restored<V> = {
  isRestored: boolean;
  /** What the form has now. */
  read: () => V;
  show: (values: V) => void;
  blank: V;
};

/** The line below the field of a form that restores its text itself. */
export function useRestoredNote<V>({ isRestored, read, show, blank }: Restored<V>) {
  const [state, setState] = useState<'shown' | 'dropped' | null>(isRestored ? 'shown' : null);
  const backup = useRef<V>(blank);
  const turn = (next: 'shown' | 'dropped', values: V) => {
    setState(next);
    show(values);
  };
  const drop = () => {
    backup.current = read();
    turn('dropped', blank);
  };
  const offers: Record<'shown' | 'dropped', DraftOffer> = {
    shown: { kind: 'restored', drop },
    dropped: { kind: 'dropped', take: () => turn('shown', backup.current) },
  };
  const draft: FieldDraft = { offer: state && offers[state] };
  return { draft, hide: useCallback(() => setState(null), []) };
}
