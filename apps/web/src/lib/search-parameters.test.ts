import { describe, expect, it } from 'vitest';
import { stringifySearch } from './api/send.ts';
import { boardSearch, parseSearch, studySearch } from './search-parameters.ts';

describe('search parameters', () => {
  it('keep a query that looks like a number as text', () => {
    expect(stringifySearch({ query: '2025', page: 2 })).toBe('?query=2025&page=2');
    expect(boardSearch(parseSearch('?query=2025&page=2'))).toEqual({
      query: '2025',
      page: 2,
      filter: undefined,
    });
  });

  it.each(['0', '1', '-1', '1.5', 'abc', '1e9', ''])('ignore an invalid page %j', (page) => {
    expect(boardSearch({ page }).page).toBeUndefined();
  });

  it('read the conditions of a list, also a second time', () => {
    const search = boardSearch(
      parseSearch('?sort=likes&onSale=true&minPrice=0&maxPrice=9000&lecture=3'),
    );
    expect(search).toMatchObject({
      sort: 'likes',
      onSale: 'true',
      minPrice: 0,
      maxPrice: 9000,
      lecture: 3,
    });
    expect(boardSearch(search)).toEqual(search);
    const wrong = boardSearch({ sort: 'title', onSale: 'yes', minPrice: '-1', maxPrice: '1e3' });
    expect(Object.values(wrong).every((value) => value === undefined)).toBe(true);
  });

  it('drop an unknown filter and empty values', () => {
    expect(boardSearch({ filter: 'password' }).filter).toBeUndefined();
    expect(stringifySearch({ query: '', filter: undefined })).toBe('');
  });

  it.each([
    ['2026-2', '2026-2'],
    ['2026-3', undefined],
    ['1999-1', undefined],
    ['', undefined],
  ])('read the term %j as %j', (term, read) => {
    expect(studySearch({ term }).term).toBe(read);
  });
});
