import { ROLES, type Role } from '@naru/contract/roles';
import { describe, expect, it } from 'vitest';
import { COLUMNS, type Column } from './cells.ts';
import { ROLE_MATRIX } from './role-matrix.ts';

/*
 * The rules of roles as the matrix states them; tests/role-matrix.test.ts sends a request for every cell.
 */
const name = ({ call, variant }: { call: string; variant?: string }) =>
  variant === undefined ? call : `${call} ${variant}`;
const lines = new Map(ROLE_MATRIX.map((line) => [name(line), line.cells]));
const statusOf = (line: string, column: Column) => {
  const cells = lines.get(line);
  if (cells === undefined) throw new Error(`the matrix has no line ${line}`);
  return cells[COLUMNS.indexOf(column)] ?? null;
};
const allows = (line: string, column: Column) => {
  const status = statusOf(line, column);
  return status !== null && status < 400;
};
/** The roles that get what they ask for. */
const rolesOf = (line: string) => ROLES.filter((role) => allows(line, role));
const from = (role: Role) => ROLES.slice(ROLES.indexOf(role));
const linesOf = (pattern: RegExp) => [...lines.keys()].filter((line) => pattern.test(line));

describe('the rules of roles', () => {
  it('without a token nothing but the way in, health, signed addresses and public texts is open [ROLE-06, PRIV-01]', () => {
    const WAY_IN = [
      /^POST \/api\/(api\/)?auth\/(refresh|end-session|check-duplicate|email-check|verify-code)$/,
      /^POST \/api\/member\/(login|join|verify-id|reset-password\/no-login)$/,
      /^POST \/api\/member\/login\/(second-step|(passkey|provider)(\/begin)?)$/,
      /^POST \/api\/(invitation|suspension|report)(\/\w+)?$/,
      /^GET \/api\/(health(\/\w+)?|config|documents\/:document)$/,
      /^(GET|PUT) \/files\/\S+$/,
      /^(GET|POST) \/api\/digest\/stop\/:token$/,
      /^GET \/feeds\/:secret\/:file [A-Z]+$/,
      // What browsers report, what a key posts, and what only the demo has.
      /^POST \/api\/csp-report$/,
      /^POST \/api\/system\/notices with a service key$/,
      /^GET (\/api)?\/dev\/(outbox|school\/:page)$/,
    ];
    const open = [...lines.keys()].filter((line) => allows(line, 'An'));
    expect(open.length).toBeGreaterThan(15);
    expect(open.filter((line) => !WAY_IN.some((one) => one.test(line)))).toEqual([]);
    const closed = [...lines.keys()].filter((line) => !allows(line, 'An'));
    expect(closed.filter((line) => statusOf(line, 'An') !== 401)).toEqual([]);
    expect(open).toContain('GET /api/documents/:document');
  });

  it('a missing role is 403 or hides what it is about, never 401 [ROLE-18]', () => {
    const refused = [...lines].flatMap(([line, cells]) =>
      cells.slice(1).flatMap((status) => (status === 401 ? [line] : [])),
    );
    expect(new Set(refused)).toEqual(new Set(['POST /api/system/notices']));
  });

  it.each([
    'GET /api/post',
    'GET /api/post/:id',
    'GET /api/lecture-room/list',
    'GET /api/Menu/:year/:month/:day',
    'GET /api/banners',
    'POST /api/post/:id/like',
    'POST /api/post/:id/scrap',
    'POST /api/friend/add-friend',
    'GET /api/mail/my-room',
    'GET /api/member/my-notices',
    'POST /api/member/set-nickname',
    'POST /api/inquiry',
  ])('every member may call %s [ROLE-07]', (line) => {
    expect(rolesOf(line)).toEqual(ROLES);
  });

  it('notices are written from the role of their board on, those of the school by SYSTEM [ROLE-09, ROLE-10]', () => {
    const writers = (boardType: string) => rolesOf(`POST /api/post/post-up ${boardType}`);
    expect(writers('NOTICE')).toEqual(from('MANAGER'));
    expect(writers('NOTICE_SC')).toEqual(from('STUDENT_COUNCIL'));
    for (const boardType of ['NOTICE_UNIV', 'NOTICE_DEPT'])
      expect(writers(boardType)).toEqual(['SYSTEM']);
    expect(rolesOf('POST /api/admin/notices')).toEqual(from('ADMIN'));
    expect(allows('POST /api/system/notices with a service key', 'An')).toBe(true);
  });

  it('the console is closed to a PROFESSOR, whose rights are those of own rooms [ROLE-11]', () => {
    const console = linesOf(/^\w+ \/api\/admin\//);
    expect(console.length).toBeGreaterThan(50);
    expect(console.filter((line) => allows(line, 'PROFESSOR'))).toEqual([]);
    const up = 'POST /api/post/lecture-post-up';
    expect(rolesOf(`${up} LECTURE_N own room`)).toEqual(from('PROFESSOR'));
    expect(rolesOf(`${up} LECTURE_N`)).toEqual(from('STUDENT_COUNCIL'));
  });

  it('posts and comments are changed by their author, and deleted by the author or from MANAGER on [ROLE-13]', () => {
    for (const kind of ['', ' SECRET']) {
      for (const line of ['PUT /api/post/post-up/:postId', 'PUT /api/comment/:id']) {
        expect([rolesOf(line + kind), allows(line + kind, 'Own')]).toEqual([[], true]);
      }
      for (const line of ['DELETE /api/post/:id', 'DELETE /api/comment/:id']) {
        expect(rolesOf(line + kind)).toEqual(from('MANAGER'));
        expect([allows(line + kind, 'Own'), allows(line + kind, 'Non')]).toEqual([true, false]);
      }
    }
  });

  it('questions are answered by the professor of the room, or from MANAGER on [ROLE-14]', () => {
    const answer = 'PUT /api/lecture-room/:lectureId/posts/:postId/answer';
    expect(rolesOf(answer)).toEqual(from('MANAGER'));
    expect(rolesOf(`${answer} own room`)).toEqual(from('PROFESSOR'));
  });

  it.each<[string, Role]>([
    ['GET /api/admin/stats', 'STUDENT_COUNCIL'],
    ['GET /api/admin/today-posts', 'STUDENT_COUNCIL'],
    ['POST /api/banners', 'STUDENT_COUNCIL'],
    ['DELETE /api/banners/:id', 'STUDENT_COUNCIL'],
    ['GET /api/admin/reports', 'MANAGER'],
    ['GET /api/admin/removed', 'MANAGER'],
    ['GET /api/admin/search-users', 'ADMIN'],
    ['POST /api/admin/grant-role', 'ADMIN'],
    ['GET /api/inquiries', 'ADMIN'],
  ])('%s is open from %s on [ROLE-15, BANNER-03]', (line, role) => {
    expect(rolesOf(line)).toEqual(from(role));
  });

  it('an inquiry is open to its owner and ADMIN [INQ-04]', () => {
    const line = 'GET /api/inquiries/:id';
    expect(rolesOf(line)).toEqual(from('ADMIN'));
    expect([allows(line, 'Own'), allows(line, 'Non')]).toEqual([true, false]);
  });

  it('no role opens the chat of others, and no call of the console sets a password [ADMIN-10]', () => {
    const rooms = linesOf(/^\w+ \/api\/mail\/\S*:roomId/);
    expect(rooms.length).toBeGreaterThan(5);
    expect(rooms.filter((line) => rolesOf(line).length > 0)).toEqual([]);
    expect(linesOf(/\/api\/admin\/.*password/i)).toEqual([]);
  });
});
