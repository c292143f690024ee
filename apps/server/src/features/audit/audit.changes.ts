/** One value that a save changed; `path` leads to it. Null: absent. */
export interface Change {
  path: string[];
  before: string | null;
  after: string | null;
}

const SEPARATOR = '\0';

/** True for a value with parts, also as the JSON text in which settings are stored. */
export function hasParts(value: unknown): boolean {
  const read = readJson(value);
  if (Array.isArray(read)) return read.some((one) => typeof one === 'object' && one !== null);
  return typeof read === 'object' && read !== null;
}

/**
 * Lists the values that differ between two structures. Items of a list are compared by their title,
 * so that a new order is no difference.
 */
export function listChanges(before: unknown, after: unknown): Change[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({
      path: path === '' ? [] : path.split(SEPARATOR),
      before: old.get(path) ?? null,
      after: now.get(path) ?? null,
    }));
}

function leavesOf(value: unknown, path: readonly string[] = []): Map<string, string> {
  const read = readJson(value);
  if (read === null || read === undefined || read === '') return new Map();
  if (!hasParts(read)) {
    const text = Array.isArray(read) ? read.join(', ') : String(read);
    return new Map(text === '' ? [] : [[path.join(SEPARATOR), text]]);
  }
  const parts = Array.isArray(read) ? read.map(nameItem) : Object.entries(read as object);
  return new Map(parts.flatMap(([name, part]) => [...leavesOf(part, [...path, name])]));
}

/** Names an item of a list by its kind and title; the title is a value of its own too. */
function nameItem(item: unknown, index: number): [string, unknown] {
  const { bannerType = '', title, label, ...rest } = item as Record<string, unknown>;
  const name = title ?? label ?? `${index + 1}`;
  return [`${bannerType}\n${name}`, { title: name, ...rest }];
}

function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
