import type { Banner } from '@naru/contract/banners';

export type Video = { state: 'ready'; id: string } | { state: 'missing' } | { state: 'wrong' };

const ID = /^[A-Za-z0-9_-]{11}$/;

export function videoOf({ videoId, targetUrl }: Pick<Banner, 'videoId' | 'targetUrl'>): Video {
  if (videoId) return ID.test(videoId) ? { state: 'ready', id: videoId } : { state: 'wrong' };
  return { state: targetUrl?.trim() ? 'wrong' : 'missing' };
}

/** Uses the host that sets no cookies before playback. */
export function playerAddress(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
}
