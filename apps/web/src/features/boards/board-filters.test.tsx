import { BOARDS } from '@naru/contract/boards';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listOf, listRequest } from '../../entities/posts/post-list.ts';
import { BoardFilters } from './board-filters.tsx';
import { writeDeniedReason } from './board-header.tsx';
import { BoardSearch, filterOptions } from './board-search.tsx';
import { withFavorite } from './boards.queries.ts';

function show(board: (typeof BOARDS)['FREE'], search = {}) {
  const onChoose = vi.fn();
  render(
    <BoardFilters
      {...{ board, search, onChoose }}
      lectureTitle="선형대수"
      onPickLecture={() => undefined}
    />,
  );
  return onChoose;
}

describe('BoardFilters', () => {
  it('sorts every board, and offers each what it has [LIST-140, LIST-141]', () => {
    const onChoose = show(BOARDS.QNA);
    fireEvent.change(screen.getByRole('combobox', { name: '정렬' }), {
      target: { value: 'likes' },
    });
    fireEvent.click(screen.getByRole('checkbox', { name: '채택 답변이 없는 질문만' }));
    expect(onChoose.mock.calls).toEqual([[{ sort: 'likes' }], [{ unanswered: 'true' }]]);
    expect(screen.queryByText('판매 중만')).toBeNull();
  });

  it('has nothing for a computed list', () => {
    show(BOARDS.POPULAR);
    expect(screen.queryByRole('combobox')).toBeNull();
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

describe('filterOptions', () => {
  it('offers no search by writer where writers are hidden [ANON-18]', () => {
    const values = filterOptions(BOARDS.SECRET).map(({ value }) => value);
    expect(values).toEqual(['title', 'content', 'all']);
    expect(filterOptions(BOARDS.FREE)).toHaveLength(4);
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
    render(<BoardSearch board={BOARDS.FREE} filter="writer" query="해솔" onSearch={onSearch} />);
    return { onSearch, box: screen.getByRole('searchbox', { name: '자유게시판 검색' }) };
  }

  it('starts with the search from the address', () => {
    const { box } = setup();
    expect((box as HTMLInputElement).value).toBe('해솔');
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('writer');
  });

  it('normalises the query to composed syllables', () => {
    const { onSearch, box } = setup();
    fireEvent.input(box, { target: { value: ` ${'국밥'.normalize('NFD')} ` } });
    fireEvent.click(screen.getByRole('button', { name: '검색' }));
    expect(onSearch).toHaveBeenCalledExactlyOnceWith({ query: '국밥', filter: 'writer' });
  });

  it('clears the search when the query is blank', () => {
    const { onSearch, box } = setup();
    fireEvent.input(box, { target: { value: '  ' } });
    fireEvent.click(screen.getByRole('button', { name: '검색' }));
    expect(onSearch).toHaveBeenCalledExactlyOnceWith({});
  });
});
