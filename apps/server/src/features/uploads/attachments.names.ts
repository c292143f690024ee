import {
  ATTACHMENT_ENDINGS,
  type AttachmentEnding,
  PICTURE_ENDINGS,
  type PictureEnding,
} from '@naru/contract/attachments';

/** Maximum length of a name, with its extension. */
const NAME_MAX = 200;
/** Line breaks, control characters and bidirectional overrides, but not what joins two emoji to one. */
const HIDDEN =
  /(?<!(?:\p{Extended_Pictographic}|\p{EMod}|\ufe0f)(?=\u200d\p{Extended_Pictographic}))[\p{Cc}\p{Cf}\u2028\u2029]/gu;
/** Characters that Windows file systems reject. */
const FORBIDDEN = /[<>:"|?*]/g;
/** Device names that Windows reserves. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

export type Container = 'pdf' | 'cfb' | 'hwp' | 'zip' | 'jpeg' | 'png' | 'text';

export interface FileKind {
  contentType: string;
  containers: readonly Container[];
  /**
   * Entries that a ZIP must all have; streams of which a CFB must have one; how a text must begin,
   * after blanks.
   */
  contents: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

const KINDS: Record<AttachmentEnding | PictureEnding, FileKind> = {
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
  txt: kind('text/plain', ['text']),
  csv: kind('text/csv', ['text']),
  md: kind('text/markdown', ['text']),
  py: kind('text/x-python', ['text']),
  ipynb: kind('application/x-ipynb+json', ['text'], ['{']),
  jpg: kind('image/jpeg', ['jpeg']),
  jpeg: kind('image/jpeg', ['jpeg']),
  png: kind('image/png', ['png']),
};

/** Object name in the storage, without the file's own extension. */
export function objectName(key: string): string {
  return `${key}.bin`;
}

/**
 * Returns a safe name for storing and downloading: NFC, without a path and hidden characters, at most
 * 200 characters with the original extension.
 */
export function cleanName(source: string): string {
  const last = source.normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? '';
  const visible = last.replace(HIDDEN, '').replace(FORBIDDEN, '_').replace(/\s+/gu, ' ');
  const name = visible.replace(/^[. ]+|[. ]+$/g, '');
  const ending = endingOf(name);
  const stem = ending === '' ? name : name.slice(0, -(ending.length + 1)).trimEnd();
  const safe = stem === '' || DEVICE.test(stem.split('.')[0] ?? '') ? `파일 ${stem}`.trim() : stem;
  const stemMax = NAME_MAX - ending.length - 1;
  const cut = Array.from(safe).slice(0, stemMax).join('').trimEnd();
  return ending === '' ? cut : `${cut}.${ending}`;
}

/** Returns null for an extension that neither `accepted` nor inquiries accept. */
export function kindOf(
  name: string,
  accepted: readonly AttachmentEnding[] = ATTACHMENT_ENDINGS,
): FileKind | null {
  const ending = endingOf(name).toLowerCase();
  const known = [...accepted, ...PICTURE_ENDINGS].find((one) => one === ending);
  return known === undefined ? null : KINDS[known];
}

function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1] ?? '';
}

function kind(
  contentType: string,
  containers: readonly Container[],
  contents: readonly string[] = [],
): FileKind {
  return { contentType, containers, contents };
}
