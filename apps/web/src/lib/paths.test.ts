import { isOwnPage } from '@naru/contract/own-pages';
import { describe, expect, it } from 'vitest';
import { stringifySearch } from './api/send.ts';
import { PATHS } from './paths.ts';
import { safeReturnPath } from './return-path.ts';
import { boardSearch, parseSearch, studySearch } from './search-parameters.ts';

/** Pages that no link of the staff may lead to. */
const CLOSED = [
  'root',
  'objection',
  'report',
  'invitation',
  'digest',
  'login',
  'register',
  'provider',
  'edit',
  'oldBoard',
  'lectureWrite',
  'lectureEdit',
  'share',
];
const INTERNAL = [
  'inquiry',
  'mypageHandled',
  'mypageHandledList',
  'admin',
  'health',
  'guide',
  'guidePage',
  'gallery',
  'galleryKit',
];

it.each(Object.entries(PATHS))(
  'a banner may lead to a page of everybody: %s [BANNER-57]',
  (name, path) => {
    const example = path
      .replace('$boardType', 'free')
      .replace('$page', 'profile')
      .replace(/\$(postId|lectureId|inquiryId|resourceId)/g, '7');
    expect(isOwnPage(example)).toBe(![...CLOSED, ...INTERNAL].includes(name));
  },
);

describe('safeReturnPath', () => {
  it('keeps a path of this site with its query [UI-05]', () => {
    expect(safeReturnPath('/main/community/free?page=2&query=%ED%95%99%EA%B5%90')).toBe(
      '/main/community/free?page=2&query=%ED%95%99%EA%B5%90',
    );
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example/main',
    'javascript:alert(1)',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/\t/evil.example',
    '/main\n',
    'main',
    '',
    undefined,
    7,
  ])('refuses %j [COMM-11]', (value) => {
    expect(safeReturnPath(value)).toBeNull();
  });

  it('rejects the login page', () => {
    expect(safeReturnPath('/login?redirect=/main')).toBeNull();
    expect(safeReturnPath('/')).toBeNull();
  });
});

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
