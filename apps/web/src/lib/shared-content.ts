/** Where the system sends what is shared, and the page that asks where it shall go. */
export const SHARE_PATH = '/share';
/** Written by the service worker, read by the page. */
export const SHARED_CACHE = 'naru.shared';
export const SHARED_TEXT = '/shared/text';
/** The number of the file follows. */
export const SHARED_FILE = '/shared/file-';

/** Shared content that nobody took is not shown to who opens the app much later. */
const OFFERED_MS = 60 * 60 * 1000;

/** What another app shared: a page gives title and address, a gallery files. */
export interface SharedContent {
  title: string;
  /** Text and address, one below the other. */
  text: string;
  files: readonly File[];
}

interface StoredText {
  title: string;
  text: string;
  url: string;
  files: number;
  at: number;
}

/** Reads what was shared last; null when it was taken, is older than an hour, or cannot be read. */
export async function readShared(now: number): Promise<SharedContent | null> {
  if (!('caches' in globalThis)) return null;
  try {
    const cache = await caches.open(SHARED_CACHE);
    const stored = (await (await cache.match(SHARED_TEXT))?.json()) as StoredText | undefined;
    if (stored === undefined || now - stored.at > OFFERED_MS) {
      await dropShared();
      return null;
    }
    const found = await Promise.all(
      Array.from({ length: stored.files }, (_, at) => cache.match(`${SHARED_FILE}${at}`)),
    );
    const files = await Promise.all(found.filter((one) => one !== undefined).map(fileOf));
    return { title: stored.title, text: joinText(stored), files };
  } catch {
    return null;
  }
}

/** Removes what was shared: it is in a post or sent, or the session ended. */
export async function dropShared(): Promise<void> {
  handed = null;
  if ('caches' in globalThis) await caches.delete(SHARED_CACHE).catch(() => false);
}

/** Some apps put the address into the text as well. */
function joinText({ text, url }: StoredText): string {
  return [text, text.includes(url) ? '' : url].filter(Boolean).join('\n');
}

async function fileOf(response: Response): Promise<File> {
  const name = decodeURIComponent(response.headers.get('x-name') ?? '') || '파일';
  const type = response.headers.get('content-type') ?? '';
  return new File([await response.blob()], name, { type });
}

/** Longer than the code of a form takes to load; a form that opens later is about something else. */
const HANDED_MS = 60 * 1000;

let handed: { content: SharedContent; at: number } | null = null;

/** Gives the content to the form that opens next. */
export function handToPost(content: SharedContent): void {
  handed = { content, at: Date.now() };
}

/** The content that a writing form shall begin with, once. */
export function takeForPost(): SharedContent | null {
  const taken = handed;
  handed = null;
  return taken !== null && Date.now() - taken.at < HANDED_MS ? taken.content : null;
}
