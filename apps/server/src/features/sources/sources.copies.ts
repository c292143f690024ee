import { LIMITS } from '@naru/contract/limits';
import { hostsOf, type SourceConfig } from '@naru/contract/source-config';
import type { SourceFault } from '@naru/contract/sources';
import type { SourceArticle } from '../../domain/sources/article.ts';
import {
  type CopiedPicture,
  type Copies,
  type CopyFiles,
  NO_COPIES,
} from '../../domain/sources/copies.ts';
import { readArticle } from '../../domain/sources/read-article.ts';
import { addSeconds } from '../../platform/clock.ts';
import { backendTrouble } from '../../platform/database/query-errors.ts';
import { AppError } from '../../platform/errors.ts';
import { type ForeignPage, ForeignPageError } from '../../platform/foreign-pages/foreign-page.ts';
import type { FetchForeignPage } from '../../platform/foreign-pages/foreign-pages.ts';
import { StorageError } from '../../platform/storage/storage.ts';
import type { Tools } from '../tools.ts';
import type { FileCopies } from '../uploads/uploads.service.ts';
import { nameOfAddress, nameOfDisposition, nameOfLink } from './file-names.ts';
import { toSourceError } from './reading/source-error.ts';

const MEGABYTE = 1_048_576;
/** What the copies of one run may take; the next run goes on. */
const RUN_BYTES = 200 * MEGABYTE;
const RUN_MS = 3 * 60_000;
/** A file passes through the memory. */
const FILE_BYTES = 20 * MEGABYTE;
/** A host that fails so often in a row is left alone until the next run. */
const FAILURES_IN_ROW = 3;
/** So long each run tries again what failed for a reason that may pass. */
const RETRY_SECONDS = 24 * 60 * 60;
/** Errors of a server that may be there again later. */
const PASSING = new Set(['TIMEOUT', 'UNREACHABLE']);
/** Statuses that pass as well, besides those from 500 on: too slow, too early, too many. */
const PASSING_STATUSES = new Set([408, 425, 429]);

/** An extension that shows what a file is. */
const ENDING = /\.[a-z]\w{0,4}$/i;
const NAME_SHOWN = 80;
/** Bytes among which the first tag of a page is. */
const PAGE_START = 500;

const TEXTS = {
  later: '이번에 복사할 수 있는 양을 넘어 나머지 사진과 파일은 다음에 복사합니다.',
  tooMuch: '복사할 수 있는 양을 넘어 나머지 사진과 파일은 링크로 두었습니다.',
  silent: '서버가 이어서 응답하지 않아 다음에 다시 시도합니다.',
  full: '서버의 저장 공간이 부족해 다음에 다시 시도합니다.',
  type: '올릴 수 없는 형식입니다.',
  page: '파일 대신 웹 페이지가 왔습니다.',
  morePictures: `사진은 ${LIMITS.imagesPerPost}장까지 복사하고 나머지는 링크로 두었습니다.`,
  moreFiles: `첨부 파일은 ${LIMITS.attachmentsMax}개까지 복사하고 나머지는 링크로 두었습니다.`,
} as const;

interface Deps extends Pick<Tools, 'clock'> {
  fetchPage: FetchForeignPage;
  copies: FileCopies;
}

interface Run {
  config: Pick<SourceConfig, 'url' | 'hosts'>;
  signal: AbortSignal;
}

interface Copier {
  copyFiles: CopyFiles;
  /** What stays a link, and why. */
  faults: SourceFault[];
  /** Ids of the articles with which a later run goes on. */
  left: string[];
}

/** A file that is to be copied. */
interface Wanted {
  kind: '사진' | '첨부 파일';
  url: string;
  name: string;
  maxBytes: number;
}

/** The article whose files are being copied. */
interface OneArticle {
  title: string;
  /** It came so lately that failures which may pass are tried again. */
  isYoung: boolean;
  isWhole: boolean;
  /** Nothing was loaded in this run before it. */
  isFirst: boolean;
  /** Copies that this run has stored. */
  stored: number;
  /** What is left to do was noted. */
  hasNoted: boolean;
}

