import { describe, expect, it } from 'vitest';
import { safeReturnPath } from './return-path.ts';

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
