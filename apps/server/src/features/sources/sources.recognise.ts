import { LIMITS } from '@naru/contract/limits';
import { type SourceConfig, sourceConfigSchema } from '@naru/contract/source-config';
import type { RecognisedSource, SourcePreview } from '@naru/contract/sources';
import * as z from 'zod/mini';
import type { Actor } from '../../platform/actor.ts';
import type { ForeignPage } from '../../platform/foreign-pages/foreign-page.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-pages.ts';
import { READING_LIMITS } from './reading/content.ts';
import { parsePageApart } from './reading/page-parser.ts';
import { listAddressOf } from './reading/recognise/list-address.ts';
import { patternOf } from './reading/recognise/page-pattern.ts';
import type { PageFacts } from './reading/recognise/recognise-page.ts';
import { SourceError, toSourceError } from './reading/source-error.ts';
import { namesFor } from './source-names.ts';
import { DRY_RUN_LIMIT, type DryRunDeps, previewWithin, TIMEOUT } from './sources.dry-run.ts';
import { listSources } from './sources.repo.ts';

/** How many addresses are looked at: the one that was given, its list, a frame or feed of it. */
const HOPS = 3;
const OF_ARTICLE = '글 하나의 주소라서 그 글이 있는 목록을 읽었습니다.';
const NO_PAGE = '페이지를 읽지 못했습니다.';

interface Look {
  page: ForeignPage;
  facts: PageFacts;
  notes: string[];
}

interface Asked {
  url: string;
  /** Address of one article, where scripts hide it. */
  articleUrl?: string | undefined;
}

/**
 * Finds out how an address is read, and shows what a source of it would bring; nothing is stored. Throws
 * TOO_MANY_REQUESTS.
 */
export function createRecognition(deps: DryRunDeps) {
  const { db, clock, throttle, audit } = deps;
  return async (actor: Actor, asked: Asked): Promise<RecognisedSource> => {
    await throttle.hit(db, `dry run ${actor.memberId}`, DRY_RUN_LIMIT, 'TOO_MANY_REQUESTS');
    await audit.record(db, actor, { action: 'source.dry-run', detail: { url: asked.url } });
    const signal = AbortSignal.timeout(LIMITS.dryRunSeconds * 1000);
    const sources = await listSources(db);
    const suggested = namesFor({ url: asked.url, title: '', type: 'html' }, sources);
    try {
      const look = await lookAt(asked.url, { ...deps, signal, now: clock.now() });
      return { suggested, ...(await resultOf(look, asked, { ...deps, signal, sources })) };
    } catch (cause) {
      const error = toSourceError(cause);
      if (signal.aborted) return { suggested, ...failure(TIMEOUT) };
      if (error instanceof SourceError) return { suggested, ...failure(error.message) };
      throw error;
    }
  };
}

type Result = Omit<RecognisedSource, 'suggested'>;

function failure(problem: string, more: Partial<Result> = {}): Result {
  return { config: null, preview: null, same: null, notes: [], ...more, problem };
}

interface LookTools {
  fetchPage: FetchForeignPage;
  signal: AbortSignal;
  now: Date;
}

/** Follows what the page itself says: from an article to its list, from a frame to its page. */
async function lookAt(address: string, tools: LookTools): Promise<Look> {
  const { url, wasArticle } = listAddressOf(address);
  const notes = wasArticle ? [OF_ARTICLE] : [];
  let look = await lookOnce(url, tools);
  const seen = new Set([url, look.page.url]);
  for (let hop = 1; hop < HOPS && look.facts.next !== null; hop += 1) {
    const next = look.facts.next;
    const target = listAddressOf(next.url).url;
    if (seen.has(target)) break;
    seen.add(target);
    const { title } = look.facts;
    look = await lookOnce(target, tools);
    look.facts.title ||= title;
    notes.push(next.note);
  }
  return { ...look, notes: [...new Set([...notes, ...look.facts.notes])] };
}

