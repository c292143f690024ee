import type { AnyNode } from 'domhandler';
import { READING_LIMITS } from '../content.ts';
import type { Elements, Page } from '../pages.ts';
import type { ArticleLink } from './article-links.ts';

/** A part of a list that belongs to one article. */
export interface ArticleRow {
  row: Elements;
  id: string;
  /** All lead to the article: its title, its picture, its comments. */
  links: ArticleLink[];
}

const MANY = Symbol('several articles');
/** No row reaches further than these. */
const CONTAINERS = new Set('table tbody thead ul ol body main section nav'.split(' '));
const DEPTH_MAX = 200;

/** To which article elements belong. */
type Owners = ReadonlyMap<AnyNode, string | typeof MANY>;

/** The rows around links, of the one list that has most of them. */
export function rowsOf($: Page, links: readonly ArticleLink[]): ArticleRow[] {
  const owners = ownersOf(links);
  const rows = new Map<AnyNode, ArticleRow>();
  for (const link of links) {
    const start = link.element[0];
    if (start === undefined) continue;
    const node = rowAround(start, owners);
    const known = rows.get(node);
    if (known === undefined) rows.set(node, { row: $(node), id: link.id, links: [link] });
    else known.links.push(link);
  }
  return mainList([...rows.values()]);
}

/** Which article an element belongs to, for all elements around links. */
function ownersOf(links: readonly ArticleLink[]): Owners {
  const owners = new Map<AnyNode, string | typeof MANY>();
  for (const { element, id } of links) {
    let node: AnyNode | null = element[0] ?? null;
    for (let depth = 0; node !== null && depth < DEPTH_MAX; depth += 1) {
      const owner = owners.get(node);
      if (owner === MANY) break;
      owners.set(node, owner === undefined || owner === id ? id : MANY);
      node = node.parent;
    }
  }
  return owners;
}

/** The row of a table, the entry of a list, or else all that belongs to no other article. */
function rowAround(start: AnyNode, owners: Owners): AnyNode {
  let node = start;
  let entry: AnyNode | null = null;
  for (let depth = 0; depth < DEPTH_MAX; depth += 1) {
    if (/^(?:tr|li|article)$/.test(nameOf(node))) entry = node;
    const next = nameOf(node) === 'tr' ? null : parentOf(node, entry !== null, owners);
    if (next === null) break;
    node = next;
  }
  return entry ?? node;
}

/** The element around, as far as it belongs to the same article. */
function parentOf({ parent }: AnyNode, hasEntry: boolean, owners: Owners): AnyNode | null {
  if (parent === null || owners.get(parent) === MANY) return null;
  const mayPass = !CONTAINERS.has(nameOf(parent)) || (hasEntry && isOfEntry(parent, owners));
  return mayPass ? parent : null;
}

/** An entry may have a list of its own, such as of date and author. */
function isOfEntry(container: AnyNode, owners: Owners): boolean {
  const { parent } = container;
  return parent !== null && owners.get(parent) !== MANY && /^(?:li|dd|dl|td)$/.test(nameOf(parent));
}

/** Lists of the newest articles and of neighbours stand beside the list itself. */
function mainList(rows: readonly ArticleRow[]): ArticleRow[] {
  const groups = new Map<string, ArticleRow[]>();
  const places = new Map<AnyNode | null, number>();
  for (const one of rows) {
    // Pinned rows may be in a body of the table of their own.
    const list = one.row[0]?.parent?.parent ?? null;
    if (!places.has(list)) places.set(list, places.size);
    const key = `${places.get(list)} ${nameOf(one.row[0])}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const [main = []] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  return main.slice(0, READING_LIMITS.articles);
}

/** Whether an element is another one or stands in it. */
export function isWithin({ 0: inner }: Elements, { 0: outer }: Elements): boolean {
  let node: AnyNode | null = inner ?? null;
  while (node !== null && node !== outer) node = node.parent;
  return node !== null && outer !== undefined;
}

function nameOf(node: AnyNode | undefined): string {
  return node !== undefined && 'name' in node ? node.name : '';
}
