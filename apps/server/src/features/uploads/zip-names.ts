import { type Entry, fromFd, type ZipFile } from 'yauzl';

/** Entries to read at most; a document has some hundred. */
const ENTRIES = 20_000;

/**
 * Returns up to 20,000 entry names without unpacking, or null when the file is broken. Does not close
 * `fd`.
 */
export function listZipNames(fd: number): Promise<string[] | null> {
  return new Promise((resolve) => {
    fromFd(fd, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) resolve(null);
      else readNames(zip, resolve);
    });
  });
}

function readNames(zip: ZipFile, done: (names: string[] | null) => void): void {
  const names: string[] = [];
  zip.on('error', () => done(null));
  zip.on('end', () => done(names));
  zip.on('entry', (entry: Entry) => {
    names.push(entry.fileName);
    if (names.length < ENTRIES) zip.readEntry();
    else done(names);
  });
  zip.readEntry();
}
