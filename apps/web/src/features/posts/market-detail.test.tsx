import type { PostItem } from '@naru/contract/posts';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Price, TradeBadge, tradeStatusOf } from '../../entities/market/trade-badge.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { MarketGrid } from './market-grid.tsx';

const item = (part: Partial<PostItem>): PostItem => ({
  id: 5,
  title: '선형대수학',
  boardType: 'MARKET',
  writerId: 1,
  writerNickname: '해솔',
  createdDate: '2026-11-20T14:00:00+09:00',
  viewCount: 3,
  likeCount: 2,
  commentCount: 1,
  thumbNailUrl: null,
  imageUrls: [],
  price: 12_000,
  tradeStatus: 'ON_SALE',
  pinned: false,
  answered: false,
  hasFiles: false,
  ...part,
});

describe('TradeBadge and Price', () => {
  it.each([
    ['ON_SALE', '판매 중'],
    ['RESERVED', '예약 중'],
    ['SOLD', '판매 완료'],
    [null, '판매 중'],
  ] as const)('%s is %s [MARKET-06]', (tradeStatus, word) => {
    render(<TradeBadge status={tradeStatusOf({ tradeStatus })} />);
    expect(screen.getByText(word)).toBeDefined();
  });

  it.each([
    [12_000, '12,000원'],
    [0, '0원나눔'],
    [null, '가격 미정'],
  ])('a price of %s is %s [MARKET-03]', (price, text) => {
    render(<Price item={{ price }} />);
    expect(document.body.textContent).toBe(text);
  });
});

describe('MarketGrid', () => {
  it('shows title, price, nickname, counts and the day; badges only items that are not on sale [MARKET-08]', async () => {
    const posts = [item({}), item({ id: 6, tradeStatus: 'RESERVED' })];
    posts.push(item({ id: 7, tradeStatus: 'SOLD', price: null }));
    const location = { boardType: 'MARKET', search: { page: 2 } } as const;
    await renderPage(() => <MarketGrid posts={posts} location={location} markOf={() => null} />);
    const cards = screen.getAllByRole('listitem').map((card) => card.textContent ?? '');
    for (const part of [
      '선형대수학',
      '12,000원',
      '해솔',
      '2026-11-20',
      '좋아요 2',
      '댓글 1',
      '조회 3',
    ]) {
      expect(cards[0]?.replace(/\s+/g, ' ')).toContain(part);
    }
    expect(cards.map((card) => /판매 중|예약 중|판매 완료/.exec(card)?.[0])).toEqual([
      undefined,
      '예약 중',
      '판매 완료',
    ]);
    const [link] = screen.getAllByRole('link');
    expect(link?.getAttribute('href')).toBe('/main/community/market/post/5?page=2');
  });
});
