import { LIMITS } from '@naru/contract/limits';
import { TEXTS } from '@naru/contract/texts';
import type { Editor } from '@tiptap/core';
import { messageOf } from '../../lib/api/api-error.ts';
import { sendUntilReached } from '../../lib/api/until-reached.ts';
import { prepareImage, uploadImage } from '../../lib/api/upload.ts';
import { isHeic } from '../../lib/shrink-picture.ts';
import { toast } from '../toast.ts';
import { countUploads, listImages } from './editor-html.ts';

const UPLOAD_FAILED = '이미지 업로드 실패';

const UPLOADS_AT_ONCE = 3;
/** How long a picture waits for the network. */
const PATIENCE_MS = 60_000;
let lastId = 0;

const isPicture = (file: File) => file.type.startsWith('image/') || isHeic(file);

/** Pictures and other files of a paste or drop; none beside text, because Excel adds a picture of the cells. */
export function filesOf(data: DataTransfer | null): { pictures: File[]; others: File[] } {
  const isText = data?.getData('text/html') && data.getData('text/plain').trim() !== '';
  const files = isText ? [] : [...(data?.files ?? [])];
  return { pictures: files.filter(isPicture), others: files.filter((file) => !isPicture(file)) };
}

/**
 * Inserts each image at once, in order, and uploads three at a time. A refused upload, and one that does
 * not reach the server in a minute, removes its image with a message.
 */
export async function insertImages(editor: Editor, files: File[], at?: number): Promise<void> {
  const accepted: File[] = [];
  // One after the other, because a decoded photo takes up to 200 MB.
  for (const file of files) {
    const prepared = await prepareImage(file);
    if ('file' in prepared) accepted.push(prepared.file);
    else toast.error(`${file.name}: ${prepared.problem}`);
  }
  if (editor.isDestroyed) return;
  const room = LIMITS.imagesPerPost - listImages(editor).length - countUploads(editor);
  if (accepted.length > room) toast.error(TEXTS.imageTooMany);
  const waiting = await Promise.all(accepted.slice(0, Math.max(0, room)).map(prepare));
  if (waiting.length === 0 || editor.isDestroyed) return;
  const nodes = waiting.map(({ file: _, ...attrs }) => ({ type: 'image', attrs }));
  const { selection, doc } = editor.state;
  // The text may have become shorter while the photos were converted.
  const insertAt = Math.min(at ?? selection.to, doc.content.size);
  // Behind the pictures, because text that is typed next would replace a selected one.
  editor.chain().focus().insertContentAt(insertAt, nodes).leaveImage().run();
  const queue = [...waiting];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await uploadOne(editor, next);
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
}

async function prepare(file: File) {
  lastId += 1;
  // Read before the await, because the next file increments it.
  const uploadId = `u${lastId}`;
  const size = await createImageBitmap(file).catch(() => null);
  const { width = null, height = null } = size ?? {};
  size?.close();
  return { uploadId, file, src: URL.createObjectURL(file), alt: '', width, height };
}

async function uploadOne(editor: Editor, { uploadId, file, src }: Upload): Promise<void> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    replaceUpload(editor, uploadId, await sendUntilReached(() => uploadImage(file), { signal }));
  } catch (error) {
    toast.error(messageOf(error, UPLOAD_FAILED));
    replaceUpload(editor, uploadId, null);
  } finally {
    URL.revokeObjectURL(src);
  }
}

/** An image that stands in the text before it has been prepared. */
export interface Upload {
  uploadId: string;
  src: string;
  file: File;
}

/** Gives as many images of a paste as there is room for an id and an address. */
export function startUploads(editor: Editor, files: readonly File[]): Upload[] {
  if (files.length === 0) return [];
  const room = LIMITS.imagesPerPost - listImages(editor).length - countUploads(editor);
  if (files.length > room) toast.error(TEXTS.imageTooMany);
  return files.slice(0, Math.max(0, room)).map((file) => {
    lastId += 1;
    return { uploadId: `u${lastId}`, src: URL.createObjectURL(file), file };
  });
}

/** Prepares and uploads them one after the other; a refused one is removed with a message. */
export async function uploadAll(editor: Editor, uploads: readonly Upload[]): Promise<void> {
  for (const upload of uploads) {
    const prepared = await prepareImage(upload.file);
    if ('file' in prepared) await uploadOne(editor, { ...upload, file: prepared.file });
    else {
      toast.error(`${upload.file.name}: ${prepared.problem}`);
      replaceUpload(editor, upload.uploadId, null);
    }
  }
}

/** Sets the URL of an uploaded image, or removes it; not a separate undo step. */
function replaceUpload(editor: Editor, uploadId: string, url: string | null): void {
  if (editor.isDestroyed) return;
  const { tr, doc } = editor.state;
  doc.descendants((node, position) => {
    if (node.attrs.uploadId !== uploadId) return;
    const at = tr.mapping.map(position);
    if (url === null) tr.delete(at, at + node.nodeSize);
    else tr.setNodeMarkup(at, undefined, { ...node.attrs, src: url, uploadId: null });
  });
  editor.view.dispatch(tr.setMeta('addToHistory', false));
}
