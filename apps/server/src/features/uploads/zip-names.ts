import { type Entry, fromFd, type ZipFile } from 'yauzl';

/** Entries that are looked at; a document has some hundred. */
const ENTRIES = 20_000;

/**
 * Names in the directory of a ZIP file, at most the first 20,000; nothing is unpacked. Null when the
 * file is cut off or broken. The descriptor stays open.
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
