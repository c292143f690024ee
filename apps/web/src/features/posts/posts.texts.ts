import { TRADE_STATUSES, type TradeStatus } from '@naru/contract/posts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** Sentences quoted in the requirements stay as they are. */
export const POST_TEXTS = {
  empty: '게시글이 없습니다.',
  emptyHint: '첫 글을 남겨 보세요.',
  emptyMarket: '아직 등록된 물품이 없습니다.',
  emptyPage: '이 페이지에는 글이 없습니다.',
  searchEmpty: '검색 결과가 없습니다.',
  searchEmptyHint: '검색어를 줄이거나 검색 범위를 바꿔 보세요.',
  listFailed: '글 목록을 불러오지 못했습니다.',
  detailFailed: '게시글을 불러오지 못했습니다.',
  summaryFailed: '글을 불러오지 못했습니다.',
  summaryEmpty: '새 글이 올라오면 여기에 보여 드립니다.',
  tryLater: '잠시 후 다시 시도해 주세요.',
  notFound: '게시글을 찾을 수 없습니다.',
  notFoundHint: '삭제되었거나 주소가 잘못된 글입니다.',
  noContent: '내용이 없습니다.',
  popularHint: '최근 14일',
  pinned: '고정',
  answered: '답변 완료',
  accepted: '답변을 채택했습니다.',
  unaccepted: '답변 채택을 취소했습니다.',
  acceptFailed: '답변을 채택하지 못했습니다.',
} as const;

export const TRADE_LABELS: Record<TradeStatus, { label: string; tone: BadgeTone }> = {
  ON_SALE: { label: '판매 중', tone: 'tide' },
  RESERVED: { label: '예약 중', tone: 'gold' },
  SOLD: { label: '판매 완료', tone: 'plain' },
};

export const TRADE_STATUS_OPTIONS = TRADE_STATUSES.map((value) => ({
  value,
  label: TRADE_LABELS[value].label,
}));
