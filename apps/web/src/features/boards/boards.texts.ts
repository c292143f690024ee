import type { Board, BoardType } from '@naru/contract/boards';
import { ROLE_TITLES } from '@naru/contract/roles';

const NOTES: Partial<Record<BoardType, string>> = {
  SECRET: '글과 댓글의 작성자가 보이지 않으며, 관리자 두 명이 함께 승인할 때만 확인할 수 있습니다.',
  POPULAR: '최근 14일 동안 반응이 많았던 글입니다.',
};

export function boardNote(board: Board): string | undefined {
  return NOTES[board.type];
}

const STUDENT_HINT =
  '\n학생이라면 학교 메일로 가입해 주세요. 이미 가입했다면 화면 아래의 문의하기로 알려 주세요.';

export function writeDeniedReason(board: Board): string {
  if (board.writeRole === 'SYSTEM') {
    return '홈페이지의 공지가 자동으로 올라오는 게시판입니다.';
  }
  const title = board.writeRole ? ROLE_TITLES[board.writeRole] : '';
  const hint = board.writeRole === 'STUDENT' ? STUDENT_HINT : '';
  return `${title} 이상 회원만 이 게시판에 글을 쓸 수 있습니다.${hint}`;
}
