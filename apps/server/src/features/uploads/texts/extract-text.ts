import { searchText } from '@naru/contract/folding';

export interface TextJob {
  /** In lower case. */
  ending: string;
  bytes: Uint8Array;
}

/** Characters of a file that are stored for searches. */
export const FILE_TEXT_MAX = 100_000;
/** Characters that formats may give before they are cut; folding joins white space. */
const READ_MAX = FILE_TEXT_MAX * 2;

/** PostgreSQL stores no zero characters, and half a pair of surrogates is no text. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** The beginning of what a file says, as searches read it; null for a file that cannot be read. */
export async function extractText({ ending, bytes }: TextJob): Promise<string | null> {
  const text = await read(ending, bytes).catch(() => null);
  if (text === null) return null;
  return searchText(text.slice(0, READ_MAX).replaceAll(UNSTORABLE, ' '))
    .trim()
    .slice(0, FILE_TEXT_MAX)
    .replaceAll(UNSTORABLE, '');
}

async function read(ending: string, bytes: Uint8Array): Promise<string> {
  if (ending === 'pdf') return (await import('./pdf-text.ts')).pdfText(bytes, READ_MAX);
  if (ending === 'hwp') return (await import('./hwp-text.ts')).hwpText(bytes, READ_MAX);
  const zip = await import('./zip-text.ts');
  if (zip.hasZipText(ending)) return zip.zipText(ending, bytes, READ_MAX);
  const { plainText } = await import('./plain-text.ts');
  if (ending !== 'ipynb') return plainText(bytes, READ_MAX * 4);
  // Pictures stand between its texts.
  return (await import('./notebook-text.ts')).notebookText(plainText(bytes, bytes.length));
}

/** Formats of nothing but text come last, so these name the others. */
const WITHOUT_TEXT =
  /^(?:doc|xls|ppt|zip|parquet|npy|npz|h5|pt|pth|onnx|safetensors|jpg|jpeg|png)$/;

export function hasText(ending: string): boolean {
  return ending !== '' && !WITHOUT_TEXT.test(ending);
}
