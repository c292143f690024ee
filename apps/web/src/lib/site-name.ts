import type { SiteConfig } from '@naru/contract/site';

/** The configuration that the server put into the page; undefined without it (development, tests). */
export function readPageConfig(): SiteConfig | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="site-config"]')?.content;
  if (content === undefined) return undefined;
  try {
    return JSON.parse(content) as SiteConfig;
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
