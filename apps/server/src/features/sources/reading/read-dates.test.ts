import { describe, expect, it } from 'vitest';
import { decodePage } from './decode-page.ts';
import { findDays, readInstant } from './read-dates.ts';
import { NOW } from './reading.fixture.ts';

describe('the date of an article', () => {
  it.each([
    ['2026.11.20', '2026-11-20T00:00:00+09:00'],
    ['2026-11-20', '2026-11-20T00:00:00+09:00'],
    ['2026/1/2', '2026-01-02T00:00:00+09:00'],
    ['26.11.20', '2026-11-20T00:00:00+09:00'],
    ['작성일 2026. 11. 20. 09:05', '2026-11-20T09:05:00+09:00'],
    ['2026년 11월 20일 (금) 오후 2:30', '2026-11-20T14:30:00+09:00'],
    ['2026.11.20 오전 12:10:05', '2026-11-20T00:10:05+09:00'],
    ['20261120', '2026-11-20T00:00:00+09:00'],
    ['11-20', '2026-11-20T00:00:00+09:00'],
    ['12.24', '2025-12-24T00:00:00+09:00'],
    ['09:30', '2026-11-23T09:30:00+09:00'],
    ['2026-11-20T09:30:00', '2026-11-20T09:30:00+09:00'],
    ['2026-11-20T00:30:00Z', '2026-11-20T09:30:00+09:00'],
    ['Fri, 20 Nov 2026 09:30:00 +0900', '2026-11-20T09:30:00+09:00'],
    ['Fri, 20 Nov 2026 00:30:00 GMT', '2026-11-20T09:30:00+09:00'],
    ['20 Nov 2026 09:30 KST', '2026-11-20T09:30:00+09:00'],
    ['Fri, 20 Nov 2026 09:30:00', '2026-11-20T09:30:00+09:00'],
  ])('is read from %s [SRC-06]', (text, expected) => {
    expect(readInstant(text, NOW)).toEqual(new Date(expected));
  });

  it.each(['', '어제', '2026.13.40', '2026-02-30', '조회 1234', '25:99', '0'.repeat(100_000)])(
    'is not read from %.20s [SRC-06]',
    (text) => {
      expect(readInstant(text, NOW)).toBeNull();
    },
  );
});

describe('days of a range', () => {
  const at = (year: number | null, month: number, day: number) => ({ year, month, day });
  it.each([
    ['2026.3.2 ~ 3.6', [at(2026, 3, 2), at(null, 3, 6)]],
    ['2026.03.02.(월)~2026.03.06.(금)', [at(2026, 3, 2), at(2026, 3, 6)]],
    ['03.02-03.06', [at(null, 3, 2), at(null, 3, 6)]],
    ['12월 30일 ~ 1월 2일', [at(null, 12, 30), at(null, 1, 2)]],
    ['2026년 3월 2일', [at(2026, 3, 2)]],
    ['미정', []],
  ])('are read from %s [SRC-06]', (text, days) => {
    expect(findDays(text)).toEqual(days);
  });
});

describe('the character set of a page', () => {
  /** 똠, which only CP949 has, in front of 공지. */
  const korean = Buffer.from([0x8c, 0x63, 0xb0, 0xf8, 0xc1, 0xf6]);
  const decode = (body: Buffer, contentType: string | null = null, charset = 'auto' as const) =>
    decodePage(body, { charset, contentType });

  it('comes from the configuration before all others [SRC-04]', () => {
    const page = { charset: 'euc-kr' as const, contentType: 'text/html; charset=utf-8' };
    expect(decodePage(korean, page)).toBe('똠공지');
  });

  it.each(['EUC-KR', 'ks_c_5601-1987', 'MS949', '"euc-kr"'])(
    'comes from the header: %s [SRC-04]',
    (name) => {
      expect(decode(korean, `text/html;charset=${name}`)).toBe('똠공지');
    },
  );

  it('comes from the page, in each of its forms [SRC-04]', () => {
    for (const head of [
      '<meta charset="euc-kr">',
      '<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">',
      '<?xml version="1.0" encoding="euc-kr"?>',
    ]) {
      const page = Buffer.concat([Buffer.from(head), korean]);
      expect(decode(page, 'text/html')).toBe(`${head}똠공지`);
    }
  });

  it('comes from the byte order mark, which is left out [SRC-04]', () => {
    const eight = Buffer.from('\ufeff공지');
    const sixteen = Buffer.from('\ufeff공지', 'utf16le');
    expect([decode(eight, 'text/html; charset=euc-kr'), decode(sixteen)]).toEqual(['공지', '공지']);
  });

  it('is guessed of a page that names none, or one that nobody knows [SRC-04]', () => {
    for (const name of [null, 'text/html; charset=x-none']) {
      expect([decode(korean, name), decode(Buffer.from('똠공지'), name)]).toEqual([
        '똠공지',
        '똠공지',
      ]);
    }
  });
});
