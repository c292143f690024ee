/**
 * Writing in the browser that the server does not have yet: in local storage, or in that of the tab. Full or
 * blocked storage never throws: the oldest writing is evicted, else saving returns false.
 */
export type StoredWriting<T> = { savedAt: number; content: T };

const NAME = /^naru\.(draft|unsent)\./;
/** Member of drafts that are typed without a login: the next one who uses the computer may open that form too. */
export const NOBODY = 0;
const OF_NOBODY = writingName('draft', NOBODY, '');
const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

/** `draft` is being written, `unsent` waits to be sent; both may be evicted. */
export function writingName(
  kind: 'draft' | 'unsent',
  ...parts: readonly (string | number)[]
): string {
  return ['naru', kind, ...parts].join('.');
}

function storageOf(name: string): Storage {
  return name.startsWith(OF_NOBODY) ? sessionStorage : localStorage;
}

function read(name: string): StoredWriting<unknown> | null {
  try {
    const text = storageOf(name).getItem(name) ?? 'null';
    const { savedAt, content }: Partial<StoredWriting<unknown>> = JSON.parse(text) ?? {};
    return typeof savedAt === 'number' ? { savedAt, content } : null;
  } catch {
    return null;
  }
}

/** Names of all stored writing, oldest first; empty without storage. */
export function writingNames(): string[] {
  try {
    return [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage))
      .filter((name) => NAME.test(name))
      .sort((a, b) => (read(a)?.savedAt ?? 0) - (read(b)?.savedAt ?? 0));
  } catch {
    return [];
  }
}

/** Removes what is too old to be offered; it would stay until the storage is full. */
export function removeOldWriting(now = Date.now()): void {
  for (const name of writingNames()) {
    if (now - (read(name)?.savedAt ?? 0) > KEEP_MS) removeWriting(name);
  }
}

/** Returns the writing if `isContent` accepts it and it is younger than 30 days. */
export function loadWriting<T>(
  name: string,
  isContent: (value: unknown) => value is T,
  now = Date.now(),
): StoredWriting<T> | null {
  const { savedAt = 0, content } = read(name) ?? {};
  return now - savedAt > KEEP_MS || !isContent(content) ? null : { savedAt, content };
}

/** Evicts the oldest other writing while its storage is full. */
export function saveWriting(name: string, content: unknown, now = Date.now()): boolean {
  const text = JSON.stringify({ savedAt: now, content });
  const storage = storageOf(name);
  const others = writingNames().filter((other) => other !== name && storageOf(other) === storage);
  for (;;) {
    try {
      storage.setItem(name, text);
      return true;
    } catch {
      const oldest = others.shift();
      if (oldest === undefined) return false;
      removeWriting(oldest);
    }
  }
}

export function removeWriting(name: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) storage.removeItem(name);
  } catch {
    // Without storage there is nothing to remove.
  }
}
