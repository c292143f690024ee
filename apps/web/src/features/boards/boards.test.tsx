import { BOARDS } from '@naru/contract/boards';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { writeDeniedReason } from './board-header.tsx';
import { BoardSearch, filterOptions } from './board-search.tsx';
import { withFavorite } from './boards.queries.ts';

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
