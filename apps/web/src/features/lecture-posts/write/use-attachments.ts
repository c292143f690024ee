import { ATTACHMENT_ENDINGS } from '@naru/contract/attachments';
import { ERRORS } from '@naru/contract/errors';
import type { Attachment } from '@naru/contract/lecture-posts';
import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { putFile } from '../../../lib/api/upload.ts';

/** Content type of files that the browser does not know, such as hwp. */
const ANY_TYPE = 'application/octet-stream';
const NAME_MAX = 255;

export const ATTACHMENT_ACCEPT = ATTACHMENT_ENDINGS.map((ending) => `.${ending}`).join(',');

/** Why a file cannot be uploaded, or null; the server also checks its bytes. */
function refuseAttachment(file: Pick<File, 'name' | 'size'>): string | null {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  if (!ATTACHMENT_ENDINGS.some((known) => known === ending)) {
    return ERRORS.ATTACHMENT_TYPE_UNSUPPORTED.message;
  }
  if (file.size > LIMITS.attachmentMaxBytes) return ERRORS.ATTACHMENT_TOO_LARGE.message;
  return file.size === 0 ? ERRORS.ATTACHMENT_INVALID.message : null;
}

type UploadOptions = { onProgress: (part: number) => void; signal: AbortSignal };

/** Uploads a file and returns its key. Throws ApiError. */
async function uploadAttachment(file: File, options: UploadOptions): Promise<string> {
  const contentType = file.type || ANY_TYPE;
  const { uploadUrl, key } = await api('GET /api/lecture-room/attachment-presign', {
    query: { filename: file.name.slice(-NAME_MAX), contentType, size: file.size },
    signal: options.signal,
  });
  await putFile(uploadUrl, file.slice(0, file.size, contentType), options);
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
  /** Kept for retries; null for files of the stored post. */
  source: File | null;
};

function knownFile({ key, name, bytes }: Attachment): ShownFile {
  return { id: key, name, bytes, key, part: 1, problem: null, source: null };
}

let lastId = 0;

function newFile(source: File): ShownFile {
  lastId += 1;
  const { name, size: bytes } = source;
  return { id: `new-${lastId}`, name, bytes, key: null, part: 0, problem: null, source };
}

/** Attachments of a post being written; each uploads as soon as it is chosen. */
export function useAttachments(initial: readonly Attachment[]) {
  const [files, setFiles] = useState(() => initial.map(knownFile));
  const [refusals, setRefusals] = useState<string[]>([]);
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
      patch(id, { key: await uploadAttachment(source, { onProgress, signal: abort.signal }) });
    } catch (error) {
      if (abort.signal.aborted) return;
      patch(id, { problem: messageOf(error, '파일을 올리지 못했습니다.') });
    } finally {
      aborts.delete(id);
    }
  }

  return {
    files,
    /** One line per file of the last choice that was rejected. */
    refusals,
    isUploading: files.some(({ key, problem }) => key === null && problem === null),
    hasFailed: files.some(({ problem }) => problem !== null),
    hasNew: files.some(({ source }) => source !== null),
    keys: files.flatMap(({ key }) => (key === null ? [] : [key])),
    add(chosen: readonly File[]) {
      const fits = chosen.filter((file) => refuseAttachment(file) === null);
      const room = Math.max(0, LIMITS.attachmentsPerPost - latest.current.length);
      const refused = chosen.flatMap((file) => {
        const why = refuseAttachment(file);
        return why === null ? [] : [`${file.name}: ${why}`];
      });
      setRefusals(fits.length > room ? [...refused, TEXTS.attachmentTooMany] : refused);
      const added = fits.slice(0, room).map(newFile);
      setFiles((all) => [...all, ...added]);
      for (const file of added) void send(file);
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
  };
}

export type Attachments = ReturnType<typeof useAttachments>;
