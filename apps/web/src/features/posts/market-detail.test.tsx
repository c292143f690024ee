import type { PostItem } from '@naru/contract/posts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Price, TradeBadge, tradeStatusOf } from '../../entities/market/trade-badge.tsx';
import { renderPage } from '../../testing/fake-page.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { MarketGrid } from './market-grid.tsx';
import { PostContent } from './post-content.tsx';

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
  imageUrls: null,
  pictures: [],
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

const KEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(32));

it('shows the pictures of a post on the whole screen, one after the other [POST-93]', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const html = KEYS.map((key, at) => `<img src="/files/${key}_medium.webp" alt="그림 ${at}">`).join(
    '',
  );
  await renderRouted(<PostContent html={`<p>${html}</p>`} />);
  fireEvent.click(screen.getByRole('button', { name: '그림 1, 크게 보기' }));
  const viewer = await screen.findByRole('dialog', { name: '사진 보기' });
  const place = () =>
    within(viewer).getByRole('link', { name: '새 탭에서 보기' }).getAttribute('href');
  expect(place()).toContain(KEYS[1]);
  expect(within(viewer).getByText('2 / 3')).toBeDefined();
  fireEvent.click(within(viewer).getByRole('button', { name: '다음 사진' }));
  await waitFor(() => expect(place()).toContain(KEYS[2]));
  expect(within(viewer).getByText('3 / 3')).toBeDefined();
  expect(within(viewer).getByRole('button', { name: '확대' })).toBeDefined();
  fireEvent.click(within(viewer).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
