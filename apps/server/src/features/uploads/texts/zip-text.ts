import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Where the texts of a format are, and the elements that have them. */
const FORMATS: Record<string, { entries: RegExp; texts: RegExp; ends: RegExp }> = {
  hwpx: { entries: /^Contents\/section\d+\.xml$/, texts: /^hp:t$/, ends: /^hp:p$/ },
  docx: {
    entries: /^word\/(?:document|footnotes)\.xml$/,
    texts: /^w:t$/,
    ends: /^w:(?:p|tab|br)$/,
  },
  pptx: { entries: /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/, texts: /^a:t$/, ends: /^a:p$/ },
  xlsx: {
    entries: /^xl\/(?:sharedStrings|worksheets\/[^/]+)\.xml$/,
    texts: /^(?:\w+:)?t$/,
    ends: /^(?:\w+:)?(?:si|c)$/,
  },
};
/** Entries of a file that are looked at, and bytes that are unpacked. */
const ENTRIES = 5_000;
const UNPACKED = 60_000_000;

export const hasZipText = (ending: string): boolean => Object.hasOwn(FORMATS, ending);

/** The texts of a document that is a ZIP of XML, until there is enough. Throws for a damaged file. */
export async function zipText(ending: string, bytes: Uint8Array, most: number): Promise<string> {
  const format = FORMATS[ending];
  if (format === undefined) return '';
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true });
  const reader = textReader(format, most);
  let left = UNPACKED;
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    seen += 1;
    if (seen > ENTRIES || left <= 0 || reader.isFull()) break;
    if (!format.entries.test(entry.fileName)) continue;
    // What stands before a damaged place counts.
    left -= await readEntry(zip, entry, left, reader.write).catch(() => 0);
    reader.end();
  }
  return reader.text();
}

async function readEntry(
  zip: ZipFile,
  entry: Entry,
  most: number,
  write: (text: string) => boolean,
): Promise<number> {
  const stream = await zip.openReadStreamPromise(entry);
  const decoder = new TextDecoder();
  let read = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (!write(decoder.decode(chunk, { stream: true })) || read > most) break;
  }
  return read;
}

function textReader({ texts, ends }: { texts: RegExp; ends: RegExp }, most: number) {
  let text = '';
  let isText = false;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        isText = texts.test(name);
      },
      ontext: (part) => {
        if (isText && text.length < most) text += part;
      },
      onclosetag: (name) => {
        isText = false;
        if (ends.test(name)) text += '\n';
      },
    },
    { xmlMode: true },
  );
  return {
    /** False when there is enough. */
    write: (part: string) => {
      parser.write(part);
      return text.length < most;
    },
    end: () => parser.reset(),
    isFull: () => text.length >= most,
    text: () => text,
  };
}
