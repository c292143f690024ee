import { unpacked } from '../presets/page-links.ts';

/** Numbers of pages and what only belongs to the visit. */
const PASSING =
  /^(?:page|pg|cpage|nowpage|curpage|currentpage|page_?(?:no|num|index)|pageid|start_?page|offset|article\.offset|articlelimit|pager\.offset|utm_\w+|fbclid|jsessionid|spage)$/i;

/** Addresses of articles, and how the one of their list is made. */
const ARTICLES: readonly { is: (url: URL) => boolean; toList: (url: URL) => void }[] = [
  {
    is: ({ pathname }) => /\/bbs\/[\w-]+\/\d+\/[\w-]+\/artclView\.do$/i.test(pathname),
    toList: (url) => {
      url.pathname = url.pathname.replace(/\/[\w-]+\/artclView\.do$/i, '/artclList.do');
      url.search = '';
    },
  },
  {
    is: ({ searchParams }) => searchParams.get('mode') === 'view' && searchParams.has('articleNo'),
    toList: (url) => drop(url, ['mode', 'articleNo']),
  },
  {
    is: ({ searchParams }) => searchParams.has('bo_table') && searchParams.has('wr_id'),
    toList: (url) => drop(url, ['wr_id']),
  },
  {
    is: ({ searchParams, pathname }) =>
      ['nttId', 'nttNo', 'nttSn'].some((name) => searchParams.has(name)) &&
      /(?:Article|View|Info|Detail)/.test(pathname),
    toList: (url) => {
      url.pathname = url.pathname.replace(/(?:Article|View|Info|Detail)(\w{0,20}\.do)$/, 'List$1');
      drop(url, ['nttId', 'nttNo', 'nttSn']);
    },
  },
  {
    is: ({ searchParams }) => searchParams.get('mod') === 'document' && searchParams.has('uid'),
    toList: (url) => drop(url, ['mod', 'uid']),
  },
  {
    is: ({ searchParams }) => searchParams.has('mid') && searchParams.has('document_srl'),
    toList: (url) => drop(url, ['document_srl']),
  },
];

/** The address of the list that somebody meant: its first page, also when it is one of an article. */
export function listAddressOf(address: string): { url: string; wasArticle: boolean } {
  const url = unpacked(new URL(address));
  url.hash = '';
  if (url.searchParams.has('enc')) url.searchParams.delete('enc');
  for (const [name, value] of [...url.searchParams]) {
    if (value === '' || (PASSING.test(name) && /^[\w.-]*$/.test(value)))
      url.searchParams.delete(name);
  }
  const article = ARTICLES.find(({ is }) => is(url));
  article?.toList(url);
  // What was only reordered or encoded anew stays as it was typed.
  const isSame = [...url.searchParams].length === [...new URL(address).searchParams].length;
  return {
    url: isSame && !article ? withoutHash(address) : url.href,
    wasArticle: article !== undefined,
  };
}

function withoutHash(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

function drop(url: URL, names: readonly string[]): void {
  for (const name of names) url.searchParams.delete(name);
}
