import type { FileHandle } from 'node:fs/promises';

// Compound files (OLE) are the container of old Office documents and HWP 5.
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
const HEADER_FAT_SECTORS = 109;
const LAST_SECTOR = 0xfffffffa;
/** Directory sectors to read at most; documents have a handful. */
const DIRECTORY_SECTORS = 256;
const TABLE_SECTORS = 64;

/** Returns the names in the directory of a compound file; none when it is broken. */
export async function listStreams(file: FileHandle): Promise<string[]> {
  const header = await readAt(file, 0, HEADER_BYTES);
  const shift = header?.readUInt16LE(30);
  if (header === null || (shift !== 9 && shift !== 12)) return [];
  const reader = createReader(file, header, 1 << shift);
  const names: string[] = [];
  let sector: number | null = header.readUInt32LE(48);
  for (let read = 0; sector !== null && read < DIRECTORY_SECTORS; read += 1) {
    const bytes = await reader.sector(sector);
    if (bytes === null) break;
    names.push(...namesIn(bytes));
    sector = await reader.next(sector);
  }
  return names;
}

function createReader(file: FileHandle, header: Buffer, size: number) {
  const perSector = size / 4;
  const sector = (number: number) =>
    number >= LAST_SECTOR ? null : readAt(file, (number + 1) * size, size);

  /** Returns the sector of the allocation table that covers the sectors from `index * perSector` on. */
  async function tableSector(index: number): Promise<number | null> {
    if (index < HEADER_FAT_SECTORS) return header.readUInt32LE(76 + index * 4);
    let left = index - HEADER_FAT_SECTORS;
    let current = header.readUInt32LE(68);
    for (let read = 0; read < TABLE_SECTORS; read += 1) {
      const bytes = await sector(current);
      if (bytes === null) return null;
      if (left < perSector - 1) return bytes.readUInt32LE(left * 4);
      left -= perSector - 1;
      current = bytes.readUInt32LE(size - 4);
    }
    return null;
  }

  return {
    sector,
    async next(number: number): Promise<number | null> {
      const tableNumber = await tableSector(Math.floor(number / perSector));
      const table = tableNumber === null ? null : await sector(tableNumber);
      return table?.readUInt32LE((number % perSector) * 4) ?? null;
    },
  };
}

function namesIn(sector: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + ENTRY_BYTES <= sector.length; at += ENTRY_BYTES) {
    const bytes = sector.readUInt16LE(at + NAME_BYTES);
    if (bytes < 2 || bytes > NAME_BYTES) continue;
    names.push(sector.toString('utf16le', at, at + bytes - 2));
  }
  return names;
}

/** Returns null when the file ends before `length` bytes. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer | null> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : null;
}
