import { ATTACHMENT_ENDINGS, type AttachmentEnding } from '@naru/contract/attachments';

/** Characters of a name, its ending included. */
const NAME_MAX = 200;
/** Line breaks, control characters, and marks that turn the direction of writing around. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** What no file system of a reader takes. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** How the content of a file is told from its bytes. */
export type Container = 'pdf' | 'cfb' | 'hwp' | 'zip';

export interface FileKind {
  contentType: string;
  /** Its first bytes may be of any of these. */
  containers: readonly Container[];
  /** Inside a ZIP: an entry that it must have. Inside a CFB: one of its streams. */
  marks: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** What may be uploaded, by ending. */
const KINDS: Record<AttachmentEnding, FileKind> = {
  pdf: kind('application/pdf', ['pdf']),
  hwp: kind('application/x-hwp', ['cfb', 'hwp'], ['FileHeader']),
  hwpx: kind('application/hwp+zip', ['zip'], ['Contents/content.hpf']),
  doc: kind('application/msword', ['cfb'], ['WordDocument']),
  docx: kind(`${OFFICE}.wordprocessingml.document`, ['zip'], ['word/document.xml']),
  xls: kind('application/vnd.ms-excel', ['cfb'], ['Workbook', 'Book']),
  xlsx: kind(`${OFFICE}.spreadsheetml.sheet`, ['zip'], ['xl/workbook.xml']),
  ppt: kind('application/vnd.ms-powerpoint', ['cfb'], ['PowerPoint Document']),
  pptx: kind(`${OFFICE}.presentationml.presentation`, ['zip'], ['ppt/presentation.xml']),
  zip: kind('application/zip', ['zip']),
};

/** Name of the object in the storage: tells nothing of what it is. */
export function objectName(key: string): string {
  return `${key}.bin`;
}

/**
 * The name under which a file is kept and downloaded: composed (NFC), without a path, without hidden
 * characters, at most 200 characters long; its ending is the one it was given.
 */
export function cleanName(source: string): string {
  const last = source.normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? '';
  const visible = last.replace(HIDDEN, '').replace(FORBIDDEN, '_').replace(/\s+/gu, ' ');
  const name = visible.replace(/^[. ]+|[. ]+$/g, '');
  const end = endingOf(name);
  const stem = end === '' ? name : name.slice(0, -(end.length + 1)).trimEnd();
  const safe = stem === '' || DEVICE.test(stem.split('.')[0] ?? '') ? `파일 ${stem}`.trim() : stem;
  const room = NAME_MAX - end.length - 1;
  const cut = Array.from(safe).slice(0, room).join('').trimEnd();
  return end === '' ? cut : `${cut}.${end}`;
}

/** What a name of this ending may hold; null for every other ending. */
export function kindOf(name: string): FileKind | null {
  const end = endingOf(name).toLowerCase();
  const known = ATTACHMENT_ENDINGS.find((one) => one === end);
  return known === undefined ? null : KINDS[known];
}

function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1] ?? '';
}

function kind(
  contentType: string,
  containers: readonly Container[],
  marks: readonly string[] = [],
): FileKind {
  return { contentType, containers, marks };
}
