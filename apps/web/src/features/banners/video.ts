import type { Banner } from '@naru/contract/banners';

/** What can be played: the video's id, or why there is none. */
export type Video = { state: 'ready'; id: string } | { state: 'missing' } | { state: 'wrong' };

const ID = /^[A-Za-z0-9_-]{11}$/;

export function videoOf({ videoId, targetUrl }: Pick<Banner, 'videoId' | 'targetUrl'>): Video {
  if (videoId) return ID.test(videoId) ? { state: 'ready', id: videoId } : { state: 'wrong' };
  return { state: targetUrl?.trim() ? 'wrong' : 'missing' };
}

/** The address of the player: the host that sets no cookies before it plays. */
export function playerAddress(id: string): string {
  return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`;
}