type Page = Pick<ForeignPage, 'body' | 'contentType' | 'disposition' | 'url'>;

/** Copies the pictures and files of one run, one after the other and from the hosts of the source alone. */
export function createCopier({ clock, fetchPage, copies }: Deps, { config, signal }: Run): Copier {
  const hosts = hostsOf(config);
  const endsAt = performance.now() + RUN_MS;
  const failuresInRow = new Map<string, number>();
  const faults: SourceFault[] = [];
  const left: string[] = [];
  let bytes = 0;
  let loads = 0;

  const isSpent = () => bytes >= RUN_BYTES || performance.now() >= endsAt;
  const note = (place: string, message: string) => {
    if (faults.length < LIMITS.sourceFaults) faults.push({ place, message });
  };

  /** Throws the error of the source when the run has ended. */
  async function read({ url, maxBytes }: Wanted): Promise<Page> {
    try {
      const page = await fetchPage(url, { hosts, maxBytes, signal });
      if (page.status === 200) return page;
    } catch (error) {
      throw signal.aborted ? toSourceError(error) : error;
    }
    throw new Error('304 without a condition');
  }

  async function load(wanted: Wanted): Promise<Page> {
    const { hostname } = new URL(wanted.url);
    const failures = failuresInRow.get(hostname) ?? 0;
    if (failures >= FAILURES_IN_ROW) throw new ForeignPageError('UNREACHABLE', TEXTS.silent);
    loads += 1;
    try {
      const page = await read(wanted);
      bytes += page.body.length;
      failuresInRow.delete(hostname);
      return page;
    } catch (error) {
      if (error instanceof ForeignPageError && error.code === 'TOO_LARGE') bytes += wanted.maxBytes;
      if (isPassing(error)) failuresInRow.set(hostname, failures + 1);
      throw error;
    }
  }

  async function copyPicture(wanted: Wanted): Promise<CopiedPicture> {
    const { body } = await load(wanted);
    return copies.storePicture(wanted.url, body);
  }

  async function copyFile(wanted: Wanted): Promise<string> {
    const ownName = nameOfLink(wanted.name);
    const isNamed = ENDING.test(ownName);
    if (isNamed && copies.acceptedName([ownName]) === null) throw refusal(TEXTS.type);
    const page = await load(wanted);
    if (isWebPage(page)) throw refusal(TEXTS.page);
    const given = nameOfDisposition(page.disposition) ?? '';
    const name = copies.acceptedName([ownName, given, nameOfAddress(page.url)]);
    if (name === null) throw refusal(TEXTS.type);
    return copies.storeFile({ name, copiedFrom: wanted.url }, page.body);
  }

  /** Null when it stays a link. */
  async function attempt<T>(one: OneArticle, wanted: Wanted, make: (file: Wanted) => Promise<T>) {
    if (isSpent()) {
      leaveRest(one);
      return null;
    }
    try {
      const copy = await make(wanted);
      one.stored += 1;
      return copy;
    } catch (error) {
      const what = `${wanted.kind}(${wanted.name.slice(0, NAME_SHOWN)})`;
      note(one.title, `복사하지 못해 링크로 둔 ${what}: ${messageOf(error)}`);
      if (isPassing(error)) one.isWhole &&= !one.isYoung;
      return null;
    }
  }

  /** For a later run, but for an article whose files alone would take all that every run may. */
  function leaveRest(one: OneArticle): void {
    const isTooMuch = one.isFirst && one.stored === 0;
    const text = isTooMuch ? TEXTS.tooMuch : TEXTS.later;
    if (!one.hasNoted) note(one.title, text);
    one.hasNoted = true;
    if (!isTooMuch) one.isWhole = false;
  }

  async function copyPictures(
    one: OneArticle,
    urls: readonly string[],
    known: Copies['pictures'],
  ): Promise<Copies['pictures']> {
    const pictures = new Map<string, CopiedPicture>();
    for (const url of urls.slice(0, LIMITS.imagesPerPost)) {
      const file = { url, name: nameOfAddress(url), maxBytes: LIMITS.imageMaxBytes };
      const copy = known.get(url) ?? (await attempt(one, { kind: '사진', ...file }, copyPicture));
      if (copy !== null) pictures.set(url, copy);
    }
    if (urls.length > LIMITS.imagesPerPost) note(one.title, TEXTS.morePictures);
    return pictures;
  }

  async function copyAttachments(
    one: OneArticle,
    listed: readonly { name: string; url: string }[],
    known: Copies['files'],
  ): Promise<Copies['files']> {
    const maxBytes = Math.min(copies.fileMaxBytes, FILE_BYTES);
    const files = new Map<string, string>();
    const loadsBefore = loads;
    let stored = 0;
    for (const file of new Map(listed.map((each) => [each.url, each])).values()) {
      if (stored + loads - loadsBefore >= LIMITS.attachmentsMax) {
        note(one.title, TEXTS.moreFiles);
        break;
      }
      const wanted = { kind: '첨부 파일', ...file, maxBytes } as const;
      const former = known.get(file.url);
      if (former !== undefined) stored += 1;
      const key = former ?? (await attempt(one, wanted, copyFile));
      if (key !== null) files.set(file.url, key);
    }
    return files;
  }

  return {
    faults,
    left,

    async copyFiles({ article, post, ...found }) {
      const { title, sourceId } = article;
      const isYoung = post === null || clock.now() < addSeconds(post.importedAt, RETRY_SECONDS);
      const isFirst = loads === 0;
      const one: OneArticle = {
        ...{ title, isYoung, isFirst },
        ...{ isWhole: true, stored: 0, hasNoted: false },
      };
      const known = post === null ? NO_COPIES : await copies.ofPost(post.id);
      const pictures = await copyPictures(one, found.pictures, known.pictures);
      const files = await copyAttachments(one, found.files, known.files);
      if (!one.isWhole) left.push(sourceId);
      return { pictures, files, isWhole: one.isWhole };
    },
  };
}

