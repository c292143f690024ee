import { isWebAddress } from '@naru/contract/web-address';

/**
 * The address of any article, made from the one of an article of the list: its id becomes `{id}`. Null when
 * it has none of the ids, or only as a part of a longer number.
 */
export function patternOf(address: string, ids: readonly string[]): string | null {
  if (!isWebAddress(address)) return null;
  const { origin } = new URL(address);
  const rest = address.slice(origin.length);
  for (const id of ids.toSorted((one, other) => other.length - one.length)) {
    const at = lastPlace(rest, id);
    if (at >= 0) return `${origin}${rest.slice(0, at)}{id}${rest.slice(at + id.length)}`;
  }
  return null;
}

function lastPlace(text: string, id: string): number {
  for (let at = text.lastIndexOf(id); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(id, at - 1)) {
    const isWhole = !/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + id.length] ?? '');
    if (isWhole) return at;
  }
  return -1;
}
