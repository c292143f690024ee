import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_SESSION_COOKIE } from '@naru/contract/first-data';
import { FRAMES_FILE, type Frames } from '@naru/contract/frames';
import { imageVariantUrl } from '@naru/contract/images';
import { withParticles } from '@naru/contract/particles';
import type { SiteConfig } from '@naru/contract/site';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../platform/escape-html.ts';

/** The mark of a browser on a phone; one that sends neither of them gets what a wide screen shows. */
const PHONE = /\bMobi/;

/**
 * What a page shows before its code runs: the login, and for whoever has a session home, boards and posts as
 * they are while their content is on its way. Null for any other page. It has nothing of a member, and only the login
 * takes what is typed (`apps/web/src/app/typed-before.ts`).
 */
export type FrameOf = (request: FastifyRequest, config: SiteConfig) => string | null;

/** Reads what the build has taken from the app; without it no page has a frame. */
export async function createFrames(webRoot: string): Promise<FrameOf> {
  const path = join(webRoot, FRAMES_FILE);
  if (!existsSync(path)) return () => null;
  const { pages, parts } = JSON.parse(await readFile(path, 'utf8')) as Frames;
  return (request, config) => {
    const name = nameOf(request, config);
    const html = pages[name];
    if (html === undefined) return null;
    const inert = name.startsWith('login') ? '' : ' inert';
    const { siteName, shortName, universityName, departmentName, logoUrl } = config;
    const ofSite: Record<string, string> = {
      ...parts[logoUrl === '' ? 'flag' : 'logo'],
      ...parts[config.settings.studyRoomMenu],
    };
    const texts: Record<string, string> = {
      siteName,
      universityName,
      departmentName,
      shortName: shortName || siteName,
      logoUrl: imageVariantUrl(logoUrl, 'thumb'),
    };
    const filled = html
      .replace(/%(mark|loginMark|study)%/g, (_, name: string) => ofSite[name] ?? '')
      .replace(/%signInProvider%(으로|로)/, () =>
        escapeHtml(withParticles(`${config.signInProvider}으로(로)`)),
      )
      .replace(/%(\w+)%/g, (token, name: string) => escapeHtml(texts[name] ?? token));
    return `<div id="frame"${inert}>${filled}</div>`;
  };
}

function nameOf(request: FastifyRequest, { demo, signInProvider }: SiteConfig): string {
  const [path = ''] = request.url.split('?');
  const isKnown = request.cookies[PAGE_SESSION_COOKIE] !== undefined;
  if (path === '/login') {
    const further = [signInProvider !== null && ':provider', demo && ':demo'].filter(Boolean);
    return isKnown ? '' : `login${further.join('')}`;
  }
  const name = isKnown ? memberPageOf(path) : '';
  const isPhone = PHONE.test(request.headers['user-agent'] ?? '');
  return isPhone ? `${name}:phone` : name;
}

function memberPageOf(path: string): string {
  if (path === '/' || path === '/main') return 'main';
  const [, board, post] = /^\/main\/community\/([a-z_]+)(\/post\/\d+)?$/.exec(path) ?? [];
  if (board === undefined) return '';
  return post === undefined ? `board/${board}` : 'post';
}
