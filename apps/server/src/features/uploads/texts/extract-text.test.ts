import { afterAll, describe, expect, it } from 'vitest';
import { ChildWorkerError } from '../../../platform/child-worker.ts';
import { FILE_TEXT_MAX, hasText } from './extract-text.ts';
import { createTextReader } from './file-texts.ts';
import { damage, filesWith, pdfOf, zipOf } from './texts.fixture.ts';

const WORDS = '등대지기 점검표';
const reader = createTextReader();
afterAll(() => reader.stop());

const read = (ending: string, bytes: Uint8Array) => reader.run({ ending, bytes });

describe('the text of a file', () => {
  it('is read from every kind [FILE-08]', async () => {
    for (const [ending, bytes] of Object.entries(await filesWith(WORDS))) {
      expect(await read(ending, bytes), ending).toContain(WORDS);
    }
    expect(await read('pdf', pdfOf(['first page', 'the lighthouse']))).toBe(
      'first page\nthe lighthouse',
    );
    expect(await read('csv', Buffer.from([0xb5, 0xee, 0xb4, 0xeb]))).toBe('등대');
  });

  it('is as searches read it, and bounded [FILE-08]', async () => {
    expect(await read('txt', Buffer.from('ＡＢ\u200bＣ \n\n 끝'))).toBe('ABC\n끝');
    expect(await read('txt', Buffer.from('가'.repeat(300_000)))).toHaveLength(FILE_TEXT_MAX);
  });

  it.each(['zip', 'pt', 'png', 'doc', ''])('is not read of %j [FILE-08]', (ending) => {
    expect(hasText(ending)).toBe(false);
  });

  it('is empty for a damaged file and for one that unpacks to too much [FILE-09]', async () => {
    expect(await read('pdf', Buffer.from('%PDF-1.7 no more'))).toBe('');
    expect(await read('hwp', Buffer.from('no document'))).toBe('');
    const bomb = await zipOf({ 'word/document.xml': `<w:t>${' '.repeat(100_000_000)}</w:t>` });
    expect(await read('docx', bomb)).toBe('');
  });

  it('of damaged files ends with a text or with the end of its process [FILE-09]', async () => {
    const files = Object.entries({
      ...(await filesWith(WORDS)),
      pdf: pdfOf([WORDS.replace(/./g, 'a')]),
    });
    for (let seed = 1; seed <= 150; seed += 1) {
      const [ending, bytes] = files[seed % files.length] ?? ['txt', Buffer.alloc(0)];
      const text = await read(ending, damage(bytes, seed)).catch((error: unknown) => error);
      expect(
        typeof text === 'string' || text instanceof ChildWorkerError,
        `${ending} ${seed}`,
      ).toBe(true);
    }
    expect(await read('txt', Buffer.from(WORDS))).toBe(WORDS);
  }, 120_000);
});
