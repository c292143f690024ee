import { LIMITS } from './limits.ts';

/**
 * Korean sentences that the server and the browser both show (spec 5 and 8). Sentences quoted in
 * Korean by the spec are kept letter by letter; the others are ours (decisions 180).
 */
export const TEXTS = {
  usernameRequired: '학번 또는 교번을 입력해 주세요.',
  usernameFormat: '아이디는 영문자와 숫자 4~20자로 입력해 주세요.',
  passwordRequired: '비밀번호를 입력해주세요.',
  passwordLength: `비밀번호는 ${LIMITS.passwordMin}자 이상 ${LIMITS.passwordMax}자 이하로 입력해 주세요.`,
  passwordCommon: '너무 흔한 비밀번호입니다. 다른 비밀번호를 입력해 주세요.',
  passwordPersonal: '아이디, 이름, 이메일, 학교 이름이 들어간 비밀번호는 사용할 수 없습니다.',
  passwordsRequired: '비밀번호를 모두 입력해 주세요.',
  passwordMismatch: '비밀번호가 일치하지 않습니다.',
  emailRequired: '이메일을 입력해 주세요.',
  emailFormat: '올바른 이메일 형식을 입력해주세요.',
  nicknameRequired: '닉네임을 입력해주세요.',
  nicknameFormat: '닉네임은 공백과 특수문자 없이 10자 이하로 입력해 주세요.',
  nicknameReserved: '사용할 수 없는 닉네임입니다.',
  nameRequired: '이름을 입력해 주세요.',
  nameFormat: `이름은 ${LIMITS.nameMax}자 이하로 입력해 주세요.`,
  codeRequired: '인증 코드를 입력해주세요.',
  codeFormat: '인증 코드는 숫자 6자리입니다.',
  usernameTaken: '이미 사용 중인 아이디입니다.',
  emailTaken: '이미 사용 중인 이메일입니다.',
  nicknameTaken: '이미 사용 중인 닉네임입니다.',
  consentRequired: '이용약관과 개인정보 처리방침에 동의해 주세요.',
  postRequired: '게시판, 제목, 내용을 모두 입력해 주세요.',
  titleLength: `제목은 ${LIMITS.titleMax}자 이하로 입력해 주세요.`,
  contentTooLong: '내용이 너무 깁니다. 나누어 올려 주세요.',
  contentTooDeep: '내용의 서식이 너무 복잡합니다. 서식을 줄여 주세요.',
  imageTooMany: `이미지는 ${LIMITS.imagesPerPost}장까지 올릴 수 있습니다.`,
  imageMarketOne: '이미지는 1장만 올릴 수 있습니다.',
  imageForeign: '이곳에 올린 이미지만 사용할 수 있습니다.',
  marketRequired: '모든 항목을 입력해 주세요.',
  priceFormat: '가격은 0원 이상 1억 원 이하의 숫자로 입력해 주세요.',
  commentRequired: '내용을 입력해 주세요.',
  commentLength: `댓글은 ${LIMITS.commentMax.toLocaleString('ko-KR')}자 이하로 입력해 주세요.`,
  queryLength: `검색어는 ${LIMITS.queryMax}자 이하로 입력해 주세요.`,
  valueInvalid: '올바른 값을 입력해 주세요.',
  characterInvalid: '사용할 수 없는 문자가 들어 있습니다.',
  idInvalid: '올바른 번호가 아닙니다.',
} as const;
