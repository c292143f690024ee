import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodePage } from './decode-page.ts';

const KOREAN = '똠방각하 공지사항: 2026학년도 수강신청 안내';
const utf8 = (text: string) => Buffer.from(text);
const cp949 = (text: string) => iconv.encode(text, 'cp949');
const meta = (charset: string) => `<meta charset="${charset}">`;
const broken = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0xff, 0xea]), utf8(' 끝')]);

/** What the page is, its bytes, its header, what its text contains. */
const PAGES: [string, Buffer, string | null, string][] = [
  ['UTF-8 whose header says EUC-KR', utf8(KOREAN), 'text/html; charset=EUC-KR', KOREAN],
  ['UTF-8 whose page says EUC-KR', utf8(meta('euc-kr') + KOREAN), 'text/html', KOREAN],
  ['CP949 whose header says UTF-8', cp949(KOREAN), 'text/html; charset=utf-8', KOREAN],
  ['CP949 whose page says UTF-8', cp949(meta('utf-8') + KOREAN), null, KOREAN],
  [
    'CP949, header UTF-8, page EUC-KR',
    cp949(meta('euc-kr') + KOREAN),
    'text/html; charset=utf-8',
    KOREAN,
  ],
  [
    'UTF-8, header EUC-KR, page UTF-8',
    utf8(meta('utf-8') + KOREAN),
    'text/html; charset=euc-kr',
    KOREAN,
  ],
  ['UTF-8 with a broken byte', broken(utf8(KOREAN)), 'text/html; charset=utf-8', KOREAN],
  [
    'UTF-8 with a broken byte whose header says EUC-KR',
    broken(utf8(KOREAN)),
    'text/html; charset=euc-kr',
    KOREAN,
  ],
  ['UTF-8 with a broken byte and no label', broken(utf8(KOREAN)), null, KOREAN],
  [
    'CP949 with a broken byte whose header says UTF-8',
    Buffer.concat([cp949(KOREAN), Buffer.from([0xff])]),
    'text/html; charset=utf-8',
    KOREAN,
  ],
  [
    'CP949 of two syllables that are also UTF-8',
    cp949('짤짤'),
    'text/html; charset=euc-kr',
    '짤짤',
  ],
  [
    'UTF-8 with a mark whose header says EUC-KR',
    utf8(`\ufeff${KOREAN}`),
    'text/html; charset=euc-kr',
    KOREAN,
  ],
  [
    'UTF-16 with a mark',
    Buffer.from(`\ufeff${KOREAN}`, 'utf16le'),
    'text/html; charset=euc-kr',
    KOREAN,
  ],
  ['ASCII', utf8('<p>Notice</p>'), 'text/html; charset=euc-kr', '<p>Notice</p>'],
  ['ASCII without a label', utf8('<p>Notice</p>'), null, '<p>Notice</p>'],
  ['UTF-8 without Hangul', utf8('café ©'), 'text/html; charset=utf-8', 'café ©'],
  ['UTF-8 without Hangul and label', utf8('café ©'), null, 'café ©'],
  ['CP949 without a label', cp949(KOREAN), null, KOREAN],
  ['UTF-8 whose label nobody knows', utf8(KOREAN), 'text/html; charset=x-none', KOREAN],
  ['nothing', Buffer.alloc(0), null, ''],
];

describe('the character set of a page', () => {
  it.each(PAGES)('is what its bytes are: %s [SRC-04]', (_, bytes, contentType, text) => {
    const decoded = decodePage(bytes, { charset: 'auto', contentType });
    expect(decoded).toContain(text);
    expect(decoded.startsWith('\ufeff')).toBe(false);
  });
});
