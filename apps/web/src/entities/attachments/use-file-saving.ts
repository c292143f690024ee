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
  const params = { token: tokenOf(file) };
  const headers = { range: 'bytes=0-0' };
  await apiFile('GET /files/attachments/:token', { params, headers, anonymous: true });
  return file;
}

/** Downloads a file; `reload` fetches it with a fresh address, which expires after an hour. */
export function useFileSaving(file: SavedFile, reload: () => Promise<SavedFile | undefined>) {
  const [isLoading, setLoading] = useState(false);

  async function probeFresh(error: unknown): Promise<SavedFile> {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const fresh = await reload();
    if (fresh === undefined) throw error;
    return probe(fresh);
  }

  async function save() {
    if (isLoading) return;
    setLoading(true);
    try {
      const { url, name } = await probe(file).catch(probeFresh);
      saveUrl(url, name);
    } catch (error) {
      toast.error(messageOf(error, '파일을 내려받지 못했습니다.'));
    } finally {
      setLoading(false);
    }
  }

  return { isLoading, onSave: () => void save() };
}
