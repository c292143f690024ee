import type { SourceConfig } from '@naru/contract/source-config';
import type { SourcePreset } from '@naru/contract/source-presets';
import type { MenuMove, Source } from '@naru/contract/sources';
import type { BadgeTone } from '../../ui/badge.tsx';

/** One control of the form; `path` is the place of its value in the configuration. */
export interface SourceField {
  path: string;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: true;
  /** Lines of a list or of pairs instead of one line. */
  isLong?: true;
  options?: readonly { value: string; label: string }[];
}

export type SourceType = SourceConfig['type'];

export const SOURCE_TYPES: Record<SourceType, { label: string; about: string; brings: string }> = {
  html: {
    label: '게시판 목록',
    brings: '공지',
    about: '글 제목이 표나 목록으로 나오는 학교 게시판입니다. 제목을 누르면 본문이 나옵니다.',
  },
  feed: {
    label: 'RSS 또는 Atom',
    brings: '공지',
    about: '게시판에 RSS 주소가 있으면 이것이 가장 쉽고 오래갑니다.',
  },
  json: {
    label: 'JSON',
    brings: '공지',
    about: '목록을 JSON으로 주는 주소입니다. 필드 이름만 적으면 됩니다.',
  },
  'menu-table': {
    label: '식단표',
    brings: '식단',
    about: '한 주의 식단이 표로 나오는 페이지입니다.',
  },
  'menu-csv': {
    label: '식단 CSV',
    brings: '식단',
    about: '식단 메뉴에서 올리는 파일과 같은 형식의 CSV 주소입니다.',
  },
  ics: {
    label: '캘린더 파일(ICS)',
    brings: '학사일정',
    about: '구글 캘린더 등에서 공개한 ICS 주소입니다.',
  },
  'date-table': {
    label: '학사일정표',
    brings: '학사일정',
    about: '날짜와 일정이 표나 목록으로 나오는 페이지입니다.',
  },
};

export const PRESET_NAMES: Record<SourcePreset, string> = {
  k2web: 'K2Web 게시판',
  egov: '전자정부 표준 게시판',
  'mode-view': 'mode=view 방식의 학교 게시판',
  gnuboard: '그누보드',
  kboard: 'KBoard',
  rhymix: 'XE·라이믹스',
  auto: '그 밖의 게시판',
};

/** What a recognised page looks like, for the sentence `…(으)로 보입니다.` */
export function kindOf(config: SourceConfig): string {
  if (config.type === 'html' && config.preset !== undefined && config.preset !== 'auto') {
    return PRESET_NAMES[config.preset];
  }
  return SOURCE_TYPES[config.type].label;
}

export const SOURCE_TYPE_NAMES = Object.keys(SOURCE_TYPES) as SourceType[];

/** A server may know types that this page does not. */
export function typeWords(type: string) {
  return SOURCE_TYPES[SOURCE_TYPE_NAMES.find((known) => known === type) ?? 'html'];
}

type Look = { label: string; tone: BadgeTone };

export function lookOf(source: Source): Look {
  const { isRunning, isEnabled, state, failuresInRow, menuMove } = source;
  if (isRunning) return { label: '가져오는 중', tone: 'sea' };
  if (!isEnabled) return { label: '멈춤', tone: 'plain' };
  if (state === 'FAILED') return { label: `실패 ${failuresInRow}번`, tone: 'buoy' };
  // Servers of an older version do not have it.
  if (menuMove) return { label: '확인 필요', tone: 'gold' };
  if (state === 'NEW') return { label: '곧 시작', tone: 'gold' };
  return { label: '정상', tone: 'tide' };
}

/** `지난번과 같은 식단이 하루씩 뒤로 밀렸습니다.` */
export function moveText({ by }: MenuMove): string {
  const days = Math.abs(by) === 1 ? '하루' : `${Math.abs(by)}일`;
  return `지난번과 같은 식단이 ${days}씩 ${by > 0 ? '뒤로 밀렸습니다' : '앞으로 당겨졌습니다'}.`;
}

/** `11월 24일`, of yyyy-mm-dd. */
export function dayText(day: string): string {
  return `${Number(day.slice(5, 7))}월 ${Number(day.slice(8))}일`;
}

const MINUTES_OF_DAY = 1440;

/** `30분마다`, `3시간마다`, `7일마다`. */
export function intervalText(minutes: number): string {
  if (minutes % MINUTES_OF_DAY === 0) return `${minutes / MINUTES_OF_DAY}일마다`;
  if (minutes % 60 === 0) return `${minutes / 60}시간마다`;
  return `${minutes}분마다`;
}

const NONE = '바뀐 것이 없었습니다.';

export function countsText({ state, created, updated, unchanged, refused }: Source): string | null {
  if (state === 'NEW') return null;
  const parts = [
    ['새로', created],
    ['바뀜', updated],
    ['그대로', unchanged],
    ['빠짐', refused],
  ] as const;
  const some = parts.filter(([, count]) => count > 0);
  if (some.length === 0) return state === 'FAILED' ? null : NONE;
  return some.map(([name, count]) => `${name} ${count.toLocaleString('ko-KR')}`).join(' · ');
}

/** `html:k2web` is the type `html` with a preset. */
export function partsOf(way: unknown): { type: SourceType; preset: string | null } {
  const [name, preset = null] = String(way ?? '').split(':');
  return { type: SOURCE_TYPE_NAMES.find((known) => known === name) ?? 'html', preset };
}
