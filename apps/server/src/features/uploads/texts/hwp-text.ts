import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { zipText } from './zip-text.ts';

/**
 * What a document of Hangul says, read from its form in XML: the texts of pages that the library has are without
 * tables, boxes, captions and notes. Throws for a damaged file and for one with a password.
 */
export async function hwpText(bytes: Uint8Array, most: number): Promise<string> {
  const { initSync, HwpDocument } = await import('@rhwp/core');
  const module = createRequire(import.meta.url).resolve('@rhwp/core/rhwp_bg.wasm');
  // It asks how wide texts are only to break lines.
  const measuring = globalThis as { measureTextWidth?: (font: string, text: string) => number };
  measuring.measureTextWidth = (_, text) => text.length * 8;
  initSync({ module: await readFile(module) });
  return zipText('hwpx', new HwpDocument(bytes).exportHwpx(), most);
}
