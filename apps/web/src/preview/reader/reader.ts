import {
  type ReaderRequest,
  type ReaderResponse,
  type ReadFile,
  UnreadableError,
} from '../parts.ts';
import { isHeavyPart } from './heavy.ts';

/**
 * Reads a file apart from the page that shows it, so that one which takes too long can be stopped. Each format is
 * loaded when a file has it.
 */
const post = (response: ReaderResponse) => self.postMessage(response);

async function open({ kind, ending, bytes, font }: Extract<ReaderRequest, { do: 'open' }>) {
  if (bytes.byteLength === 0) throw new UnreadableError('empty');
  switch (kind) {
    case 'hwp':
      return (await import('./hwp.ts')).readHwp(bytes, font);
    case 'sheet':
      return (await import('./sheet.ts')).readSheets(bytes);
    case 'table':
      return (await import('./table.ts')).readTable(bytes, ending);
    case 'notebook':
      return (await import('./notebook.ts')).readNotebook(bytes);
    case 'markdown':
      return (await import('./notebook.ts')).readMarkdown(bytes);
    default:
      return (await import('./code.ts')).readCode(bytes, ending);
  }
}

let file: ReadFile | null = null;

async function load(kind: string): Promise<void> {
  if (kind === 'hwp') await (await import('./hwp.ts')).loadHwp();
}

async function respond(request: ReaderRequest): Promise<ReaderResponse> {
  if (request.do === 'load') {
    await load(request.kind).catch(() => {
      throw new UnreadableError('network');
    });
    return { loaded: true };
  }
  if (request.do === 'part') {
    if (file === null) return { failed: 'damaged' };
    const part = file.partAt(request.at);
    return isHeavyPart(part) ? { failed: 'late' } : { part };
  }
  file = await open(request);
  const { parts, note } = file;
  if (parts.length === 0) throw new UnreadableError('empty');
  return { opened: { parts, ...(note !== undefined && { note }) } };
}

self.onmessage = ({ data }: MessageEvent<ReaderRequest>) => {
  respond(data).then(post, (error: unknown) =>
    post({ failed: error instanceof UnreadableError ? error.reason : 'damaged' }),
  );
};
