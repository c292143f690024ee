import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

interface Format {
  entries: RegExp;
  texts: RegExp;
  ends: RegExp;
  /** Values of cells, which are texts or not by what their cell says. */
  values?: RegExp;
}

/** Where the texts of a format are, the elements that have them, and those that end a line. */
const FORMATS: Record<string, Format> = {
  hwpx: {
    entries: /^Contents\/section\d+\.xml$/,
    // With formulas, and words above others.
    texts: /^hp:(?:t|script|mainText|subText)$/,
    ends: /^hp:(?:p|lineBreak|script|mainText|subText)$/,
  },
  docx: {
    entries: /^word\/(?:document|footnotes)\.xml$/,
    texts: /^w:t$/,
    ends: /^w:(?:p|tab|br)$/,
  },
  pptx: {
    entries: /^ppt\/(?:slides|notesSlides)\/[^/]+\.xml$/,
    texts: /^a:t$/,
    ends: /^a:(?:p|br)$/,
  },
  xlsx: {
    entries: /^xl\/(?:sharedStrings|worksheets\/[^/]+)\.xml$/,
    texts: /^(?:\w+:)?t$/,
    ends: /^(?:\w+:)?(?:si|c)$/,
    values: /^(?:\w+:)?v$/,
  },
};
/** As long as numbers of students and staff are, which people look for in lists. */
const NUMBER_OF_SOMEBODY = /^\d{8,10}$/;
/** White space that is an element inside a text. */
const SPACES = /^hp:(?:tab|nbSpace|fwSpace)$/;
/** Entries of a file that are looked at, and bytes that are unpacked. */
const ENTRIES = 5_000;
const UNPACKED = 60_000_000;
/** Elements in each other; the parser looks through them at every tag. */
const DEPTH = 250;

export const hasZipText = (ending: string): boolean => Object.hasOwn(FORMATS, ending);

/** The texts of a document that is a ZIP of XML, until there is enough. Throws for a damaged file. */
export async function zipText(ending: string, bytes: Uint8Array, most: number): Promise<string> {
  const format = FORMATS[ending];
  if (format === undefined) return '';
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true });
  const reader = textReader(format, most);
  const unpacked = { left: UNPACKED };
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    seen += 1;
    if (seen > ENTRIES || unpacked.left <= 0 || reader.isFull()) break;
    if (!format.entries.test(entry.fileName)) continue;
    // What stands before a damaged place counts.
    await readEntry(zip, entry, unpacked, reader.write).catch(() => undefined);
    reader.end();
  }
  return reader.text();
}

async function readEntry(
  zip: ZipFile,
  entry: Entry,
  unpacked: { left: number },
  write: (text: string) => boolean,
): Promise<void> {
  const stream = await zip.openReadStreamPromise(entry);
  const decoder = new TextDecoder();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    unpacked.left -= chunk.length;
    if (!write(decoder.decode(chunk, { stream: true })) || unpacked.left <= 0) break;
  }
}

function textReader({ texts, ends, values }: Format, most: number) {
  let text = '';
  /** Values of cells. They follow the texts, so that a sheet of numbers does not push texts out. */
  let found = '';
  /** Whether a text came since the last line end: thousands of cells without one add none. */
  let isInLine = false;
  const open: string[] = [];
  /** Depth of the outermost element of a text that is open, 0 outside of texts. */
  let textDepth = 0;
  /** Type of the cell that is open, and its value as far as it was read. */
  let cell = { type: '', value: '' };
  const isValue = () => values?.test(open.at(-1) ?? '') === true;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        if (open.length === DEPTH) throw new RangeError('too many elements in each other');
        open.push(name);
        if (textDepth === 0 && texts.test(name)) textDepth = open.length;
        if (values && ends.test(name)) cell = { type: 'n', value: '' };
      },
      onattribute: (name, type) => {
        if (values && name === 't' && ends.test(open.at(-1) ?? '')) cell.type = type;
      },
      ontext: (part) => {
        if (textDepth > 0 && text.length < most) {
          text += part;
          isInLine = true;
        } else if (isValue() && cell.value.length < most) cell.value += part;
      },
      onclosetag: (name) => {
        if (open.length === textDepth) textDepth = 0;
        if (isValue() && isFound(cell) && found.length < most) found += `${cell.value}\n`;
        open.pop();
        if (isInLine && ends.test(name)) {
          text += '\n';
          isInLine = false;
        } else if (SPACES.test(name)) text += ' ';
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
    end: () => {
      parser.reset();
      open.length = 0;
      textDepth = 0;
      cell = { type: '', value: '' };
    },
    isFull: () => text.length >= most,
    text: () => `${text}\n${found}`,
  };
}

/** Results of formulas that are texts, and numbers of somebody. */
function isFound({ type, value }: { type: string; value: string }): boolean {
  return type === 'str' || (type === 'n' && NUMBER_OF_SOMEBODY.test(value));
}
