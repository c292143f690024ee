import * as z from 'zod/mini';
import { BOARDS, type BoardType } from './boards.ts';
import { ERRORS } from './errors.ts';
import { boardTypeField, webLinkField } from './fields.ts';
import { attachmentsField } from './files.ts';
import { contentField, imageUrlsField, titleField } from './post-fields.ts';
import { TEXTS } from './texts.ts';

/** Address of the page that a notice was copied from. */
export const sourceField = webLinkField(TEXTS.sourceRequired);

/** A board whose notices are copied from another site. */
export const sourceBoardField = z.pipe(
  boardTypeField,
  z.custom<BoardType>((type) => BOARDS[type as BoardType].sourceName !== null, {
    error: ERRORS.BOARD_NOT_WRITABLE.message,
  }),
);

/** A notice of the school or department site that an ADMIN copies. */
export const pastedNoticeBody = z.object({
  boardType: sourceBoardField,
  title: titleField(TEXTS.postRequired),
  content: contentField(TEXTS.postRequired),
  imageUrls: imageUrlsField,
  attachments: attachmentsField,
  targetUrl: sourceField,
});
export type PastedNotice = z.output<typeof pastedNoticeBody>;
