import { SHARE_PATH, SHARED_CACHE, SHARED_FILE, SHARED_TEXT } from '../lib/shared-content.ts';

/** The fields of the manifest's `share_target`. */
const TEXT_FIELDS = ['title', 'text', 'url'] as const;

/**
 * Stores what another app shares with this one and opens the page that asks where it shall go. The content
 * of the share before it goes, as its page has been left.
 */
export async function takeShare({ request }: { request: Request }): Promise<Response> {
  await storeShare(request)
    .catch(() => caches.delete(SHARED_CACHE))
    .catch(() => undefined);
  return Response.redirect(new URL(SHARE_PATH, request.url), 303);
}

/** Throws if the storage is full or blocked. */
async function storeShare(request: Request): Promise<void> {
  const form = await request.formData();
  await caches.delete(SHARED_CACHE);
  const cache = await caches.open(SHARED_CACHE);
  const files = form.getAll('files').filter((value): value is File => value instanceof File);
  for (const [at, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
    await cache.put(`${SHARED_FILE}${at}`, new Response(file, { headers }));
  }
  const [title, text, url] = TEXT_FIELDS.map((name) => String(form.get(name) ?? '').trim());
  const body = JSON.stringify({ title, text, url, files: files.length, at: Date.now() });
  await cache.put(SHARED_TEXT, new Response(body));
}
