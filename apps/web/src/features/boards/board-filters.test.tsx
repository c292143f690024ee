import { BOARDS } from '@naru/contract/boards';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listOf, listRequest } from '../../entities/posts/post-list.ts';
import { BoardFilters } from './board-filters.tsx';

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
