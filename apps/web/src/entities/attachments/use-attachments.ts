import type { Attachment } from '@naru/contract/files';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { sendFile, withFreshAddress } from '../../lib/api/upload.ts';
import { toast } from '../../ui/toast.ts';
import { refuseFile, useFileRules } from './attachment-policy.ts';
import { type DraftFile, dropExpired } from './draft-files.ts';

/** Content type of files that the browser does not know, such as hwp. */
const ANY_TYPE = 'application/octet-stream';
const NAME_MAX = 255;

type UploadOptions = { onProgress: (part: number) => void; signal: AbortSignal };

/** Uploads a file and returns its key. Throws ApiError. */
async function uploadAttachment(file: File, options: UploadOptions): Promise<string> {
  const contentType = file.type || ANY_TYPE;
  const { key, ...urls } = await api('GET /api/attachments/presign', {
    query: { filename: file.name.slice(-NAME_MAX), contentType, size: file.size },
    signal: options.signal,
  });
  await sendFile(urls, file.slice(0, file.size, contentType), options);
  return key;
}

export type ShownFile = {
  /** Local id. */
  id: string;
  name: string;
  bytes: number;
  /** Key on the server; null until the upload ends. */
  key: string | null;
  /** Upload progress, 0 to 1. */
  part: number;
  problem: string | null;
  /** For retries; null for files of the stored post and of a draft. */
  source: File | null;
  /** Epoch milliseconds; null for files of the stored post, which do not expire. */
  uploadedAt: number | null;
};

export type KnownFile = Pick<Attachment, 'key' | 'name' | 'bytes'>;

function knownFile({ key, name, bytes }: KnownFile, uploadedAt: number | null = null): ShownFile {
  return { id: key, name, bytes, key, part: 1, problem: null, source: null, uploadedAt };
}

function fromDraft(draft: readonly DraftFile[]) {
  const { stored, lines } = dropExpired(draft, Date.now());
  return { files: stored.map(({ uploadedAt, ...file }) => knownFile(file, uploadedAt)), lines };
}

let lastId = 0;

function newFile(source: File): ShownFile {
  lastId += 1;
  const { name, size: bytes } = source;
  const id = `new-${lastId}`;
  return { id, name, bytes, key: null, part: 0, problem: null, source, uploadedAt: null };
}

type Options = {
  /** For inquiries, where a photo is a proof. */
  takesPictures?: boolean;
  /** Files of a stored draft, besides the initial ones. */
  draft?: readonly DraftFile[];
};

/** Files of a post or an inquiry being written; each uploads as soon as it is chosen. */
export function useAttachments(initial: readonly KnownFile[], options: Options = {}) {
  const { takesPictures = false, draft = [] } = options;
  const rules = useFileRules(takesPictures);
  const [start] = useState(() => fromDraft(draft));
  const [files, setFiles] = useState(() => [
    ...initial.map((one) => knownFile(one)),
    ...start.files,
  ]);
  const [refusals, setRefusals] = useState(start.lines);
  const [aborts] = useState(() => new Map<string, AbortController>());
  const latest = useRef(files);
  latest.current = files;

  useEffect(() => {
    return () => {
      for (const abort of aborts.values()) abort.abort();
    };
  }, [aborts]);

  const patch = (id: string, change: Partial<ShownFile>) =>
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...change } : file)));

  async function send({ id, source }: ShownFile) {
    if (source === null) return;
    const abort = new AbortController();
    aborts.set(id, abort);
    try {
      const onProgress = (part: number) => patch(id, { part });
      const options = { onProgress, signal: abort.signal };
      const key = await withFreshAddress(() => uploadAttachment(source, options));
      patch(id, { key, uploadedAt: Date.now() });
    } catch (error) {
      if (abort.signal.aborted) return;
      patch(id, { problem: messageOf(error, '파일을 올리지 못했습니다.') });
    } finally {
      aborts.delete(id);
    }
  }

  return {
    rules,
    files,
    /** One line per file of the last choice that was rejected. */
    refusals,
    isUploading: files.some(({ key, problem }) => key === null && problem === null),
    hasFailed: files.some(({ problem }) => problem !== null),
    hasNew: files.some(({ source }) => source !== null),
    keys: files.flatMap(({ key }) => (key === null ? [] : [key])),
    /** Returns one line for each file that is refused. */
    add(chosen: readonly File[]): string[] {
      const fits = chosen.filter((file) => refuseFile(file, rules) === null);
      const room = Math.max(0, LIMITS.attachmentsMax - latest.current.length);
      const refused = chosen.flatMap((file) => {
        const why = refuseFile(file, rules);
        return why === null ? [] : [`${file.name}: ${why}`];
      });
      const lines = fits.length > room ? [...refused, TEXTS.attachmentTooMany] : refused;
      setRefusals(lines);
      const added = fits.slice(0, room).map(newFile);
      latest.current = [...latest.current, ...added];
      setFiles((all) => [...all, ...added]);
      for (const file of added) void send(file);
      return lines;
    },
    remove(id: string) {
      aborts.get(id)?.abort();
      setRefusals([]);
      setFiles((all) => all.filter((file) => file.id !== id));
    },
    retry(file: ShownFile) {
      patch(file.id, { problem: null, part: 0 });
      void send(file);
    },
    /** Replaces the files by those of a draft; names the ones that the server has deleted since. */
    restore(stored: readonly DraftFile[]) {
      const restored = fromDraft(stored);
      setRefusals(restored.lines);
      setFiles(restored.files);
    },
  };
}

export type Attachments = ReturnType<typeof useAttachments>;

/** Shows why the files are incomplete; true when all are stored. */
export function areComplete({ isUploading, hasFailed }: Attachments): boolean {
  if (isUploading) toast.info('파일을 올리고 있습니다. 끝난 뒤에 다시 눌러 주세요.');
  else if (hasFailed) toast.error('올리지 못한 파일이 있습니다. 다시 올리거나 목록에서 빼 주세요.');
  return !(isUploading || hasFailed);
}
