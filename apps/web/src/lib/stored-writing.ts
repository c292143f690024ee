/**
 * Writing that the server does not have yet, in the browser's storage. Storage that is full or
 * forbidden never breaks the page: the oldest writing makes room, else saving returns false.
 */
export type StoredWriting<T> = { savedAt: number; content: T };

/** Everything that may be evicted: `draft` is being written, `unsent` waits for the server. */
const PREFIXES = { draft: 'naru.draft.', unsent: 'naru.unsent.' } as const;
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

export type WritingKind = keyof typeof PREFIXES;

export function writingName(kind: WritingKind, ...place: readonly (string | number)[]): string {
  return PREFIXES[kind] + place.join('.');
}

/** The place of a name that `writingName` made; null for another kind. */
export function placeOf(kind: WritingKind, name: string): string[] | null {
  const prefix = PREFIXES[kind];
  return name.startsWith(prefix) ? name.slice(prefix.length).split('.') : null;
}

function read(name: string): StoredWriting<unknown> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    if (!('savedAt' in value) || typeof value.savedAt !== 'number' || !('content' in value)) {
      return null;
    }
    return { savedAt: value.savedAt, content: value.content };
  } catch {
    return null;
  }
}

/** Names of all stored writing, oldest first; none where there is no storage. */
export function writingNames(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => Object.values(PREFIXES).some((prefix) => name.startsWith(prefix)))
      .sort((a, b) => (read(a)?.savedAt ?? 0) - (read(b)?.savedAt ?? 0));
  } catch {
    return [];
  }
}

/** The writing, if there is one that `isContent` accepts and that is younger than 30 days. */
export function loadWriting<T>(
  name: string,
  isContent: (value: unknown) => value is T,
  now = Date.now(),
): StoredWriting<T> | null {
  const stored = read(name);
  if (!stored || now - stored.savedAt > KEEP_MS || !isContent(stored.content)) return null;
  return { savedAt: stored.savedAt, content: stored.content };
}

/** Stores the writing; when the storage is full the oldest other writing goes first. */
export function saveWriting(name: string, content: unknown, now = Date.now()): boolean {
  const text = JSON.stringify({ savedAt: now, content });
  const others = writingNames().filter((other) => other !== name);
  for (;;) {
    try {
      localStorage.setItem(name, text);
      return true;
    } catch {
      const oldest = others.shift();
      if (oldest === undefined) return false;
      localStorage.removeItem(oldest);
    }
  }
}

export function removeWriting(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing was stored, so nothing is left behind.
  }
}
