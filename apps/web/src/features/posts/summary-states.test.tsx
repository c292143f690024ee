import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { MarketCarousel } from './market-carousel.tsx';
import type { Summaries } from './summary-box.tsx';
import { PopularBox, SummaryBox } from './summary-box.tsx';

const TABS = [
  { type: 'NOTICE', label: '조교' },
  { type: 'NOTICE_SC', label: '학생회' },
] as const;

const BOXES = [
  [
    'notices',
    (summaries: Summaries) => <SummaryBox title="공지사항" tabs={TABS} summaries={summaries} />,
  ],
  ['popular posts', (summaries: Summaries) => <PopularBox summaries={summaries} />],
  ['the market', (summaries: Summaries) => <MarketCarousel summaries={summaries} />],
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
