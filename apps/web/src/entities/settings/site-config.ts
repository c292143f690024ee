import { BRAND_PROPERTIES, brandProperties } from '@naru/contract/brand-color';
import type { SiteConfig } from '@naru/contract/site';
import { siteIcon } from '@naru/contract/site-icon';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { readPageConfig, setSiteName } from '../../lib/site-name.ts';
import { settingsKeys } from './settings-keys.ts';

export const siteConfigQuery = queryOptions({
  queryKey: settingsKeys.config,
  queryFn: async ({ signal }): Promise<SiteConfig> => {
    const config = await api('GET /api/config', { signal, anonymous: true });
    showIdentity(config);
    return config;
  },
  initialData: readPageConfig,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Colours the page and names it in titles from now on; what the server sent with it already does. */
function showIdentity(config: SiteConfig): void {
  const { color, siteName } = config;
  setSiteName(siteName);
  document.querySelector('link[rel=icon]')?.setAttribute('href', siteIcon(config));
  const { style } = document.documentElement;
  for (const property of BRAND_PROPERTIES) style.removeProperty(property);
  for (const [property, value] of Object.entries(brandProperties(color))) {
    style.setProperty(property, value);
  }
}

export function useSiteConfig() {
  return useQuery(siteConfigQuery);
}
