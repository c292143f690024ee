import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { nicknameField } from './auth.ts';
import { nicknameForm, signUpForm } from './auth-forms.ts';
import { isReservedNickname } from './nicknames.ts';
import { ROLE_TITLES, ROLES } from './roles.ts';
import { TEXTS } from './texts.ts';

describe('isReservedNickname', () => {
  it.each([...Object.values(ROLE_TITLES), ...ROLES.map((role) => role.replaceAll('_', ''))])(
    'reserves the role %s in any case, with digits and honorifics [MEMB-03]',
    (role) => {
      const lower = role.toLowerCase();
      for (const name of [
        role,
        lower,
        `${role}1`,
        `1${role}`,
        `${lower}님`,
        `${role}2님`,
        `${role}님3`,
      ]) {
        expect(isReservedNickname(name), name).toBe(true);
      }
    },
  );

  it.each([
    '관리자1',
    '관리자님',
    '진짜관리자',
    '관리자입니다',
    '운영자A',
    '조교쌤',
    '교수선생님',
    '학생들',
    '회원분',
    'STUDENT',
    'Student2026',
    '익명3',
    '글쓴이님',
    'Adm1n',
    '4DMIN',
    'AdmlN1',
    'r00t',
    'nu11',
    '나루지기2',
    '부교수',
    '관리ㅈㅏ',
    '관리ㅈㅏ님1',
    '관리ㅈㅏㅋㅋ',
    'ㅋㅋ관리자',
    '과ㄴ리자',
    'ㅋㅗㅏㄴ리자관ㄹㅣ자',
    '익ㅁㅕㅇ',
    '글쓰ㄴㅇㅣ2',
    '차단한회원',
    '차단한회ㅇㅝㄴ',
    '탈퇴한회원',
  ])('reserves %s [MEMB-03]', (name) => {
    expect(isReservedNickname(name)).toBe(true);
  });

  it.each([
    'badminton',
    '학생회관앞',
    '새벽학생',
    '닻별조교',
    '선우겸교수',
    '나루터',
    '학부연구생',
    'users',
    'rooted',
    '님',
    '123',
    '선생님',
    '님들',
    'ㅋㅋㅋ',
    '갈매기ㅋㅋ',
    'ㅎㅏ늘',
    '관리잔디',
    '관리잔디ㅎㅎ',
    '관리잘해ㅋㅋ',
    '운영작가ㅎ',
    'ㅎㅎ관리잔디',
  ])('allows %s [MEMB-03]', (name) => {
    expect(isReservedNickname(name)).toBe(false);
  });
});

describe('disguises that a nickname cannot have', () => {
  it.each([
    '관리 자',
    '관\u200b리자',
    'ＡＤＭＩＮ',
    'аdmin',
    '관리자\u3164',
    '관리자.',
    '관_리자',
    '\u202e자리관',
  ])('refuses %j [MEMB-02, MEMB-03]', (name) => {
    const { error } = z.safeParse(nicknameField, name);
    expect(error?.issues[0]?.message).toBe(TEXTS.nicknameFormat);
  });

  it.each([' 관리자 ', '관리자'.normalize('NFD')])(
    'reads %j as its plain form [MEMB-03]',
    (name) => {
      expect(isReservedNickname(z.parse(nicknameField, name))).toBe(true);
    },
  );

  it.each(['\u3164', '\u200b\u200b', '\uffa0', ' '])('refuses %j as empty [INPUT-18]', (name) => {
    const { error } = z.safeParse(nicknameField, name);
    expect(error?.issues[0]?.message).toBe(TEXTS.nicknameRequired);
  });
});

describe('forms with a nickname', () => {
  it('name a reserved one before the call [MEMB-03]', () => {
    const { error } = z.safeParse(signUpForm, {
      username: '20260001',
      password: 'a-long-passphrase',
      email: 'a@kmou.ac.kr',
      name: '이름',
      nickname: '학생1',
      terms: true,
      privacy: true,
    });
    const named = error?.issues.map(({ path, message }) => [path.join('.'), message]);
    expect(named).toEqual([['nickname', TEXTS.nicknameReserved]]);
  });

  it('keep the own nickname, also one that is reserved by now [MEMB-02]', () => {
    const form = nicknameForm('회원');
    expect(z.safeParse(form, { nickname: '회원' }).success).toBe(true);
    const { error } = z.safeParse(form, { nickname: '학생' });
    expect(error?.issues[0]?.message).toBe(TEXTS.nicknameReserved);
    expect(z.safeParse(form, { nickname: '갈매기' }).success).toBe(true);
  });
});
