import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { HwpDocument as Document } from '@rhwp/core';
import { zipText } from './zip-text.ts';

/** What a document of Hangul says. Throws for a damaged file and for one with a password. */
export async function hwpText(bytes: Uint8Array, most: number): Promise<string> {
  const { initSync, HwpDocument } = await import('@rhwp/core');
  const module = createRequire(import.meta.url).resolve('@rhwp/core/rhwp_bg.wasm');
  // It asks how wide texts are only to break lines.
  const measuring = globalThis as { measureTextWidth?: (font: string, text: string) => number };
  measuring.measureTextWidth = (_, text) => text.length * 8;
  initSync({ module: await readFile(module) });
  return documentText(new HwpDocument(bytes), most);
}

/** Read from its form in XML, or as the library has it, without boxes, where it cannot be brought into that form. */
export async function documentText(
  document: Pick<Document, 'exportHwpx' | 'getTextFileUnicode'>,
  most: number,
): Promise<string> {
  try {
    return await zipText('hwpx', document.exportHwpx(), most);
  } catch {
    return JSON.parse(document.getTextFileUnicode());
  }
}
