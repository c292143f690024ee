const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
const SITES = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com'];
const PRIVATE_SITES = ['youtube-nocookie.com', 'www.youtube-nocookie.com'];
/** Path segments before the id: /embed/..., /shorts/... */
const WORDS = ['embed', 'shorts', 'live', 'v', 'e'];

/** Formats of an uploaded video and their file extensions. */
export const VIDEO_TYPES = { 'video/mp4': 'mp4', 'video/webm': 'webm' } as const;
export type VideoType = keyof typeof VIDEO_TYPES;

const OWN_VIDEO = /^\/files\/videos\/[\w-]{16,80}\.(?:mp4|webm)$/;

/** True for the URL of an uploaded video. */
export function isOwnVideo(link: string): boolean {
  return OWN_VIDEO.test(link);
}

/**
 * Returns the 11-character video id of any form of a YouTube URL, or null. The scheme may be
 * missing. Only these characters are ever put into a page.
 */
export function findVideoId(link: string): string | null {
  const url = readAddress(link.trim());
  const id = url === null ? null : (idOf(url) ?? null);
  return id !== null && VIDEO_ID.test(id) ? id : null;
}

function readAddress(link: string): URL | null {
  const hasScheme = /^[a-z][a-z\d+.-]*:/i.test(link);
  const whole = hasScheme ? link : `https://${link}`;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

function idOf({ hostname, pathname, searchParams }: URL): string | null | undefined {
  const [, first = '', second] = pathname.split('/');
  if (hostname === 'youtu.be' || hostname === 'www.youtu.be') return first;
  if (!SITES.includes(hostname) && !PRIVATE_SITES.includes(hostname)) return null;
  if (first === 'watch') return searchParams.get('v');
  return WORDS.includes(first) ? second : null;
}
