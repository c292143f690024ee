import { LIMITS } from '@naru/contract/limits';

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}';

/** Of a body of JSON with the text. */
const BYTES_MAX = 250_000;

/** `make(n)` for as many lines as fit into so many characters, and into a body. */
function lines(
  head: string,
  max: { lines: number; units: number },
  make: (n: number) => string,
): string {
  const parts = [head];
  let length = head.length;
  let bytes = Buffer.byteLength(head);
  for (let n = 0; n < max.lines; n += 1) {
    const line = make(n);
    length += line.length + 1;
    bytes += Buffer.byteLength(JSON.stringify(line));
    if (length > max.units || bytes > BYTES_MAX) break;
    parts.push(line);
  }
  return parts.join('\n');
}

/** So many times `part` that no more than `bytes` result. */
const fill = (start: string, part: string, end: string, bytes: number = LIMITS.contentMaxBytes) =>
  start +
  part.repeat(Math.floor((bytes - Buffer.byteLength(start + end)) / Buffer.byteLength(part))) +
  end;

export const PICTURES = '60 KB of pictures';
export const TOO_DEEP = '64 KB of open elements';

/**
 * HTML that is expensive to read, in different ways: 64 KB, or as much as has 64 KB once links have their
 * attributes and special characters their names.
 */
export const HTML: Record<string, string> = {
  '64 KB of nested elements': fill(
    '',
    `${'<strong><em>'.repeat(48)}x${'</em></strong>'.repeat(48)}`,
    '',
  ),
  '64 KB of empty elements': fill('', '<p></p>', 'x'),
  [TOO_DEEP]: fill('', '<b>', ''),
  '64 KB of attributes': fill('<p ', 'a=1 ', '>x</p>'),
  '64 KB of styles': fill('', '<p style="color:red;text-align:center;width:1px">a</p>', ''),
  'links that become 64 KB': fill('', '<a href="https://a.kr/?b=1&amp;c=2">a</a> ', '', 22_000),
  '64 KB of entities': fill('<p>', '&lt;&#128;&amp', '</p>'),
  '64 KB of family emoji': fill('<p>', FAMILY, '</p>'),
  '64 KB of short words': fill('<p>', '가 나 ', '</p>'),
  // Of a picture that exists, `picturesOf`.
  [PICTURES]: '',
  '64 KB of comments': fill('', '<!--a-->', 'x'),
  'a table of 5,000 cells': `<table>${`<tr>${'<td>a</td>'.repeat(50)}</tr>`.repeat(100)}</table>`,
  'a list in a list 48 times, again and again': fill(
    '',
    `${'<ul><li>'.repeat(48)}a${'</li></ul>'.repeat(48)}`,
    '',
  ),
};

/** 60 KB of the picture again and again. */
export const picturesOf = (fileUrl: string) =>
  fill('', `<img src="${fileUrl}" alt="a" />`, 'x', 60_000);

/** Each day again and again. */
export const MEALS = lines(
  '날짜,식당,구분,메뉴',
  { lines: LIMITS.mealFileLines, units: LIMITS.mealFileMax },
  (n) =>
    `2026-12-${String((n % 28) + 1).padStart(2, '0')},${n % 2 === 0 ? '학생식당,정식' : '교직원식당,중식'},"${`${FAMILY}${n}/`.repeat(8)}"`,
);

export const LECTURES = lines(
  '강의명,학년,학기,교수',
  { lines: LIMITS.lectureFileLines, units: LIMITS.lectureFileMax },
  (n) => `${FAMILY.repeat(12)}${n},${(n % 4) + 1},1,${FAMILY.repeat(10)}`,
);

const people = (name: (n: number) => string) =>
  lines(
    '학번,이름,이메일,역할',
    { lines: LIMITS.rosterFileLines, units: LIMITS.rosterFileMax },
    (n) => `2${String(n).padStart(7, '0')},${name(n)},p${n}@g.kmou.ac.kr,학생`,
  );

export const PEOPLE = people((n) => `가${n}`);
export const BAD_PEOPLE = people((n) => FAMILY.repeat(4) + n);

export const ROLE_ENDS = lines(
  '학번,구분,종료일',
  { lines: LIMITS.rosterFileLines, units: LIMITS.rosterFileMax },
  (n) => `2${String(n).padStart(7, '0')},조교,2027-02-28`,
);

const day = (n: number) => new Date(Date.UTC(2026, 11, 1 + (n % 300))).toISOString().slice(0, 10);

export const DATES = lines(
  '일정,시작일',
  { lines: LIMITS.academicFileDates, units: LIMITS.academicFileMax },
  (n) => `${FAMILY.repeat(18)}${n},${day(n)}`,
);

export const CALENDAR = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b\r\n${lines(
  '',
  { lines: LIMITS.academicFileDates, units: LIMITS.academicFileMax - 200 },
  (n) =>
    `BEGIN:VEVENT\r\nUID:a${n}@b\r\nDTSTAMP:20261101T000000Z\r\nDTSTART;VALUE=DATE:${day(n).replaceAll('-', '')}\r\nSUMMARY:${FAMILY.repeat(8)}${n}\r\nRRULE:FREQ=DAILY;COUNT=1\r\nEND:VEVENT\r`,
).trimStart()}\r\nEND:VCALENDAR\r\n`;

/**
 * Inputs that cost most when all were measured: turns of 22 ms and more, responses of 200 KB, 40 statements.
 * `npm test` sends them again and counts bytes and statements; `npm run bench -- costs` measures all inputs,
 * and fails when one that belongs here is missing.
 */
export const EXPENSIVE: readonly (readonly [call: string, input: string])[] = [
  ['GET /api/member/export', 'the longest lists'],
  ['DELETE /api/member/me', 'the longest lists'],
  ['POST /api/member/withdraw', 'the longest lists'],
  ['GET /api/mail/messages/:roomId', 'texts of family emoji'],
  ['GET /api/mail/search/:roomId', 'texts of family emoji'],
  ['GET /api/member/follows', 'the longest lists'],
  ['GET /api/post/:id', 'the longest lists'],
  ['GET /api/team/:id', 'the longest lists'],
  ['POST /api/post/post-up', 'a table of 5,000 cells'],
  ['GET /api/post/scraps', 'texts of syllables in parts'],
  ['GET /api/post/:id/comments', 'texts of markup and quotes'],
  ['GET /api/post/:commentId/replies', 'texts of words of patterns'],
  ['GET /api/post/my-comments', 'texts of words of two letters'],
  ['GET /api/post/:id/must-read/export', 'the longest lists'],
  ['GET /api/lecture-room/list', 'texts of family emoji'],
  ['POST /api/admin/lectures/import', 'a file of 500 lectures'],
  ['GET /api/course-reviews/mine', 'the longest lists'],
  ['GET /api/academic-dates', 'texts of syllables in parts'],
  ['GET /api/admin/academic-dates', 'texts of words of two letters'],
  ['GET /api/inquiries', 'texts of family emoji'],
  ['GET /api/inquiries/my', 'texts of family emoji'],
  ['POST /api/system/notices', 'a table of 5,000 cells'],
  ['GET /api/admin/emails', 'texts of family emoji'],
];
