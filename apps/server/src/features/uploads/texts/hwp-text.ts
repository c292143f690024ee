import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Pages that are read. */
const PAGES = 300;

/**
 * What a document of Hangul says. Its process must do nothing after it: one damaged document harms the next in the same
 * module. Throws for a damaged file and for one with a password.
 */
export async function hwpText(bytes: Uint8Array): Promise<string> {
  const { initSync, HwpDocument } = await import('@rhwp/core');
  const module = createRequire(import.meta.url).resolve('@rhwp/core/rhwp_bg.wasm');
  // It asks how wide texts are only to break lines.
  const measuring = globalThis as { measureTextWidth?: (font: string, text: string) => number };
  measuring.measureTextWidth = (_, text) => text.length * 8;
  initSync({ module: await readFile(module) });
  const document = new HwpDocument(bytes);
  const count = Math.min(PAGES, document.pageCount());
  return Array.from({ length: count }, (_, page) => JSON.parse(document.getPageText(page))).join(
    '\n',
  );
}
