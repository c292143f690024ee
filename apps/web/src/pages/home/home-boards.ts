import type { BoardType } from '@naru/contract/boards';

export const NOTICE_TABS = [
  { type: 'NOTICE', label: '조교' },
  { type: 'NOTICE_SC', label: '학생회' },
  { type: 'NOTICE_UNIV', label: '학교' },
  { type: 'NOTICE_DEPT', label: '학과' },
] as const;

export const COMMUNITY_TABS = [
  { type: 'QNA', label: '질문' },
  { type: 'FREE', label: '자유' },
  { type: 'SECRET', label: '비밀' },
  { type: 'REVIEW', label: '후기' },
] as const;

/** On phones the popular posts are a tab beside the boards. */
export const PHONE_TABS = [{ type: 'POPULAR', label: '인기' }, ...COMMUNITY_TABS] as const;

/** One request serves all boxes of posts. */
export const SUMMARY_TYPES: readonly BoardType[] = [
  ...NOTICE_TABS.map(({ type }) => type),
  ...COMMUNITY_TABS.map(({ type }) => type),
  'MARKET',
  'POPULAR',
];
