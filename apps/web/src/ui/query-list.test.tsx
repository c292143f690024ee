import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { QueryList } from './query-list.tsx';

/** Three pages; `isLate` shows the rows of the page before until they have loaded. */
function List({ isLate }: { isLate: boolean }) {
  const [page, setPage] = useState(0);
  const [data, setData] = useState({ page: { currentPage: 0, totalPages: 3, totalElements: 60 } });
  const isPlaceholderData = page !== data.page.currentPage;
  return (
    <>
      <QueryList
        label="줄 페이지 이동"
        query={{ data, error: null, isPlaceholderData, refetch: () => undefined }}
        failed="줄을 불러오지 못했습니다."
        onPage={(next) => {
          setPage(next);
          if (!isLate) setData({ page: { ...data.page, currentPage: next } });
        }}
        empty={{ icon: null, title: '줄이 없습니다.' }}
      >
        {() => <p>줄</p>}
      </QueryList>
      <button type="button" onClick={() => setData({ page: { ...data.page, currentPage: page } })}>
        도착
      </button>
    </>
  );
}

afterEach(() => vi.restoreAllMocks());

function spyOnScroll(top: number) {
  const box = { top } as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
  return vi.spyOn(Element.prototype, 'scrollIntoView');
}

it('begins a turned page at its first row once that has loaded [UI-331]', () => {
  const scroll = spyOnScroll(-900);
  render(<List isLate />);
  fireEvent.click(screen.getByRole('button', { name: '2페이지' }));
  expect(scroll).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: '도착' }));
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: 'start' });
});

it('stays where it is while the first row of the turned page is in view [UI-331]', () => {
  const scroll = spyOnScroll(300);
  render(<List isLate={false} />);
  fireEvent.click(screen.getByRole('button', { name: '2페이지' }));
  expect(screen.getByRole('button', { name: '2페이지' }).getAttribute('aria-current')).toBe('page');
  expect(scroll).not.toHaveBeenCalled();
});
