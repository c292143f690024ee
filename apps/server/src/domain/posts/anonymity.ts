import { BOARDS } from '@naru/contract/boards';
import type { PostInput } from '@naru/contract/posts';
import { fieldError } from '../../platform/errors.ts';

const NOT_ALLOWED =
  '이 게시판에서는 지금 익명으로 쓸 수 없어 올리지 않았습니다. 이름으로 올리려면 ‘익명으로 쓰기’를 꺼 주세요.';
const FIXED = '올린 글의 익명 여부는 바꿀 수 없습니다.';
const DUPLICATE =
  '올라가 있어 올리지 않았습니다. 두 글이 함께 있으면 쓴 사람이 드러납니다. 먼저 올라간 글을 삭제하고 다시 올려 주세요.';

export interface Anonymity {
  isAnonymous: boolean;
  /** The author chose to be anonymous, which an ADMIN must allow at the time of storing. */
  isChosen: boolean;
}

/**
 * Whether a new post hides its author. From then on the row alone decides (`posts.anonymous`), for the
 * post and for all comments below it. Throws VALIDATION_FAILED for a board without the choice.
 */
export function anonymityOf({
  boardType,
  anonymous = false,
}: Pick<PostInput, 'boardType' | 'anonymous'>): Anonymity {
  const board = BOARDS[boardType];
  if (board.anonymous) return { isAnonymous: true, isChosen: false };
  if (anonymous && !board.allowsAnonymous) throw notAllowed();
  return { isAnonymous: anonymous, isChosen: anonymous };
}

/** Throws VALIDATION_FAILED for a change that would show or hide the author of a stored post. */
export function requireSameAnonymity(
  { anonymous }: Pick<PostInput, 'anonymous'>,
  { isAnonymous }: { isAnonymous: boolean },
): void {
  if (anonymous !== undefined && anonymous !== isAnonymous) {
    throw fieldError('anonymous', FIXED);
  }
}

export function notAllowed() {
  return fieldError('anonymous', NOT_ALLOWED);
}

/** The error for a text that is already posted, with the author's name or anonymously. */
export function anonymityError({ isAnonymous }: Pick<Anonymity, 'isAnonymous'>) {
  return fieldError(
    'anonymous',
    `같은 글이 이미 ${isAnonymous ? '이름으로' : '익명으로'} ${DUPLICATE}`,
  );
}
