import type { SourceId } from '@naru/contract/source-config';
import type { AnyNode } from 'domhandler';
import type { ListPage } from './article-links.ts';
import type { PageLink } from './page-links.ts';

/** Parameters that lead to another page or order of the list. */
const NO_ID =
  /^(?:page|p|pg|cpage|now_?page|cur_?page|page_?(?:no|index|num|size)?|start(?:_?page)?|article\.?offset|offset|limit|sort|order|sst|sod|sfl|stx|lang|locale|menu.*|mi|key|tab|search.*|year|month|utm_.*|enc|layout|mode|act|action|cmd|row_?no|num_?in_?list)$/i;
/** What boards rather than articles are called. */
const OF_BOARD =
  /^(?:mid|bo_table|bbs_?(?:id|no|cd)|board_?(?:id|cd|mst_?no)|site.*|cate.*|code|type|.*mst.*)$/i;
/** What ids usually are called. */
const ID =
  /^(?:.*(?:no|num|idx|seq|srl|sn|uid)|id|nid|wr_id|article.*|post.*|view|number|b_?idx|.*id)$/i;
const NO_CALL =
  /page|paging|search|login|logout|print|download|filedown|sort|order|menu|lang|popup|close|open$|toggle|share|copy|top$|list$|link_?page|go_?page|tab/i;
const NO_ATTRIBUTE = /toggle|target|slide|index|src|lazy|bs-|original|aos|page$|lang/i;
/** Longer rows are no rows. */
const NEAR_MAX = 3_000;
const ID_VALUE = /^[\w-]{0,40}\d[\w-]{0,60}$/;

interface Candidate {
  rule: SourceId;
  ids: Set<string>;
  weight: number;
}

/**
 * Where the ids of the articles of an unknown board are: in that part of links of one form which differs
 * from link to link, beside dates and with long texts. Null when nothing looks like a list.
 */
export function guessId(page: ListPage): SourceId | null {
  const candidates = new Map<string, Candidate>();
  for (const link of page.links) {
    const weight = weightOf(link);
    for (const place of weight === 0 ? [] : placesOf(link, page)) count(candidates, place, weight);
  }
  const [best] = [...candidates.values()].toSorted((one, other) => other.weight - one.weight);
  return best !== undefined && isList(best) ? best.rule : null;
}

function count(
  candidates: Map<string, Candidate>,
  { key, rule, id, bonus }: Place,
  weight: number,
) {
  const known = candidates.get(key) ?? { rule, ids: new Set(), weight: 0 };
  if (!known.ids.has(id)) known.weight += weight + bonus;
  known.ids.add(id);
  candidates.set(key, known);
}

/** One article with a date may be all that a board has. */
function isList({ ids, weight }: Candidate): boolean {
  return ids.size > 1 ? weight / ids.size >= 2 : weight >= 4;
}

const DATE =
  /(?:20\d\d|\b\d\d)\s?[.\-/년]\s?\d{1,2}\s?[.\-/월]\s?\d{1,2}|\b\d{1,2}[.-]\d{1,2}\b|\d\s?(?:분|시간|일) 전/;

/** More for a link with a long text, and much more beside a date. */
function weightOf({ element }: PageLink): number {
  const own = element.text().trim() || (element.attr('value') ?? '');
  const row = element.closest('tr, li, article, dl');
  const near = startOf((row.length > 0 ? row : element.parent().parent())[0]);
  const isDated = near.length < NEAR_MAX && DATE.test(near);
  return (own.length >= 4 ? 1 : 0) + (isDated ? 3 : 0);
}

/** The text of an element; of a long one more than NEAR_MAX characters, but not all. */
function startOf(root: AnyNode | undefined): string {
  const left = root === undefined ? [] : [root];
  let text = '';
  for (let node = left.pop(); node !== undefined && text.length < NEAR_MAX; node = left.pop()) {
    if (node.type === 'text') text += `${node.data} `;
    else if ('children' in node) left.push(...node.children.slice(0, NEAR_MAX).toReversed());
  }
  return text;
}

interface Place {
  /** Equal for links of one form. */
  key: string;
  rule: SourceId;
  id: string;
  bonus: number;
}

function placesOf(link: PageLink, page: ListPage): Place[] {
  return [...ofAddress(link, page), ...ofCalls(link), ...ofAttributes(link)].filter(({ id }) =>
    ID_VALUE.test(id),
  );
}

function bonusOf(name: string): number {
  if (OF_BOARD.test(name)) return 0.1;
  return ID.test(name) ? 1 : 0.4;
}

function ofAddress({ url }: PageLink, page: ListPage): Place[] {
  if (url === null) return [];
  const names = [...url.searchParams.keys()].filter((name) => !NO_ID.test(name));
  const form = `${url.host}${url.pathname.replaceAll(/\d+/g, '#')}`;
  const parameters = names.map((name) => ({
    key: `${form}?${name}`,
    rule: { from: 'parameter' as const, name },
    id: url.searchParams.get(name) ?? '',
    bonus: bonusOf(name),
  }));
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const own = new URL(page.url).pathname.split('/');
  const segments = parts.flatMap((id, at) => {
    const position = parts.length - at;
    const isId = /^\d{1,12}$/.test(id) && !own.includes(id) && position <= 3;
    if (!isId) return [];
    const rule = { from: 'segment' as const, position };
    return [{ key: `${form} ${position}`, rule, id, bonus: 0.7 }];
  });
  return [...parameters, ...segments];
}

function ofCalls({ calls, url }: PageLink): Place[] {
  if (url !== null) return [];
  return calls
    .filter(({ name }) => !NO_CALL.test(name))
    .flatMap(({ name, values }) =>
      values.map((id, at) => ({
        key: `${name}(${at})/${values.length}`,
        rule: { from: 'call' as const, name, argument: at + 1 },
        id,
        bonus: (/view|detail|read|article|inqire/i.test(name) ? 0.6 : 0.2) - at * 0.01,
      })),
    );
}

function ofAttributes({ values, url }: PageLink): Place[] {
  if (url !== null) return [];
  return [...values].flatMap(([name, id]) => {
    if (NO_ATTRIBUTE.test(name) || NO_ID.test(name.replace(/^data-/, ''))) return [];
    return [
      {
        key: name,
        rule: { from: 'attribute' as const, name },
        id,
        bonus: ID.test(name) ? 0.6 : 0.2,
      },
    ];
  });
}
