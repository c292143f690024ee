import { expect, it } from 'vitest';
import { normaliseUrl } from './request-limits.ts';

it.each([
  ['/api/member/me', '/api/member/me'],
  ['/%61pi/m%65mber/me?query=%61', '/api/member/me?query=%61'],
  ['/%2D%2e%30%39%41%5A%5f%61%7A%7e', '/-.09AZ_az~'],
  ['/a%2Fb%20%25%40%5b%60%7b%3a%2f', '/a%2Fb%20%25%40%5b%60%7b%3a%2f'],
  ['/a%2561', '/a%2561'],
  ['/%EA%B0%80', '/%EA%B0%80'],
  ['http://evil.example/api/posts?a=http://b/c', '/api/posts?a=http://b/c'],
  ['HTTPS://evil.example:80/%61pi', '/api'],
  ['http://evil.example', '/'],
  ['http://evil.example?a', '/?a'],
  ['/http://evil.example/api', '/http://evil.example/api'],
  ['*', '*'],
  ['/%', '/api/unreadable'],
  ['/%E0%80', '/api/unreadable'],
  ['/a?%', '/a?%'],
])('normalises the path of %s', (url, spelled) => {
  expect(normaliseUrl(url)).toBe(spelled);
});
