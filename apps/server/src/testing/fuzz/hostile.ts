import fc from 'fast-check';

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

/** Texts that commonly break servers. */
const TEXTS = [
  // Nothing to see, control characters, broken and reordering Unicode.
  ...[
    '',
    ' ',
    '\t\r\n',
    '\u3164',
    '\u2800',
    '\u200b\u200d\ufeff',
    '\0',
    'a\0b',
    '\u0007\u001b[31m',
  ],
  ...['\ud800', 'x\udc00', '\u202eabc', '\u2066x\u2069', 'مرحبا 한글', '가\u200d나', '\u{e0041}'],
  ...[
    FAMILY,
    '\u{1f1f0}\u{1f1f7}'.repeat(40),
    '\u{1f44d}\u{1f3ff}',
    '𝒳'.repeat(300),
    '한'.normalize('NFD'),
  ],
  ...[
    `a${'\u0301'.repeat(30)}`,
    `a${'\u0301\u0316'.repeat(16)}`,
    'ㅎㅏㄴ글 한글',
    'İSTANBUL',
    'ß',
    'ǆ',
  ],
  // Words that mean something to parsers.
  ...[
    '0',
    '-1',
    '-0',
    '1e309',
    'NaN',
    'Infinity',
    '9007199254740993',
    '0x10',
    '１２',
    '+1',
    '1.5',
    ' 7 ',
  ],
  ...[
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
  ],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '2026-11-20T25:00:00Z', '275760-09-13T00:00:00Z'],
  ...[
    '../../etc/passwd',
    'file:///etc/passwd',
    'http://127.0.0.1/',
    'http://[::1]:0/',
    '//x',
    'javascript:alert(1)',
  ],
  ...[
    'data:text/html,x',
    'https://example.ac.kr/%',
    'https://a@b:99999/',
    'a@b',
    'a@b.c',
    '"a b"@x.kr',
  ],
  // Query languages, patterns and templates.
  ...[
    "' or 1=1 --",
    "1'); drop table members; --",
    "'; select pg_sleep(5) --",
    '$1',
    '%',
    '_',
    '\\',
    '\\%',
  ],
  ...['(((', 'a & | !', ':*', '<->', "'a':B", '(a+)+$', '[', '^.*$', '.*'.repeat(30), '\\p{L}+'],
  ...['{{7*7}}', '#{7*7}', '%s%n%x', '=1+1', '@SUM(1)', '"', '"a', 'a,b\r\nc,d', 'a;b', '\u2028'],
  // Markup.
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>1</script></svg>',
    '<!--',
  ],
  ...[
    '<a href="javascript:alert(1)">x</a>',
    '<p',
    '&#0;',
    '&amp'.repeat(40),
    '<b>'.repeat(90),
    ']]>',
  ],
  ...['<table><tr><td colspan=99 rowspan=99>1</td></tr></table>', '<img src="/files/x.webp">'],
  ...[
    'BEGIN:VCALENDAR\r\nEND:VCALENDAR',
    'BEGIN:VEVENT\nDTSTART:99999999',
    '{"a":1}',
    '가'.repeat(2000),
  ],
];

/** Units of which long texts are made. */
const UNITS = [
  'a',
  ' ',
  '가',
  '\n',
  'e\u0323',
  FAMILY,
  '<b>',
  '&lt;',
  '"',
  '\\',
  '\u200d',
  'a@',
  '0',
];
/** Around the limits of fields, of a post and of a body. */
const LENGTHS = [10, 11, 31, 100, 101, 1000, 2001, 12_001, 65_536, 65_537, 250_000];

const longText = fc
  .tuple(fc.constantFrom(...UNITS), fc.constantFrom(...LENGTHS))
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)));

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 24, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 12, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: longText },
);

export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -2, max: 60 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(2 ** 15, 2 ** 31, 2 ** 31 - 1, 2 ** 53, 2 ** 63, 1e300, -0, 0.1),
);

/** Any JSON, also with keys that mean something to JavaScript. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'length', 'then')
      .map((key) => JSON.parse(`{"${key}":{"isAdmin":true,"roles":["SYSTEM"]}}`)),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 2, max: 3000 }).map((length) => new Array(length).fill(1)),
  },
);

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Bodies that are no JSON, or JSON that parsers read differently. */
const BROKEN = [
  '',
  ' ',
  '{',
  '{"a":1',
  '{"a":1}}',
  '{"a":1,}',
  '{"a":1,"a":2}',
  '{"a":NaN}',
  `{"a":${'9'.repeat(400)}}`,
  '\ufeff{}',
  "{'a':1}",
  '{"a":"\\ud800"}',
  '{"\\u0000":1}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '[]',
  '"text"',
  '0',
  'null',
  'true',
  deep(31),
  deep(33),
  deep(100_000),
  `{"a":${deep(40)}}`,
  `[${'0,'.repeat(100_000)}0]`,
  `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":0`).join()}}`,
  `"${'x'.repeat(262_142)}"`,
  `"${'x'.repeat(262_143)}"`,
  'a=1&b=2',
  '<a>1</a>',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nx\r\n--x--',
];

export const brokenBody: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...BROKEN.filter(({ length }) => length < 1000)) },
  { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
);

/** `undefined`: no header. */
export const contentType: fc.Arbitrary<string | undefined> = fc.constantFrom(
  undefined,
  'application/json',
  'application/json; charset=utf-16',
  'Application/JSON',
  'application/vnd.api+json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'image/png',
  'application/pdf',
  '*/*',
  ';',
);

/** Headers that change how a request or its response is read. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<
  Record<string, string>[]
>(
  { authorization: 'Bearer a.b.c' },
  { authorization: 'Bearer' },
  { authorization: 'Basic eDp4' },
  { authorization: `Bearer ${'a'.repeat(5000)}` },
  { cookie: 'naru_device=x; naru_refresh=%; =; a' },
  { cookie: '__proto__=1; constructor=2' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { 'accept-encoding': 'br' },
  { 'accept-encoding': 'gzip;q=0, *;q=0' },
  { 'content-encoding': 'gzip' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'not a day' },
  { range: 'bytes=0-0' },
  { range: 'bytes=-1' },
  { range: 'bytes=9-1,0-,-' },
  { 'x-forwarded-for': '127.0.0.1, x', forwarded: 'for=_' },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': 'a'.repeat(4000) },
  { 'accept-language': '*', accept: 'text/html' },
  { traceparent: '00-x-y-01' },
);
