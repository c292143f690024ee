import { isSafeLink } from '@naru/contract/formats';
import { LIMITS } from '@naru/contract/limits';
import { TITLE_UNITS, titleField, utf8Length } from '@naru/contract/post-fields';
import { ARTICLE_FILES_MAX, ARTICLE_ID_MAX } from '@naru/contract/system-notices';
import { cutGraphemes, hasMarkRun, isInvisible } from '@naru/contract/text';
import { TEXTS } from '@naru/contract/texts';
import { AppError } from '../../platform/errors.ts';
import { type CleanContent, findImages, sanitizePost, sanitizeYielding } from '../posts/html.ts';
import { escapeText, htmlToText } from '../posts/html-text.ts';
import type { SourceArticle } from './article.ts';
import { type Copies, type Copyable, NO_COPIES } from './copies.ts';
import { BROKEN, LINK_BYTES, resolveAddress, toPostHtml } from './foreign-html.ts';

const ADDRESS_MAX = 2_000;
/** Code units of a title that are read. */
const TITLE_LOOKED_AT = 5_000;
const NAME_MAX = 100;
/** Bytes that one code unit of text can take in HTML: `&amp;`. */
const BYTES_PER_UNIT = 5;
/** Bytes of a shortened text that are reserved for the note about it. */
const ROOM_FOR_NOTE = 300;

const NO_TITLE = '제목이 없습니다.';
const NO_ADDRESS = '원문 주소가 http:// 또는 https://로 시작하지 않거나 너무 깁니다.';
const NO_ID = `원문 번호가 없거나 ${ARTICLE_ID_MAX}자보다 깁니다.`;
const NOT_READ = '본문을 옮기지 못해 원문 주소만 실었습니다.';
const CUT = '본문이 길어 일부만 옮겼습니다.';
const SEE_ORIGINAL = '자세한 내용은 원문에서 확인해 주세요.';

/** What is stored of an article, and what of it could be copied. */
export interface ReadArticle extends Copyable {
  title: string;
  content: CleanContent;
  targetUrl: string;
  /** What readers find only at the source, in Korean; null: nothing. */
  note: string | null;
}

interface Body extends Pick<ReadArticle, 'note' | 'pictures'> {
  html: string;
}

/** Why no article can have this id, in Korean; null when one can. */
export function faultOfId(id: string): string | null {
  return id.trim() === '' || id.length > ARTICLE_ID_MAX || id.search(BROKEN) >= 0 ? NO_ID : null;
}

/**
 * Makes a post of an article: a long title and text are cut, a text that cannot be read is replaced by a
 * reference to the original, and pictures and files without a copy become links. Yields to the event loop.
 * Throws VALIDATION_FAILED, in Korean, without a title or a usable address.
 */
export async function readArticle(
  article: SourceArticle,
  copies: Copies = NO_COPIES,
): Promise<ReadArticle> {
  const { targetUrl } = article;
  if (targetUrl.length > ADDRESS_MAX || !isSafeLink(targetUrl)) throw refusal(NO_ADDRESS);
  const title = readTitle(article.title);
  const files = filesOf(article);
  const links = linksTo(files.filter(({ url }) => !copies.files.has(url)));
  const room = LIMITS.contentMaxBytes - utf8Length(links);
  const { html, note, pictures } = await readBody(article, { room, copied: copies.pictures });
  const clean = await sanitizeYielding(html + links);
  if (utf8Length(clean) > LIMITS.contentMaxBytes) throw refusal(TEXTS.contentTooLong);
  const content = { html: clean, text: htmlToText(clean), imageUrls: findImages(clean) };
  return { title, targetUrl, content, note, pictures, files };
}

function refusal(message: string): AppError {
  return new AppError('VALIDATION_FAILED', { message });
}

function readTitle(source: string): string {
  const line = source.slice(0, TITLE_LOOKED_AT).replace(BROKEN, '').replace(/\s+/gu, ' ').trim();
  if (hasMarkRun(line)) throw refusal(TEXTS.marksTooMany);
  if (isInvisible(line)) throw refusal(NO_TITLE);
  const short = cutGraphemes(line.normalize('NFC'), LIMITS.titleMax - 1);
  const whole = titleField(NO_TITLE).safeParse(line);
  const { success, data } = whole.success ? whole : titleField(NO_TITLE).safeParse(short);
  return success ? data : `${short.slice(0, TITLE_UNITS / 2).replace(BROKEN, '')}…`;
}

async function readBody(
  { content, targetUrl }: SourceArticle,
  { room, copied }: { room: number; copied: Copies['pictures'] },
): Promise<Body> {
  try {
    const { html, isCut, pictures } = await toPostHtml(content, targetUrl, copied);
    const text = htmlToText(html);
    if (isInvisible(text) && findImages(html).length === 0) return bodyOf(SEE_ORIGINAL, null);
    const whole = isCut ? `${html}${closing(CUT)}` : html;
    if (utf8Length(whole) > room) return { html: cutText(text, room), note: CUT, pictures: [] };
    return { html: whole, note: isCut ? CUT : null, pictures };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return bodyOf(SEE_ORIGINAL, `${NOT_READ} ${error.message}`);
  }
}

function bodyOf(text: string, note: string | null): Body {
  return { html: paragraph(text), note, pictures: [] };
}

/** The beginning of a text as paragraphs that need at most `room` bytes. */
function cutText(text: string, room: number): string {
  let left = room - ROOM_FOR_NOTE;
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const html = paragraph(line);
    if (utf8Length(html) > left) {
      const start = line.slice(0, Math.max(0, left / BYTES_PER_UNIT)).replace(BROKEN, '');
      lines.push(paragraph(`${start}…`));
      break;
    }
    left -= utf8Length(html);
    lines.push(html);
  }
  return `${lines.join('')}${closing(CUT)}`;
}

const paragraph = (text: string) => `<p>${escapeText(text)}</p>`;
const closing = (reason: string) => paragraph(`${reason} ${SEE_ORIGINAL}`);

/** The files of an article that a link may lead to. */
function filesOf({ attachments, targetUrl }: SourceArticle): SourceArticle['attachments'] {
  return attachments.slice(0, ARTICLE_FILES_MAX).flatMap(({ name, url }) => {
    const href = resolveAddress(url.slice(0, ADDRESS_MAX), targetUrl);
    return href === null ? [] : [{ name: nameOf(name), url: href }];
  });
}

function nameOf(source: string): string {
  const line = source
    .slice(0, NAME_MAX * 3)
    .replace(BROKEN, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return hasMarkRun(line) || isInvisible(line) ? '첨부 파일' : line;
}

/** Links to files, as the end of a text and at most half of it. */
function linksTo(files: SourceArticle['attachments']): string {
  let left = LIMITS.contentMaxBytes / 2;
  const items: string[] = [];
  for (const file of files) {
    const item = fileItem(file);
    left -= utf8Length(item) + LINK_BYTES;
    if (left < 0) break;
    items.push(item);
  }
  const list = items.join('');
  return list && sanitizePost(`<p><strong>첨부 파일</strong></p><ul>${list}</ul>`);
}

function fileItem({ name, url }: SourceArticle['attachments'][number]): string {
  const address = escapeText(url).replaceAll('"', '&quot;');
  return `<li><p><a href="${address}">${escapeText(cutGraphemes(name, NAME_MAX))}</a></p></li>`;
}
