import { type SiteConfig, siteConfigSchema } from '@naru/contract/site';
import * as z from 'zod/mini';

/** The configuration that the server put into the page; undefined without it (development, tests). */
export function readPageConfig(): SiteConfig | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="site-config"]')?.content;
  if (content === undefined) return undefined;
  try {
    return z.safeParse(siteConfigSchema, JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

let siteName = readPageConfig()?.siteName ?? '나루';

/** Name in document titles. */
export const getSiteName = () => siteName;

export function setSiteName(name: string): void {
  siteName = name;
}
