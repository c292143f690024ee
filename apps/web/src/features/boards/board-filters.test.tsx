import { BOARDS, type Board } from '@naru/contract/boards';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listOf, listRequest } from '../../entities/posts/post-list.ts';
import type { ListSearch } from '../../lib/search-parameters.ts';
import { renderWithClient } from '../../testing/fake-api.tsx';
import { fakeMedia } from '../../testing/fake-page.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { BoardFilterPanel } from './board-filter-panel.tsx';
import { filtersOf, NO_FILTERS, scopesOf } from './board-filters.ts';
import { writeDeniedReason } from './board-header.tsx';
import { BoardSearch } from './board-search.tsx';
import { withFavorite } from './boards.queries.ts';

const NAMES = { lecture: '선형대수', head: { id: 4, name: '진로' } };

function show(board: Board, search: ListSearch = {}, onClose = () => {}) {
  fakeMedia();
  const onChoose = vi.fn();
  const anchor = { current: null };
  renderWithClient(
    <BoardFilterPanel
      {...{ board, search, anchor, onChoose, names: NAMES }}
      onClose={onClose}
      onReset={undefined}
      onPickLecture={() => undefined}
    />,
    [['config', { heads: [{ boardType: 'QNA', heads: [NAMES.head], isRequired: false }] }]],
  );
  return onChoose;
}

