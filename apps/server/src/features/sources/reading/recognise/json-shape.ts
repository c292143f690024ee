/** Names of fields by what they are, the clearest first. */
const NAMES = {
  id: /^(?:id|no|seq|idx|uid|articleNo|article_no|nttId|ntt_?no|postId|post_id|boardSeq|bbsSeq|bbs_?no|num|key|slug|\w*(?:Id|Seq|Idx|No))$/i,
  title:
    /^(?:title|subject|sj|ttl|nttSj|articleTitle|boardTitle|postTitle|\w*(?:title|subject|sj))$/i,
  date: /^(?:date|createdAt|created_at|created|regDate|reg_date|regDt|reg_dt|registDate|publishedAt|published_at|postDate|writeDate|frstRegistPnttm|insertDate|\w*(?:date|dt|at|pnttm))$/i,
  content: /^(?:content|contents|cn|nttCn|body|html|text|articleContent|\w*contents?)$/i,
  url: /^(?:url|link|href|detailUrl|viewUrl|permalink|\w*(?:url|link))$/i,
  pinned: /^(?:pinned|isPinned|topYn|top_yn|noticeYn|notice_yn|isNotice|isTop|fixYn|importantYn)$/i,
} as const;
const DEPTH_MAX = 5;
const ITEMS_MAX = 20;

interface JsonShape {
  list?: string;
  fields: {
    id: string;
    title: string;
    date?: string;
    content?: string;
    url?: string;
    pinned?: string;
  };
}

/** Where the articles of a document are and what their fields are called; null without a list. */
export function findJsonShape(document: unknown): JsonShape | null {
  const lists = listsOf(document, [], 0).toSorted(
    (one, other) => other.items.length - one.items.length,
  );
  for (const { path, items } of lists) {
    const fields = fieldsOf(items.slice(0, ITEMS_MAX));
    if (fields !== null) return { ...(path.length > 0 && { list: path.join('.') }), fields };
  }
  return null;
}

function listsOf(
  value: unknown,
  path: string[],
  depth: number,
): { path: string[]; items: object[] }[] {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return [];
  if (Array.isArray(value)) {
    const items = value.filter(
      (item): item is object => typeof item === 'object' && item !== null && !Array.isArray(item),
    );
    return items.length > 0 ? [{ path, items }] : [];
  }
  return Object.entries(value)
    .filter(([name]) => name !== '' && !name.includes('.'))
    .slice(0, 50)
    .flatMap(([name, inner]) => listsOf(inner, [...path, name], depth + 1));
}

function fieldsOf(items: readonly object[]): JsonShape['fields'] | null {
  const names = Object.keys(items[0] ?? {});
  const of = (kind: keyof typeof NAMES, fits: (value: unknown) => boolean) => {
    const found = names.filter(
      (name) =>
        NAMES[kind].test(name) &&
        items.some((item) => fits((item as Record<string, unknown>)[name])),
    );
    return found.toSorted((one, other) => one.length - other.length)[0];
  };
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  const id = of('id', (value) => isText(value) || typeof value === 'number');
  const title = of('title', isText);
  if (id === undefined || title === undefined) return null;
  const date = of('date', (value) => isText(value) || typeof value === 'number');
  const content = of('content', isText);
  const url = of(
    'url',
    (value) => typeof value === 'string' && /^(?:https?:|\/|\?|\.)/.test(value),
  );
  const pinned = of('pinned', (value) => value !== null && value !== undefined);
  return {
    ...{ id, title },
    ...(date !== undefined && { date }),
    ...(content !== undefined && { content }),
    ...(url !== undefined && { url }),
    ...(pinned !== undefined && { pinned }),
  };
}