async function lookOnce(
  url: string,
  { fetchPage, signal, now }: LookTools,
): Promise<Omit<Look, 'notes'>> {
  const page = await fetchPage(url, {
    hosts: hostsAround(url),
    maxBytes: READING_LIMITS.dataBytes,
    signal,
  });
  if (page.status === 304) throw new SourceError('HTTP_STATUS', NO_PAGE);
  const { body, contentType } = page;
  if (body.byteLength > READING_LIMITS.htmlBytes && /html/i.test(contentType ?? '')) {
    throw new SourceError(
      'TOO_LARGE',
      '페이지가 너무 큽니다. RSS 주소가 있으면 그것을 적어 주세요.',
    );
  }
  const as = { page: 'unknown' as const };
  const job = { body, contentType, url: page.url, now, charset: 'auto' as const, as };
  const parsed = await parsePageApart(job, signal);
  if ('error' in parsed) throw new SourceError(parsed.error.code, parsed.error.message);
  if (!('facts' in parsed)) throw new Error('an unknown page became the one of a source');
  return { page, facts: parsed.facts };
}

/** Sites lead from one of these to another. */
function hostsAround(url: string): string[] {
  const { hostname } = new URL(url);
  const bare = hostname.replace(/^(?:www|m)\./, '');
  return [...new Set([hostname, bare, `www.${bare}`, `m.${bare}`])];
}

type Sources = Awaited<ReturnType<typeof listSources>>;
type PreviewDeps = DryRunDeps & { signal: AbortSignal };

async function resultOf(
  { page, facts, notes }: Look,
  { url: asked, articleUrl }: Asked,
  deps: PreviewDeps & { sources: Sources },
): Promise<Result> {
  const { found } = facts;
  if (found === null) return failure(facts.problem ?? NO_PAGE, { notes });
  const { sources } = deps;
  const url = listAddressOf(page.url).url;
  const pageUrl = articleUrl === undefined ? null : patternOf(articleUrl, facts.ids);
  const names = namesFor({ url, title: facts.title, type: found.type }, sources);
  const configOf = (part: typeof found) =>
    z.safeParse(sourceConfigSchema, {
      ...{ ...names, url, hosts: facts.hosts },
      ...(isOfArticles(part.type) && { boardType: boardOf(url) }),
      ...part,
      ...(pageUrl !== null && { pageUrl }),
    });
  const parsed = configOf(found);
  const same = sameOf(sources, [url, asked, page.url]);
  if (!parsed.success) return failure(facts.problem ?? NO_PAGE, { notes, same });
  const config = parsed.data;
  const isOpen = pageUrl !== null || facts.problem === null;
  if (!isOpen) return failure(facts.problem ?? NO_PAGE, { notes, same, config });
  const preview = await previewOnce(config, page, deps);
  const choices = facts.choices?.flatMap(({ name, found: part }) => {
    const { data } = configOf(part);
    return data === undefined ? [] : [{ name, config: data }];
  });
  return { config, preview, same, notes, problem: preview.error, ...(choices && { choices }) };
}

/** The page that was looked at is not fetched again. */
function previewOnce(
  config: SourceConfig,
  page: ForeignPage,
  deps: PreviewDeps,
): Promise<SourcePreview> {
  const fetchPage: FetchForeignPage = async (url, options) =>
    url === config.url ? page : deps.fetchPage(url, options);
  return previewWithin(config, { ...deps, fetchPage, maxDetails: 1 });
}

const isOfArticles = (type: string) => ['html', 'feed', 'json'].includes(type);

/** The university's own host, or the one of a department. */
function boardOf(url: string): 'NOTICE_UNIV' | 'NOTICE_DEPT' {
  const { hostname } = new URL(url);
  return /^(?:www|m)\./.test(hostname) ? 'NOTICE_UNIV' : 'NOTICE_DEPT';
}

function sameOf(sources: Sources, urls: readonly string[]) {
  const keys = new Set(urls.map(keyOf));
  const row = sources.find(({ config }) => keys.has(keyOf(config.url)));
  return row === undefined ? null : { id: row.id, title: row.config.title };
}

/** Equal for addresses that lead to the same list. */
function keyOf(address: string): string {
  const { url } = listAddressOf(address);
  return url.replace(/^https?:\/\/(?:www\.|m\.)?/i, '').replace(/\/$/, '');
}
