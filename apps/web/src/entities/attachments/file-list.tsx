import type { Attachment } from '@naru/contract/files';
import { Download, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { apiFile } from '../../lib/api/api.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { formatBytes } from '../../lib/format/numbers.ts';
import { saveUrl } from '../../lib/save-file.ts';
import { Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.ts';
import { FileBadge } from './file-badge.tsx';

type FileListProps = {
  files: readonly Attachment[];
  /** Fetches the files with fresh addresses, which expire after an hour. */
  reload: () => Promise<readonly Attachment[]>;
  className?: string;
};

function tokenOf({ url }: Attachment): string {
  return decodeURIComponent(url.split('/').at(-1) ?? '');
}

/** Asks for the first byte, because a download that the browser starts shows no reason for a failure. */
async function probe(file: Attachment): Promise<Attachment> {
  const params = { token: tokenOf(file) };
  const headers = { range: 'bytes=0-0' };
  await apiFile('GET /files/attachments/:token', { params, headers, anonymous: true });
  return file;
}

/** The files of a post or an inquiry, downloaded under their original names. */
export function FileList({ files, reload, className }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <section aria-label="첨부 파일" className={cx('rounded-ctl border border-line', className)}>
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

  async function probeFresh(error: unknown): Promise<Attachment> {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const fresh = (await reload()).find(({ key }) => key === file.key);
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

  return (
    <button
      type="button"
      aria-busy={isLoading || undefined}
      onClick={() => void save()}
      className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      <FileBadge name={file.name} />
      <bdi className="min-w-0 flex-1 font-medium text-md [overflow-wrap:anywhere]">{file.name}</bdi>
      <span className="shrink-0 text-ink-3 text-sm">{formatBytes(file.bytes)}</span>
      <span className="sr-only">내려받기</span>
      {isLoading ? <Spinner size={16} /> : <Download size={16} className="shrink-0 text-ink-3" />}
    </button>
  );
}
