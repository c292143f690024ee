import { DONE } from '@naru/contract/texts';

export const AUTH_TEXTS = {
  joined: DONE.joined,
  genericError: '오류가 발생했습니다. 다시 시도해 주세요.',
  verifyFailed: '인증에 실패했습니다. 다시 시도해 주세요.',
  codeResent: '인증 코드를 다시 보냈습니다.',
  resendFailed: '인증 코드를 다시 보내지 못했습니다.',
  idCheckFailed: '아이디를 확인하는 중 오류가 발생했습니다.',
  codeCheckFailed: '인증 코드를 확인하는 중 오류가 발생했습니다.',
  resetFailed: '비밀번호를 재설정하는 중 오류가 발생했습니다.',
  resetDone: '비밀번호를 바꾸었습니다. 새 비밀번호로 로그인해 주세요.',
  interrupted: '인증을 마치기 전에 페이지가 새로 열렸습니다. 처음부터 다시 진행해 주세요.',
  emailProven: '이메일 인증은 끝났습니다. 표시된 항목을 고친 뒤 다시 진행해 주세요.',
} as const;
