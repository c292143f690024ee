import type { Attachment } from '@naru/contract/lecture-posts';
import { Download, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { apiFile } from '../../../lib/api/api.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { formatBytes } from '../../../lib/format/numbers.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.ts';

type FileListProps = {
  files: readonly Attachment[];
  /** Fetches the files with fresh addresses, which expire after an hour. */
  reload: () => Promise<readonly Attachment[]>;
};

function tokenOf({ url }: Attachment): string {
  return decodeURIComponent(url.split('/').at(-1) ?? '');
}

function load(file: Attachment): Promise<Blob> {
  const params = { token: tokenOf(file) };
  return apiFile('GET /files/attachments/:token', { params, anonymous: true });
}

/** The attachments of a post, downloaded under their original names. */
export function FileList({ files, reload }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <section aria-label="첨부 파일" className="mt-7 rounded-ctl border border-line">
      <h2 className="flex items-center gap-2 px-4 pt-3 pb-2 font-bold text-md">
        <Paperclip size={16} className="text-ink-3" />
        첨부 파일 <span className="text-sea">{files.length}</span>
      </h2>
      <ul>
        {files.map((file) => (
          <li key={file.key} className="border-line border-t">
            <FileButton file={file} reload={reload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FileButton({ file, reload }: { file: Attachment; reload: FileListProps['reload'] }) {
  const [isLoading, setLoading] = useState(false);

  async function loadFresh(error: unknown): Promise<Blob> {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const fresh = (await reload()).find(({ key }) => key === file.key);
    if (fresh === undefined) throw error;
    return load(fresh);
  }

  async function save() {
    if (isLoading) return;
    setLoading(true);
    try {
      saveFile(await load(file).catch(loadFresh), file.name);
    } catch (error) {
      toast.error(messageOf(error, '파일을 내려받지 못했습니다.'));
    } finally {
      setLoading(false);
    }
  }

  return (
    <button
      type="button"
      aria-busy={isLoading || undefined}
      onClick={() => void save()}
      className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      <bdi className="min-w-0 flex-1 font-medium text-md [overflow-wrap:anywhere]">{file.name}</bdi>
      <span className="shrink-0 text-ink-3 text-sm">{formatBytes(file.bytes)}</span>
      <span className="sr-only">내려받기</span>
      {isLoading ? <Spinner size={16} /> : <Download size={16} className="shrink-0 text-ink-3" />}
    </button>
  );
}
