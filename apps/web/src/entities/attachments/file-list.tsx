import type { Attachment } from '@naru/contract/files';
import { Download, Paperclip } from 'lucide-react';
import { useState } from 'react';
import { previewKindOf } from '../../lib/file-preview.ts';
import { formatBytes } from '../../lib/format/numbers.ts';
import { Button, Spinner } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { endingOf, FileBadge } from './file-badge.tsx';
import { loadFile, useFileSaving } from './use-file-saving.ts';

type FileListProps = {
  files: readonly Attachment[];
  /** Fetches the files with fresh addresses, which expire after an hour. */
  reload: () => Promise<readonly Attachment[]>;
  className?: string;
};

/** Loads with the first file that is opened. */
const LazyFilePreview = lazyPart(async () => (await import('./file-preview.tsx')).FilePreview);

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
  const [isOpen, setOpen] = useState(false);
  const reloadFile = async () => (await reload()).find(({ key }) => key === file.key);
  const { isLoading, onSave } = useFileSaving(file, reloadFile);
  return (
    <div className="flex items-center">
      <button
        type="button"
        aria-busy={isLoading || undefined}
        onClick={onSave}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <FileBadge name={file.name} />
        <bdi className="min-w-0 flex-1 font-medium text-md [overflow-wrap:anywhere]">
          {file.name}
        </bdi>
        <span className="shrink-0 text-ink-3 text-sm">{formatBytes(file.bytes)}</span>
        <span className="sr-only">내려받기</span>
        {isLoading ? <Spinner size={16} /> : <Download size={16} className="shrink-0 text-ink-3" />}
      </button>
      {previewKindOf(endingOf(file.name)) !== null && (
        <Button
          variant="ghost"
          aria-label={`${file.name} 미리 보기`}
          onClick={() => setOpen(true)}
          className="shrink-0"
        >
          미리 보기
        </Button>
      )}
      {isOpen && (
        <LazyFilePreview
          file={file}
          load={() => loadFile(file, reloadFile)}
          onSave={onSave}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
