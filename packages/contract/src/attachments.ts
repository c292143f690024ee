/** File extensions that the materials tab accepts. */
export const ATTACHMENT_ENDINGS = [
  'pdf',
  'hwp',
  'hwpx',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'zip',
] as const;

export type AttachmentEnding = (typeof ATTACHMENT_ENDINGS)[number];
