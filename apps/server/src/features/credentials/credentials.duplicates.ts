import type { FieldError } from '@naru/contract/error-body';
import { isReservedNickname } from '@naru/contract/nicknames';
import { TEXTS } from '@naru/contract/texts';
import type { Executor } from '../../db/client.ts';
import { isNicknameWaiting } from '../../domain/roster/waiting.repo.ts';
import { AppError, fieldError } from '../../platform/errors.ts';
import { findTaken, type UniqueField } from './credentials.repo.ts';

const TAKEN_TEXTS: Record<UniqueField, string> = {
  username: TEXTS.usernameTaken,
  email: TEXTS.emailTaken,
  nickname: TEXTS.nicknameTaken,
};

/** Field errors of values that are taken or reserved. */
export async function findDuplicates(
  db: Executor,
  values: Partial<Record<UniqueField, string>>,
  reservedNames: readonly string[],
): Promise<FieldError[]> {
  const taken = await findTaken(db, values);
  const errors = taken.map((field) => ({ field: field as string, message: TAKEN_TEXTS[field] }));
  const { nickname, email } = values;
  const isFree = nickname !== undefined && !taken.includes('nickname');
  if (isFree && (await isNicknameWaiting(db, { nickname, email }))) {
    errors.push({ field: 'nickname', message: TAKEN_TEXTS.nickname });
  }
  if (nickname !== undefined && isReservedNickname(nickname, reservedNames)) {
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
