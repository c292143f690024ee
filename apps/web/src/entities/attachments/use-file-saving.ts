import { useState } from 'react';
import { apiFile } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { saveUrl } from '../../lib/save-file.ts';
import { toast } from '../../ui/toast.ts';

type SavedFile = { url: string; name: string };

function tokenOf({ url }: SavedFile): string {
  return decodeURIComponent(url.split('/').at(-1) ?? '');
}

/** Asks for the first byte, because a download that the browser starts shows no reason for a failure. */
async function probe(file: SavedFile): Promise<SavedFile> {
  await fetchBytes(file, { range: 'bytes=0-0' });
  return file;
}

function fetchBytes(file: SavedFile, headers: Record<string, string> = {}): Promise<Blob> {
  const params = { token: tokenOf(file) };
  return apiFile('GET /files/attachments/:token', { params, headers, anonymous: true });
}

type Reload = () => Promise<SavedFile | undefined>;

/** With a fresh address from `reload` when that of the file has expired. */
async function withFresh<T>(file: SavedFile, reload: Reload, use: (file: SavedFile) => Promise<T>) {
  try {
    return await use(file);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const fresh = await reload();
    if (fresh === undefined) throw error;
    return use(fresh);
  }
}

/** The whole file, with the rights of a download. */
export function loadFile(file: SavedFile, reload: Reload): Promise<Blob> {
  return withFresh(file, reload, (one) => fetchBytes(one));
}

/** Downloads a file; `reload` fetches it with a fresh address, which expires after an hour. */
export function useFileSaving(file: SavedFile, reload: Reload) {
  const [isLoading, setLoading] = useState(false);

  async function save() {
    if (isLoading) return;
    setLoading(true);
    try {
      const { url, name } = await withFresh(file, reload, probe);
      saveUrl(url, name);
    } catch (error) {
      toast.error(messageOf(error, '파일을 내려받지 못했습니다.'));
    } finally {
      setLoading(false);
    }
  }

  return { isLoading, onSave: () => void save() };
}
