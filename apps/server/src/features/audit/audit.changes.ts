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
 * so that a new order is no difference; a new title at the same place is one.
 */
export function listChanges(before: unknown, after: unknown): Change[] {
  const [old, now] = [leavesOf(before), leavesOf(after, before)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => ({
      path: path === '' ? [] : path.split(SEPARATOR),
      before: old.get(path) ?? null,
      after: now.get(path) ?? null,
    }));
}

/** The values by their path; items of lists that `former` knows by another title keep that one. */
function leavesOf(
  value: unknown,
  former?: unknown,
  path: readonly string[] = [],
): Map<string, string> {
  const read = readJson(value);
  if (read === null || read === undefined || read === '') return new Map();
  if (!hasParts(read)) {
    const text = Array.isArray(read) ? read.join(', ') : String(read);
    return new Map(text === '' ? [] : [[path.join(SEPARATOR), text]]);
  }
  const known = readJson(former);
  const parts = Array.isArray(read)
    ? nameItems(read, known)
    : Object.entries(read).map(([name, part]) => ({ name, part, former: Object(known)[name] }));
  return new Map(parts.flatMap((one) => [...leavesOf(one.part, one.former, [...path, one.name])]));
}

/** Names items by their kind and title; the title is a value of its own too. */
function nameItems(items: readonly unknown[], former: unknown) {
  const names = items.map(nameOf);
  const isSameLength = Array.isArray(former) && former.length === items.length;
  const before = isSameLength ? former.map(nameOf) : names;
  return items.map((item, index) => {
    const [name = '', was = ''] = [names[index], before[index]];
    const isRenamed = !before.includes(name) && !names.includes(was);
    const { bannerType, title, label, ...rest } = item as Record<string, unknown>;
    const part = { title: title ?? label ?? `${index + 1}`, ...rest };
    return { name: isRenamed ? was : name, part, former: undefined };
  });
}

function nameOf(item: unknown, index: number): string {
  const { bannerType = '', title, label } = item as Record<string, unknown>;
  return `${bannerType}\n${title ?? label ?? index + 1}`;
}

function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
