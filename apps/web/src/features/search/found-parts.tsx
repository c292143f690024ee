import { postBoardName } from '@naru/contract/boards';
import type { FoundLecture, FoundPost } from '@naru/contract/search';
import { termName } from '@naru/contract/timetable';

/** `자유게시판`, or the room and its tab. */
export function placeOf({ boardType, lectureTitle }: FoundPost): string {
  const name = postBoardName(boardType);
  return lectureTitle === null ? name : `${lectureTitle} · ${name}`;
}

/** `윤슬 교수 · 2026년 2학기` */
export function describeLecture({ professorName, ...term }: FoundLecture): string {
  return [professorName && `${professorName} 교수`, termName(term)].filter(Boolean).join(' · ');
}
