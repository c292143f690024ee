import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { nameOfAddress, nameOfDisposition, nameOfLink } from './file-names.ts';
import { presentSource } from './sources.present.ts';

describe('presentation of a source', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const row = {
    config: {},
    faults: [{}, {}],
    menuMove: null,
    isAsked: false,
    leaseUntil: null,
    nextRunAt: now,
    lastRunAt: null,
    lastSuccessAt: now,
  };
  const present = (values: object) => presentSource({ ...row, ...values } as never, now);

  it.each([
    ['a quiet one', {}, false],
    ['one that is asked for', { isAsked: true }, true],
    ['one at work', { leaseUntil: new Date(now.getTime() + 1) }, true],
    ['one that was lost', { leaseUntil: now }, false],
  ])('says whether a source runs: %s', (_name, values, isRunning) => {
    const shown = { isRunning, lastRunAt: null, lastSuccessAt: '2026-11-20T09:00:00+09:00' };
    expect(present(values)).toMatchObject({ ...shown, faultCount: 2 });
  });
});

describe('the name of a file', () => {
  const header = (text: string, charset = 'utf-8') =>
    iconv.encode(text, charset).toString('latin1');

  it.each([
    ['nothing', undefined, null],
    ['no name', 'attachment', null],
    ['an empty name', 'attachment; filename=""', null],
    ['plain letters', 'attachment; filename="form.hwp"', 'form.hwp'],
    [
      'EUC-KR as it is',
      header('attachment; filename="신청서 양식.hwp"', 'cp949'),
      '신청서 양식.hwp',
    ],
    [
      'EUC-KR without quotes',
      header('attachment; filename=신청서 양식.hwp;', 'cp949'),
      '신청서 양식.hwp',
    ],
    ['UTF-8 as it is', header('inline; filename="신청서.pdf"'), '신청서.pdf'],
    ['percent signs', 'attachment; filename=%EC%8B%A0%EC%B2%AD.pdf', '신청.pdf'],
    ['EUC-KR in percent signs', 'attachment; filename="%BD%C5%C3%BB.pdf"', '신청.pdf'],
    ['the extended form', `attachment; filename="x.pdf"; filename*=UTF-8''%EC%8B%A0.pdf`, '신.pdf'],
    ['the extended form in EUC-KR', `attachment; filename*=euc-kr''%BD%C5.pdf`, '신.pdf'],
    ['the form of e-mail', 'attachment; filename="=?UTF-8?B?7Iug7LKtLnBkZg==?="', '신청.pdf'],
    ['an escaped quote', 'attachment; filename="a\\"b.pdf"', 'a"b.pdf'],
  ])('is read from a header with %s [SRC-61]', (_, given, name) => {
    expect(nameOfDisposition(given)).toBe(name);
  });

  it('is the end of an address, in both character sets [SRC-61]', () => {
    const nameOf = (path: string) => nameOfAddress(`https://www.example.ac.kr${path}`);
    expect(nameOf('/f/%EC%8B%A0.pdf?x=1')).toBe('신.pdf');
    expect(nameOf('/f/%BD%C5.pdf')).toBe('신.pdf');
    expect(nameOf('/f/')).toBe('');
  });

  it('is that of a link without the size behind it [SRC-61]', () => {
    expect(nameOfLink('신청서.hwp (35 KB)')).toBe('신청서.hwp');
    expect(nameOfLink('신청서.hwp [1.2MB] ')).toBe('신청서.hwp');
    expect(nameOfLink('신청서 (2026).hwp')).toBe('신청서 (2026).hwp');
  });

  it('is read of the beginning of a hostile header [SRC-61]', () => {
    expect(nameOfDisposition(`${' '.repeat(1_000)}filename=a.pdf`)).toBeNull();
    expect(nameOfDisposition(`filename*=${' '.repeat(9_000)}x`)).toBeNull();
    const link = `${' ('.repeat(9_000)}1`;
    expect(nameOfLink(link)).toBe(link.trim());
  });
});
