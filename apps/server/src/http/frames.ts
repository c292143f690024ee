import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_SESSION_COOKIE } from '@naru/contract/first-data';
import { FRAMES_FILE, type FramedLogin, type Frames } from '@naru/contract/frames';
import { imageVariantUrl } from '@naru/contract/images';
import { withParticles } from '@naru/contract/particles';
import type { SiteConfig } from '@naru/contract/site';
import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '../platform/escape-html.ts';

/**
 * What the login shows before its code runs, and takes what is typed meanwhile
 * (`apps/web/src/app/typed-before.ts`). Null for any other page, and for whoever has a session.
 */
export type FrameOf = (request: FastifyRequest, config: SiteConfig) => string | null;

type Stored = { [Part in keyof Frames]: Partial<Frames[Part]> };

/** Reads what the build has taken from the app; without it the login has no frame. */
export async function createFrames(webRoot: string): Promise<FrameOf> {
  const path = join(webRoot, FRAMES_FILE);
  if (!existsSync(path)) return () => null;
  const { pages = {}, marks }: Partial<Stored> = JSON.parse(await readFile(path, 'utf8'));
  return (request, config) => {
    const [page] = request.url.split('?');
    const isKnown = request.cookies[PAGE_SESSION_COOKIE] !== undefined;
    const login = loginOf(config);
    if (page !== '/login' || isKnown || login === null) return null;
    const { [login]: html } = pages;
    const mark = marks?.[config.logoUrl === '' ? 'flag' : 'logo'];
    // The file of another release may lie beside the server.
    if (html === undefined || mark === undefined) return null;
    const { siteName, universityName, departmentName, logoUrl } = config;
    const texts: Record<string, string> = {
      siteName,
      universityName,
      departmentName,
      logoUrl: imageVariantUrl(logoUrl, 'thumb'),
    };
    const filled = html
      .replace('%mark%', () => mark)
      .replace(/%signInProvider%(으로|로)/, () =>
        escapeHtml(withParticles(`${config.signInProvider}으로(로)`)),
      )
      .replace(/%(\w+)%/g, (token, name: string) => escapeHtml(texts[name] ?? token));
    return `<div id="frame">${filled}</div>`;
  };
}

function loginOf({ demo, signInProvider }: SiteConfig): FramedLogin | null {
  if (signInProvider === null) return demo ? 'demo' : 'plain';
  return demo ? null : 'provider';
}
