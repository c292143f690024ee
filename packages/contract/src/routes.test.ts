import { describe, expect, it } from 'vitest';
import { joinBody } from './auth.ts';
import { BOARD_TYPES, LECTURE_BOARD_TYPES } from './boards.ts';
import { INQUIRY_CATEGORIES } from './choices.ts';
import { ERRORS } from './errors.ts';
import { NOTIFICATION_TYPES } from './notifications.ts';
import type { Route, Schema } from './route.ts';
import { routes } from './routes.ts';
import { TEXTS } from './texts.ts';

type Fields = Record<string, Schema>;

const all = Object.values(routes).flatMap((table) => Object.values<Route>(table));
const calls = all.flatMap(({ method, path, aliases = [] }) =>
  [path, ...aliases].map((one) => ({ method, path: one })),
);

describe('the paths of the calls', () => {
  it('do not clash, whatever their parameters are called [API-05]', () => {
    const patterns = calls.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(patterns.length).toBeGreaterThan(200);
    expect(patterns.filter((one, at) => patterns.indexOf(one) !== at)).toEqual([]);
  });

  it('have words beside ids, which only digits can be [API-05, POST-16]', () => {
    const ids = all.flatMap(({ path, params }) =>
      [...path.matchAll(/:(\w*[iI]d)\b/g)].map(([, name = '']) => ({ path, params, name })),
    );
    expect(ids.length).toBeGreaterThan(50);
    // Sessions have random ids, and no other call below theirs.
    const RANDOM = '/api/member/sessions/:id';
    for (const { path, params, name } of ids.filter((one) => one.path !== RANDOM)) {
      const others = [...path.matchAll(/:(\w+)/g)].map(([, other = '']) => [other, '7']);
      const given = { ...Object.fromEntries(others), type: 'POST', [name]: 'write' };
      expect(params?.safeParse(given).success, `${path} with ${name}`).toBe(false);
    }
  });
});

it('whose lists a form saves back, or whose texts have no other view, are whole [LIMIT-14]', () => {
  expect(all.filter(({ isWhole }) => isWhole).map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/course-reviews/mine',
      '/api/banners/all',
      '/api/inquiries/:id',
      '/api/admin/reports',
      '/api/admin/reports/:id/messages',
    ]),
  );
});

describe('a sign-up', () => {
  it('has the five fields and the consent, and no other personal data [AUTH-02, PRIV-02]', () => {
    expect(Object.keys(joinBody.shape).sort()).toEqual(
      ['username', 'password', 'email', 'nickname', 'name', 'consent'].sort(),
    );
  });
});

describe('a password', () => {
  it('has 8 to 128 characters wherever it is set [PASS-01]', () => {
    const fieldOf = (path: string) => {
      const body = all.find((route) => route.path === path)?.body as { shape?: Fields } | undefined;
      return body?.shape?.newPassword ?? body?.shape?.password;
    };
    for (const path of [
      '/api/member/join',
      '/api/member/reset-password',
      '/api/member/reset-password/no-login',
      '/api/invitation/accept',
    ]) {
      const accepts = (length: number) => fieldOf(path)?.safeParse('가'.repeat(length)).success;
      expect([7, 8, 128, 129].map(accepts), path).toEqual([false, true, true, false]);
    }
  });
});

describe('words of the calls', () => {
  it('of the boards are these [BOARD-01]', () => {
    expect([...BOARD_TYPES].sort()).toEqual(
      [
        ...['FREE', 'SECRET', 'REVIEW', 'QNA', 'TEAM', 'MARKET', 'PETITION', 'POPULAR'],
        ...['NOTICE', 'NOTICE_UNIV', 'NOTICE_DEPT', 'NOTICE_SC'],
      ].sort(),
    );
    expect([...LECTURE_BOARD_TYPES].sort()).toEqual(
      ['LECTURE_Q', 'LECTURE_R', 'LECTURE_REF', 'LECTURE_N'].sort(),
    );
  });

  it('of notifications and inquiries are these [NOTIF-02, INQ-09]', () => {
    expect(NOTIFICATION_TYPES).toEqual(['comment', 'like', 'friend', 'notice', 'other']);
    expect([...INQUIRY_CATEGORIES].sort()).toEqual(
      ['ROLE_REQUEST', 'ACCOUNT_ISSUE', 'GENERAL', 'REPORT', 'OBJECTION'].sort(),
    );
  });

  it('to people are Korean: errors and texts of both sides are here [UI-12, API-01]', () => {
    const texts = [...Object.values(ERRORS).map(({ message }) => message), ...Object.values(TEXTS)];
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => typeof text === 'string' && !/[가-힣]/.test(text))).toEqual([]);
  });
});
