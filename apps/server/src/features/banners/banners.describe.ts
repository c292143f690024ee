import type { Banner } from '@naru/contract/banners';

type Described = Pick<Banner, 'title' | 'content' | 'bannerType'> & {
  [K in 'targetUrl' | 'imageUrl' | 'startsOn' | 'endsOn' | 'captions']?: Banner[K] | undefined;
};

/** A banner in the audit log: its title and everything that a save can change. */
export function describeBanner(banner: Described) {
  const { bannerType, title, content, targetUrl, imageUrl, startsOn, endsOn, captions } = banner;
  const filled = { content, targetUrl, imageUrl, startsOn, endsOn };
  return {
    bannerType,
    title,
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => Boolean(value))),
    ...(captions && { captions: captions.length }),
  };
}
