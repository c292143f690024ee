import { TEXTS } from '@naru/contract/texts';
import type { Editor } from '@tiptap/react';
import type { DragEvent } from 'react';
import { filesOf, insertImages } from '../../ui/editor/image-upload.ts';
import { toast } from '../../ui/toast.ts';
import type { Attachments } from '../attachments/use-attachments.ts';

/** Attaches files that were dropped on the text, and says by name which cannot be. */
export function takeFiles(attachments: Attachments | null, dropped: readonly File[]): void {
  if (attachments === null) {
    for (const { name } of dropped) toast.error(`${name}: ${TEXTS.attachmentAnonymous}`);
    return;
  }
  const lines = attachments.add(dropped);
  for (const line of lines) toast.error(line);
  if (lines.length === 0) toast.info('글 아래의 파일 목록에 첨부했습니다.');
}

/** Takes files that were dropped beside the text, which the browser would open instead of the page. */
export function takeDrop(
  attachments: Attachments | null,
  editor: Editor | null,
  event: DragEvent,
): void {
  const { pictures, others } = filesOf(event.dataTransfer);
  if (pictures.length + others.length === 0) return;
  event.preventDefault();
  if (pictures.length > 0 && editor !== null) void insertImages(editor, pictures);
  if (others.length > 0) takeFiles(attachments, others);
}
