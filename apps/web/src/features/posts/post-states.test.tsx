import { BOARDS } from '@naru/contract/boards';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { postItemFixture } from '../../testing/posts.ts';
import { FavoriteRows } from './favorite-rows.tsx';
import { MarketCarousel } from './market-carousel.tsx';
import { MarketSkeleton } from './market-grid.tsx';
import { EmptyList, isMissing, ListFailed, PostFailed, PostNotFound } from './post-states.tsx';
import { PopularBox, type Summaries, SummaryBox } from './summary-box.tsx';

const errorOf = (status: number) =>
  new ApiError({ status, code: 'UNAVAILABLE', message: '점검 중입니다.' });

const empty = (part: { query?: string; pastEnd?: boolean }, onReset = vi.fn()) =>
  render(
    <EmptyList board={BOARDS.MARKET} pastEnd={false} onReset={onReset} write={null} {...part} />,
  );

describe('market list states', () => {
  it('shows ten skeleton items while loading [UI-20]', () => {
    render(<MarketSkeleton />);
    const shape = screen.getByRole('status', { name: '물품을 불러오는 중입니다.' });
    expect(shape.children).toHaveLength(10);
  });

  it('shows an empty state [UI-21, LIST-15]', () => {
    empty({});
    expect(screen.getByText('게시글이 없습니다.')).toBeDefined();
    expect(screen.getByText('아직 등록된 물품이 없습니다.')).toBeDefined();
  });

  it.each([
    ['NOTICE_UNIV', '학교 홈페이지의 공지를 관리자가 옮겨 실으면 여기에 보입니다.'],
    ['NOTICE_DEPT', '학과 홈페이지의 공지를 관리자가 옮겨 실으면 여기에 보입니다.'],
  ] as const)('says who fills %s while it is empty [POST-22]', (type, sentence) => {
    render(<EmptyList board={BOARDS[type]} pastEnd={false} onReset={vi.fn()} write={null} />);
    expect(screen.getByText(sentence)).toBeDefined();
  });

  it.each([
    [{ query: '없는 책' }, '검색 결과가 없습니다.', '전체 글 보기'],
    [{ pastEnd: true }, '이 페이지에는 글이 없습니다.', '첫 페이지로'],
  ])('leads out of %j', (part, sentence, action) => {
    const onReset = vi.fn();
    empty(part, onReset);
    expect(screen.getByText(sentence)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: action }));
    expect(onReset).toHaveBeenCalledOnce();
  });

  it('shows why it failed and retries [LIST-16, UI-20]', () => {
    const onRetry = vi.fn();
    render(<ListFailed error={errorOf(503)} onRetry={onRetry} />);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('글 목록을 불러오지 못했습니다.');
    expect(alert.textContent).toContain('점검 중입니다.');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('item page states', () => {
  it('shows not found for a deleted or unknown item [POST-13]', async () => {
    expect([400, 403, 404, 503].map((status) => isMissing(errorOf(status)))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await renderPage(() => <PostNotFound back={<p>목록으로</p>} />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
      '게시글을 찾을 수 없습니다.',
    );
    expect(screen.getByText('목록으로')).toBeDefined();
  });

  it('shows why it cannot be shown and retries', () => {
    const onRetry = vi.fn();
    render(<PostFailed error={errorOf(503)} onRetry={onRetry} />);
    expect(screen.getByRole('alert').textContent).toContain('게시글을 불러오지 못했습니다.');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

const TABS = [
  { type: 'NOTICE', label: '조교' },
  { type: 'NOTICE_SC', label: '학생회' },
] as const;

const BOXES = [
  [
    'notices',
    (summaries: Summaries) => (
      <SummaryBox title="공지사항" name="notices" tabs={TABS} size={4} summaries={summaries} />
    ),
  ],
  ['popular posts', (summaries: Summaries) => <PopularBox summaries={summaries} />],
] as const;

const summariesOf = (part: Partial<Summaries>): Summaries => ({
  data: undefined,
  error: null,
  retry: () => undefined,
  ...part,
});
const away = new ApiError({ status: 503, code: 'UNAVAILABLE', message: '점검 중입니다.' });

beforeEach(() => fakeMedia());

describe.each(BOXES)('%s box', (_name, box) => {
  it('shows a skeleton while loading', async () => {
    await renderPage(() => box(summariesOf({})));
    expect(screen.getByRole('status', { name: /불러오는 중입니다\.$/ })).toBeDefined();
    expect(screen.queryByText('게시글이 없습니다.')).toBeNull();
  });

  it('shows an empty state [UI-21]', async () => {
    await renderPage(() => box(summariesOf({ data: { NOTICE: [], MARKET: [] } })));
    expect(screen.getByText('게시글이 없습니다.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why it failed and retries [LIST-16]', async () => {
    const retry = vi.fn();
    await renderPage(() => box(summariesOf({ error: away, retry })));
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('글을 불러오지 못했습니다.');
    expect(alert.textContent).toContain('점검 중입니다.');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('keeps its posts when only a refetch fails', async () => {
    await renderPage(() => box(summariesOf({ data: {}, error: away })));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it.each([
  ['while it loads', {}],
  ['without items', { data: { MARKET: [] } }],
  ['after a failure', { error: away }],
])('the market is not there %s [UI-751]', async (_, part) => {
  await renderPage(() => <MarketCarousel summaries={summariesOf(part)} />);
  expect(screen.queryByRole('region')).toBeNull();
});

describe('the favourites of a phone', () => {
  const row = (id: number, title: string, day: string) => ({
    ...postItemFixture({ boardType: 'FREE' }),
    id,
    title,
    createdDate: `2026-11-${day}T12:00:00+09:00`,
  });

  it('lead to each board and to its newest post [UI-754]', async () => {
    const FREE = [{ ...row(1, '고정한 글', '01'), pinned: true }, row(2, '새 글', '20')];
    const summaries = summariesOf({ data: { FREE, QNA: [] } });
    await renderPage(() => <FavoriteRows boards={['FREE', 'QNA']} summaries={summaries} />);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/main/community/free',
      '/main/community/free/post/2',
      '/main/community/qna',
    ]);
  });
});
