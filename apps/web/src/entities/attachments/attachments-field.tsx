import { megabytesOf, namesOfTypes } from '@naru/contract/attachments';
import { LIMITS } from '@naru/contract/limits';
import { CircleAlert, RotateCw, Upload, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { formatBytes } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { acceptedEndings } from './attachment-policy.ts';
import { FileBadge } from './file-badge.tsx';
import type { Attachments, ShownFile } from './use-attachments.ts';

/** Chooses, uploads and lists the files of a post or an inquiry. */
export function AttachmentsField({ attachments }: { attachments: Attachments }) {
  const { files, refusals, rules, add, remove, retry } = attachments;
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const headingId = useId();
  const isFull = files.length >= LIMITS.attachmentsMax;
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drop zone in all browsers
    <div
      role="group"
      aria-labelledby={headingId}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className="grid grid-cols-[minmax(0,1fr)] gap-1.5"
    >
      <div className="flex items-baseline gap-2">
        <h2 id={headingId} className="font-semibold text-ink-2 text-md">
          파일
        </h2>
        <span className="ml-auto text-ink-3 text-sm">
          {files.length}/{LIMITS.attachmentsMax}
        </span>
      </div>
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-ctl border border-dashed px-4 py-3.5',
          isOver ? 'border-sea bg-sea-weak' : 'border-line-strong bg-paper',
        )}
      >
        <Upload size={20} className="text-ink-3" />
        <p className="min-w-0 flex-1 basis-56 text-ink-2 text-md">
          파일을 <span className="pointer-coarse:hidden">끌어다 놓거나 </span>선택해 주세요.
          <span className="block text-ink-3 text-sm">
            {rules.takesPictures && '사진, '}
            {namesOfTypes(rules)} · 하나에 {megabytesOf(rules)}MB까지
          </span>
        </p>
        <Button disabled={isFull} onClick={() => picker.current?.click()}>
          파일 선택
        </Button>
        <input
          ref={picker}
          type="file"
          accept={acceptedEndings(rules)
            .map((ending) => `.${ending}`)
            .join(',')}
          multiple
          hidden
          aria-label="첨부 파일"
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            event.target.value = '';
            add(chosen);
          }}
        />
      </div>
      {refusals.length > 0 && (
        <div role="alert" className="grid gap-0.5 font-medium text-buoy text-sm">
          {refusals.map((line) => (
            <p key={line} className="[overflow-wrap:anywhere]">
              {line}
            </p>
          ))}
        </div>
      )}
      {files.length > 0 && (
        <ul aria-label="첨부한 파일" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          {files.map((file) => (
            <FileLine
              key={file.id}
              file={file}
              onRemove={() => remove(file.id)}
              onRetry={() => retry(file)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type FileLineProps = { file: ShownFile; onRemove: () => void; onRetry: () => void };

function FileLine({ file, onRemove, onRetry }: FileLineProps) {
  const { name, bytes, key, part, problem } = file;
  return (
    <li className="flex items-center gap-3 rounded-ctl border border-line bg-paper py-1 pr-1 pl-3.5">
      {problem === null ? (
        <FileBadge name={name} />
      ) : (
        <CircleAlert size={18} className="w-14 shrink-0 text-buoy" />
      )}
      <div className="min-w-0 flex-1 py-1">
        <p className="flex items-baseline gap-2">
          <bdi className="truncate font-medium text-md">{name}</bdi>
          <span className="shrink-0 text-ink-3 text-sm">{formatBytes(bytes)}</span>
        </p>
        {problem !== null && (
          <p role="alert" className="text-buoy text-sm">
            {problem}
          </p>
        )}
        {key === null && problem === null && (
          <ProgressBar label={`${name} 올리는 중`} value={part} className="mt-1 mb-0.5" />
        )}
      </div>
      {problem !== null && (
        <IconButton label={`${name} 다시 올리기`} onClick={onRetry}>
          <RotateCw size={16} />
        </IconButton>
      )}
      <IconButton label={`${name} 빼기`} onClick={onRemove}>
        <X size={18} />
      </IconButton>
    </li>
  );
}