describe('BoardFilterPanel', () => {
  it('sorts every board, and offers each what it has [LIST-140, LIST-141]', async () => {
    const onChoose = show(BOARDS.QNA);
    fireEvent.click(screen.getByRole('radio', { name: '좋아요순' }));
    fireEvent.click(screen.getByRole('checkbox', { name: '채택 답변이 없는 질문만' }));
    fireEvent.click(screen.getByRole('radio', { name: '작성자' }));
    fireEvent.click(await screen.findByRole('radio', { name: '진로' }));
    expect(onChoose.mock.calls).toEqual([
      [{ sort: 'likes' }],
      [{ unanswered: 'true' }],
      [{ filter: 'writer' }],
      [{ head: 4 }],
    ]);
    expect(screen.queryByText('판매 중만')).toBeNull();
  });

  it('has no order for a computed list', () => {
    show(BOARDS.POPULAR);
    expect(screen.queryByRole('group', { name: '정렬' })).toBeNull();
    expect(screen.getByRole('group', { name: '검색 범위' })).toBeDefined();
  });

  it('takes a range of prices, and says what is wrong with one [MARKET-90]', () => {
    const onChoose = show(BOARDS.MARKET, { lecture: 3 });
    const [min, max] = ['가장 낮은 가격(원)', '가장 높은 가격(원)'].map((name) =>
      screen.getByRole('textbox', { name }),
    );
    const apply = () => fireEvent.click(screen.getByRole('button', { name: '가격 적용' }));
    const type = (box: HTMLElement | undefined, value: string) =>
      fireEvent.input(box as HTMLElement, { target: { value } });
    type(min, '만원');
    apply();
    expect(screen.getByRole('alert').textContent).toContain('숫자로');
    type(min, '9,000원');
    type(max, '5000');
    apply();
    expect(screen.getByRole('alert').textContent).toContain('보다 클 수 없습니다');
    expect(onChoose).not.toHaveBeenCalled();
    type(max, '');
    apply();
    expect(onChoose).toHaveBeenCalledExactlyOnceWith({ minPrice: 9000, maxPrice: undefined });
    fireEvent.click(screen.getByRole('button', { name: /강의 조건 지우기/ }));
    expect(onChoose).toHaveBeenLastCalledWith({ lecture: undefined });
  });

  it('applies typed prices with 완료, which stays open while they are wrong [MARKET-90]', () => {
    const onClose = vi.fn();
    const onChoose = show(BOARDS.MARKET, { minPrice: 100 }, onClose);
    const max = screen.getByRole('textbox', { name: '가장 높은 가격(원)' });
    const finish = () => fireEvent.click(screen.getByRole('button', { name: '완료' }));
    fireEvent.input(max, { target: { value: '만원' } });
    finish();
    expect(screen.getByRole('alert').textContent).toContain('숫자로');
    expect(document.activeElement).toBe(max);
    expect([onChoose, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    fireEvent.input(max, { target: { value: '5000' } });
    finish();
    expect(onChoose).toHaveBeenCalledExactlyOnceWith({ minPrice: 100, maxPrice: 5000 });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes with 완료 without a new search when no price was typed [MARKET-90]', () => {
    const onClose = vi.fn();
    const onChoose = show(BOARDS.MARKET, { minPrice: 100 }, onClose);
    fireEvent.click(screen.getByRole('button', { name: '완료' }));
    expect([onChoose, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });
});

const EVERYTHING: ListSearch = {
  ...{ page: 3, query: '책', filter: 'writer', sort: 'likes', unanswered: 'true', onSale: 'true' },
  ...{ minPrice: 1000, lecture: 3, head: 4 },
};

describe('filtersOf', () => {
  const labels = (board: Board, search: ListSearch) =>
    filtersOf(board, search, NAMES, () => undefined).map(({ label }) => label);

  it('names what is on, of what the board has, and counts no page and no words [LIST-160]', () => {
    expect(labels(BOARDS.FREE, EVERYTHING)).toEqual(['검색 범위: 작성자', '좋아요순', '진로']);
    expect(labels(BOARDS.QNA, EVERYTHING)).toContain('채택 답변이 없는 질문만');
    expect(labels(BOARDS.MARKET, EVERYTHING)).toEqual([
      ...['검색 범위: 작성자', '좋아요순', '판매 중만', '1,000원 이상', '선형대수'],
    ]);
    expect(labels(BOARDS.SECRET, EVERYTHING)).not.toContain('검색 범위: 작성자');
    expect(labels(BOARDS.POPULAR, EVERYTHING)).toEqual(['검색 범위: 작성자']);
    expect(labels(BOARDS.FREE, { page: 2, query: '책', filter: 'title' })).toEqual([]);
  });

  it.each([
    [{ minPrice: 1000, maxPrice: 5000 }, '1,000원~5,000원'],
    [{ maxPrice: 0 }, '0원 이하'],
  ])('names the prices of %j [LIST-160]', (search, label) => {
    expect(labels(BOARDS.MARKET, search)).toEqual([label]);
  });

  it('takes each back alone, and all of them together, leaving what was searched for [LIST-160]', () => {
    for (const board of Object.values(BOARDS)) {
      const count = filtersOf(board, EVERYTHING, NAMES, () => undefined).length;
      for (let at = 0; at < count; at += 1) {
        let left: ListSearch = EVERYTHING;
        filtersOf(board, EVERYTHING, NAMES, (chosen) => {
          left = { ...EVERYTHING, ...chosen };
        })[at]?.onRemove();
        expect(labels(board, left)).toHaveLength(count - 1);
      }
      const none = { ...EVERYTHING, ...NO_FILTERS };
      expect(labels(board, none)).toEqual([]);
      expect(none).toMatchObject({ query: '책' });
    }
  });
});

describe('FilterBar', () => {
  it('has one button with the number of filters, and a chip for each [LIST-160]', () => {
    const onRemove = vi.fn();
    const panel = vi.fn(() => <p>여기에서 고릅니다.</p>);
    render(
      <FilterBar filters={[{ key: 'sort', label: '좋아요순', onRemove }]} panel={panel}>
        <span />
      </FilterBar>,
    );
    const button = screen.getByRole('button', { name: '필터, 1개 적용됨' });
    expect([button.getAttribute('aria-expanded'), panel.mock.calls.length]).toEqual(['false', 0]);
    fireEvent.click(button);
    expect(screen.getByText('여기에서 고릅니다.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '좋아요순 필터 지우기' }));
    expect(onRemove).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(button);
  });
});

describe('listOf', () => {
  it('leaves out what the board does not have [LIST-140]', () => {
    const search = {
      page: 2,
      sort: 'likes',
      unanswered: 'true',
      onSale: 'true',
      lecture: 3,
    } as const;
    const requestOf = (type: 'FREE' | 'QNA' | 'MARKET' | 'POPULAR') =>
      JSON.parse(JSON.stringify(listRequest(listOf(type, search))));
    expect(requestOf('FREE')).toEqual({ boardType: 'FREE', page: 1, sortBy: 'likes' });
    expect(requestOf('QNA')).toMatchObject({ unanswered: 'true' });
    expect(requestOf('MARKET')).toMatchObject({ onSale: 'true', lectureTagId: '3' });
    expect(requestOf('POPULAR')).toEqual({ boardType: 'POPULAR', page: 1 });
  });
});

describe('withFavorite', () => {
  it('adds a board once at the end and removes it', () => {
    expect(withFavorite(['FREE'], 'QNA', true)).toEqual(['FREE', 'QNA']);
    expect(withFavorite(['FREE', 'QNA'], 'FREE', true)).toEqual(['QNA', 'FREE']);
    expect(withFavorite(['FREE', 'QNA'], 'FREE', false)).toEqual(['QNA']);
  });
});

describe('scopesOf', () => {
  it('offers no search by writer where writers are hidden [ANON-18]', () => {
    const values = scopesOf(BOARDS.SECRET).map(({ value }) => value);
    expect(values).toEqual(['title', 'content', 'all']);
    expect(scopesOf(BOARDS.FREE)).toHaveLength(4);
  });
});

describe('writeDeniedReason', () => {
  it('names the lowest role that may write, or where the notices of the board come from', () => {
    expect(writeDeniedReason(BOARDS.NOTICE)).toContain('조교 이상');
    expect(writeDeniedReason(BOARDS.FREE)).toContain('학생 이상');
    expect(writeDeniedReason(BOARDS.NOTICE_UNIV)).toBe(
      '학교 홈페이지의 공지를 관리자가 옮겨 싣는 게시판입니다.',
    );
  });
});

describe('BoardSearch', () => {
  function setup() {
    const onSearch = vi.fn();
    render(<BoardSearch board={BOARDS.FREE} query="해솔" onSearch={onSearch} />);
    return { onSearch, box: screen.getByRole('searchbox', { name: '자유게시판 검색' }) };
  }

  it('starts with the search from the address', () => {
    const { box } = setup();
    expect((box as HTMLInputElement).value).toBe('해솔');
  });

  it('normalises the query to composed syllables', () => {
    const { onSearch, box } = setup();
    fireEvent.input(box, { target: { value: ` ${'국밥'.normalize('NFD')} ` } });
    fireEvent.click(screen.getByRole('button', { name: '검색' }));
    expect(onSearch).toHaveBeenCalledExactlyOnceWith('국밥');
  });

  it('clears the search when the query is blank', () => {
    const { onSearch, box } = setup();
    fireEvent.input(box, { target: { value: '  ' } });
    fireEvent.click(screen.getByRole('button', { name: '검색' }));
    expect(onSearch).toHaveBeenCalledExactlyOnceWith(undefined);
  });
});