/** How many pictures and files of an article a run would try to copy. */
export async function countCopies(
  article: SourceArticle,
  config: Pick<SourceConfig, 'url' | 'hosts'>,
): Promise<{ pictures: number; files: number }> {
  const hosts = hostsOf(config);
  const isAtHost = (url: string) => hosts.includes(new URL(url).hostname);
  const read = await readArticle(article).catch((error: unknown) => {
    if (error instanceof AppError) return { pictures: [], files: [] };
    throw error;
  });
  const files = new Set(read.files.map(({ url }) => url));
  return {
    pictures: Math.min(read.pictures.filter(isAtHost).length, LIMITS.imagesPerPost),
    files: Math.min([...files].filter(isAtHost).length, LIMITS.attachmentsMax),
  };
}

/** Some servers call every file a page; one begins with a tag. */
function isWebPage({ contentType, body }: Page): boolean {
  const start = body.toString('latin1', 0, PAGE_START).replace(/^[\xef\xbb\xbf\s]+/, '');
  return /^text\/html\b/i.test(contentType ?? '') && start.startsWith('<');
}

const refusal = (message: string) => new AppError('ATTACHMENT_TYPE_UNSUPPORTED', { message });

function isPassing(error: unknown): boolean {
  if (error instanceof StorageError || backendTrouble(error) === 'full') return true;
  if (!(error instanceof ForeignPageError)) return false;
  const { code, status } = error;
  return PASSING.has(code) || (status !== null && (status >= 500 || PASSING_STATUSES.has(status)));
}

/** Throws any other error than one of the file. */
function messageOf(error: unknown): string {
  if (error instanceof AppError || error instanceof ForeignPageError) return error.message;
  if (backendTrouble(error) === 'full') return TEXTS.full;
  throw error;
}
