import type { FieldError } from '@naru/contract/errors';
import { TEXTS } from '@naru/contract/texts';
import type { Executor } from '../../db/client.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { findTaken, type UniqueField } from './credentials.repo.ts';

const TAKEN_TEXTS: Record<UniqueField, string> = {
  username: TEXTS.usernameTaken,
  email: TEXTS.emailTaken,
  nickname: TEXTS.nicknameTaken,
};

/** Names that could be mistaken for the site, its staff or the aliases of a thread. */
const RESERVED = new Set(
  (
    '익명 익명이 글쓴이 작성자 관리자 운영자 운영진 조교 조교님 교수 교수님 학생회 학생회장 시스템 ' +
    '탈퇴한회원 탈퇴회원 알수없음 나루 나루지기 공지 공지사항 학부사무실 학과사무실 ' +
    'admin administrator system root manager naru moderator anonymous ' +
    'null undefined'
  ).split(' '),
);

/** Aliases of anonymous threads, such as `익명3`. */
const NUMBERED = /^(익명|글쓴이)\d*$/;

function isReservedNickname(nickname: string, institutionNames: readonly string[]): boolean {
  const folded = nickname.toLowerCase();
  return institutionNames.includes(folded) || RESERVED.has(folded) || NUMBERED.test(folded);
}

/** Field errors of values that are taken or reserved. */
export async function findDuplicates(
  db: Executor,
  values: Partial<Record<UniqueField, string>>,
  institutionNames: readonly string[],
): Promise<FieldError[]> {
  const taken = await findTaken(db, values);
  const errors = taken.map((field) => ({ field: field as string, message: TAKEN_TEXTS[field] }));
  if (values.nickname !== undefined && isReservedNickname(values.nickname, institutionNames)) {
    errors.push({ field: 'nickname', message: TEXTS.nicknameReserved });
  }
  return errors;
}

export function takenError(field: UniqueField): AppError {
  return fieldError(field, TAKEN_TEXTS[field], 'DUPLICATE');
}

/** Throws DUPLICATE when there are errors. */
export function refuseDuplicates(errors: FieldError[]): void {
  const [first] = errors;
  if (first !== undefined) throw new AppError('DUPLICATE', { message: first.message, errors });
}
