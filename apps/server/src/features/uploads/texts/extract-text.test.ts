import { afterAll, describe, expect, it } from 'vitest';
import { extractText, FILE_TEXT_MAX, hasText } from './extract-text.ts';
import { createTextReader } from './file-texts.ts';
import { documentText } from './hwp-text.ts';
import { filesWith, pdfOf, zipOf } from './texts.fixture.ts';

const WORDS = '등대지기 점검표';
const reader = createTextReader();
afterAll(() => reader.stop());

const read = (ending: string, bytes: Uint8Array) => extractText({ ending, bytes });
const readApart = (ending: string, bytes: Uint8Array) => reader.run({ ending, bytes });

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

  it('is what stands behind the pictures of a notebook, and in one of an old version [FILE-08]', async () => {
    const picture = { output_type: 'display_data', data: { 'image/png': 'A'.repeat(1_500_000) } };
    const cells = [
      { cell_type: 'code', source: 'plot()', outputs: [picture] },
      { cell_type: 'code', source: [`# ${WORDS}`], outputs: [] },
    ];
    expect(await read('ipynb', Buffer.from(JSON.stringify({ cells })))).toBe(`plot()\n# ${WORDS}`);
    const worksheets = [{ cells: [{ cell_type: 'code', input: [`# ${WORDS}`], outputs: [] }] }];
    expect(await read('ipynb', Buffer.from(JSON.stringify({ worksheets })))).toBe(`# ${WORDS}`);
  });

  it('is as searches read it, and bounded [FILE-08]', async () => {
    expect(await read('txt', Buffer.from('ＡＢ\u200bＣ \n\n 끝'))).toBe('ABC\n끝');
    expect(await read('txt', Buffer.from('가'.repeat(300_000)))).toHaveLength(FILE_TEXT_MAX);
  });

  it.each(['zip', 'pt', 'png', 'doc', ''])('is not read of %j [FILE-08]', (ending) => {
    expect(hasText(ending)).toBe(false);
  });

  it.each([
    [
      'hwpx',
      'Contents/section0.xml',
      '<hp:t>등<hp:markpenBegin/>대<hp:tab/>부표<hp:lineBreak/>표</hp:t>',
    ],
    ['docx', 'word/document.xml', '<w:t>등대</w:t><w:tab/><w:t>부표</w:t><w:br/><w:t>표</w:t>'],
    ['pptx', 'ppt/slides/slide1.xml', '<a:t>등대 부표</a:t><a:br/><a:t>표</a:t>'],
  ])(
    'of %s goes on after a tab, a line break and a marker [FILE-08]',
    async (ending, name, xml) => {
      const text = await read(ending, await zipOf({ [name]: `<x>${xml}</x>` }));
      expect(text?.replace(/\s+/g, ' ')).toBe('등대 부표 표');
    },
  );

  it('of a spreadsheet has results of formulas and numbers of people after its texts [FILE-08]', async () => {
    const cells = [
      '<c t="s"><v>1234567</v></c>',
      '<c t="str"><f>A1&amp;"님"</f><v>김등대님</v></c>',
      '<c><v>20251234</v></c>',
      '<c t="n"><v>45992</v></c>',
      '<c><v>1500000</v></c>',
      '<c><f>SUM(B1:B9)</f><v>123456.75</v></c>',
      '<c t="e"><v>#DIV/0!</v></c>',
    ];
    const file = await zipOf({
      'xl/worksheets/sheet1.xml': `<worksheet><row>${cells.join('')}</row></worksheet>`,
      'xl/sharedStrings.xml': `<sst><si><t>${WORDS}</t></si></sst>`,
    });
    expect((await read('xlsx', file))?.split(/\s*\n\s*/)).toEqual([WORDS, '김등대님', '20251234']);
  });

  it('of a large spreadsheet is not lost behind cells without a text [FILE-08]', async () => {
    const cells = '<c r="A1"><v>0.5</v></c>'.repeat(250_000);
    const file = await zipOf({
      'xl/worksheets/sheet1.xml': `<worksheet><row>${cells}<c><v>20251234</v></c></row></worksheet>`,
      'xl/sharedStrings.xml': `<sst><si><t>${WORDS}</t></si></sst>`,
    });
    expect((await read('xlsx', file))?.split(/\s*\n\s*/)).toEqual([WORDS, '20251234']);
  });

  it('is none for a damaged file, after which others are read as before [FILE-09]', async () => {
    const { hwp = Buffer.alloc(0) } = await filesWith(WORDS);
    expect(await read('pdf', Buffer.from('%PDF-1.7 no more'))).toBeNull();
    expect(await readApart('hwp', Buffer.from('no document'))).toBeNull();
    expect(await readApart('hwp', hwp)).toContain(WORDS);
    expect(await readApart('txt', Buffer.from(''))).toBe('');
  });

  it.each(['<w:x>', '<w:t>'])(
    'ends before elements in elements without end: %s [FILE-09]',
    async (element) => {
      const xml = `<w:p><w:t>${WORDS}</w:t></w:p>${element.repeat(1_000_000)}`;
      expect(await readApart('docx', await zipOf({ 'word/document.xml': xml }))).toBe(WORDS);
    },
  );

  it('of Hangul is what the library says where it has no form in XML [FILE-08]', async () => {
    const document = {
      exportHwpx: () => {
        throw new Error('no form in XML');
      },
      getTextFileUnicode: () => JSON.stringify(WORDS),
    };
    expect(await documentText(document, FILE_TEXT_MAX)).toBe(WORDS);
  });

  it('ends where a file has unpacked to too much, damaged entries included [FILE-09]', async () => {
    const filling = `<w:x>${' '.repeat(35_000_000)}</w:x>`;
    const bomb = await zipOf({
      'word/document.xml': filling,
      'word/footnotes.xml': `${filling}<w:t>behind</w:t>`,
    });
    expect(await read('docx', bomb)).toBe('');
  });
});
