import { TEXTS } from '@naru/contract/texts';
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
