import {
  ATTACHMENT_ENDINGS,
  type AttachmentEnding,
  PICTURE_ENDINGS,
  type PictureEnding,
  TEXT_ENDINGS,
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

/** How a file begins, but for `text`. */
export type Container =
  | ('pdf' | 'cfb' | 'hwp' | 'zip' | 'jpeg' | 'png' | 'parquet' | 'npy' | 'hdf5' | 'onnx')
  | ('safetensors' | 'text');

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

type TextEnding = (typeof TEXT_ENDINGS)[number];

/** Types of texts that more than an editor knows; no type with which a browser would run a script. */
const TEXT_TYPES: Partial<Record<TextEnding, string>> = {
  csv: 'text/csv',
  md: 'text/markdown',
  py: 'text/x-python',
  json: 'application/json',
  ipynb: 'application/x-ipynb+json',
};
const BINARY = 'application/octet-stream';

const KINDS: Record<AttachmentEnding | PictureEnding, FileKind> = {
  ...(Object.fromEntries(
    TEXT_ENDINGS.map((ending) => [ending, kind(TEXT_TYPES[ending] ?? 'text/plain', ['text'])]),
  ) as Record<TextEnding, FileKind>),
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
  ipynb: kind('application/x-ipynb+json', ['text'], ['{']),
  parquet: kind(BINARY, ['parquet']),
  npy: kind(BINARY, ['npy']),
  npz: kind(BINARY, ['zip']),
  h5: kind(BINARY, ['hdf5']),
  pt: kind(BINARY, ['zip']),
  pth: kind(BINARY, ['zip']),
  onnx: kind(BINARY, ['onnx']),
  safetensors: kind(BINARY, ['safetensors']),
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

/** The extensions of documents and archives that a container with these contents has. */
export function endingsOf(container: Container, names: readonly string[]): string[] {
  return Object.entries(KINDS)
    .filter(([, { containers, contents }]) => {
      const hasContents = contents.length > 0 && contents.some((name) => names.includes(name));
      return containers.includes(container) && (hasContents || contents.length === 0);
    })
    .map(([ending]) => ending);
}

function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,12})$/.exec(name)?.[1] ?? '';
}

function kind(
  contentType: string,
  containers: readonly Container[],
  contents: readonly string[] = [],
): FileKind {
  return { contentType, containers, contents };
}
