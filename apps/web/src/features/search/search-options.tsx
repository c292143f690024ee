import { BOARD_TYPES, BOARDS, postBoardName } from '@naru/contract/boards';
import { containsFolded } from '@naru/contract/folding';
import type { FoundLecture, FoundPost } from '@naru/contract/search';
import { termName } from '@naru/contract/timetable';
import { BookOpen, Clock, FileText, Search, User } from 'lucide-react';
import type { ResultOf } from '../../lib/api/endpoints.ts';
import { Flag } from '../../ui/flag.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import type { Suggestion, SuggestionGroup } from '../../ui/suggestion-box.tsx';

/** Where a suggestion leads. */
export type Target =
  | { kind: 'search'; query: string }
  | { kind: 'board'; slug: string }
  | { kind: 'person'; id: number }
  | { kind: 'lecture'; id: number }
  | { kind: 'post'; post: FoundPost };

export type Option = Suggestion & { target: Target };
export type OptionGroup = SuggestionGroup<Option>;

const SIZE = 18;

export function recentOptions(recent: readonly string[]): OptionGroup {
  return {
    name: '최근 검색',
    options: recent.map((query) => ({
      key: `recent ${query}`,
      icon: <Clock size={SIZE} />,
      label: <bdi>{query}</bdi>,
      target: { kind: 'search', query },
    })),
  };
}

/** Boards whose name contains the text. */
export function boardOptions(text: string): OptionGroup {
  const boards = BOARD_TYPES.map((type) => BOARDS[type]).filter(({ name }) =>
    containsFolded(name, text),
  );
  return {
    name: '게시판',
    options: boards.map(({ name, slug, flag }) => ({
      key: `board ${slug}`,
      icon: <Flag name={flag} size={SIZE} />,
      label: <MarkedText text={name} words={text} />,
      target: { kind: 'board', slug },
    })),
  };
}

/** What a search has found, by kind, and a way to all of it. */
export function foundOptions(found: ResultOf<'GET /api/search'>, words: string): OptionGroup[] {
  const { posts, people, lectures } = found;
  return [
    {
      name: '사람',
      options: people.map(({ id, nickname }) => ({
        key: `person ${id}`,
        icon: <User size={SIZE} />,
        label: <MarkedText text={nickname} words={words} />,
        target: { kind: 'person', id },
      })),
    },
    {
      name: '강의',
      options: lectures.map((lecture) => ({
        key: `lecture ${lecture.id}`,
        icon: <BookOpen size={SIZE} />,
        label: <MarkedText text={lecture.title} words={words} />,
        detail: describeLecture(lecture),
        target: { kind: 'lecture', id: lecture.id },
      })),
    },
    {
      name: '글',
      options: posts.map((post) => ({
        key: `post ${post.id}`,
        icon: <FileText size={SIZE} />,
        label: <MarkedText text={post.title} words={words} />,
        detail: placeOf(post),
        target: { kind: 'post', post },
      })),
    },
  ];
}

export function allOption(query: string): OptionGroup {
  return {
    name: '전체 결과',
    options: [
      {
        key: 'all',
        icon: <Search size={SIZE} />,
        label: (
          <>
            <bdi>‘{query}’</bdi> 전체 결과 보기
          </>
        ),
        target: { kind: 'search', query },
      },
    ],
  };
}

/** `자유게시판`, or the room and its tab. */
export function placeOf({ boardType, lectureTitle }: FoundPost): string {
  const name = postBoardName(boardType);
  return lectureTitle === null ? name : `${lectureTitle} · ${name}`;
}

/** `윤슬 교수 · 2026년 2학기` */
export function describeLecture({ professorName, ...term }: FoundLecture): string {
  return [professorName && `${professorName} 교수`, termName(term)].filter(Boolean).join(' · ');
}
