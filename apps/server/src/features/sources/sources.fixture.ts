import { ForeignPageError } from '../../platform/foreign-pages/foreign-page.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-pages.ts';

type Page = string | (() => Promise<string> | string);

/** Pages of other sites in memory; an address without one responds with 404. */
export function createFakeSites() {
  const pages = new Map<string, Page>();
  const requests: string[] = [];
  const tags = new Map<string, string>();
  /** Where addresses redirect to. */
  const moved = new Map<string, string>();
  /** Addresses inside a private network. */
  const refused = new Set<string>();
  const fetchPage: FetchForeignPage = async (asked, { state, signal }) => {
    requests.push(asked);
    if (refused.has(asked)) throw new ForeignPageError('ADDRESS_REFUSED', '내부망 주소입니다.');
    const url = moved.get(asked) ?? asked;
    signal?.throwIfAborted();
    const page = pages.get(url);
    if (page === undefined)
      throw new ForeignPageError('HTTP_STATUS', '서버가 404 상태로 응답했습니다.');
    const etag = tags.get(url) ?? null;
    if (etag !== null && state?.etag === etag) return { status: 304 };
    const text = typeof page === 'string' ? page : await page();
    signal?.throwIfAborted();
    return {
      status: 200,
      body: Buffer.from(text),
      contentType: 'text/xml; charset=utf-8',
      state: { etag, lastModified: null },
      url,
    };
  };
  return { pages, requests, tags, moved, refused, fetchPage };
}

interface Item {
  id: number;
  title?: string;
  content?: string;
}

/** An RSS feed as universities have it. */
export function feedOf(...items: readonly Item[]): string {
  const entries = items.map(
    ({ id, title = `공지 ${id}`, content = `<p>본문 ${id}</p>` }) => `<item>
      <title>${title}</title><link>https://www.example.ac.kr/view?no=${id}</link>
      <guid isPermaLink="false">${id}</guid><description><![CDATA[${content}]]></description>
    </item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>공지</title>
    <link>https://www.example.ac.kr/</link><description>공지</description>${entries.join('')}</channel></rss>`;
}

let counter = 0;

/** The configuration of such a feed, with a host and a name of its own. */
export function feedSource(more: object = {}) {
  counter += 1;
  return {
    type: 'feed' as const,
    name: `feed-${counter}`,
    title: `공지 ${counter}`,
    url: `https://feed-${counter}.example.ac.kr/rss`,
    boardType: 'NOTICE_DEPT' as const,
    intervalMinutes: 60,
    charset: 'auto' as const,
    hosts: [],
    ...more,
  };
}
