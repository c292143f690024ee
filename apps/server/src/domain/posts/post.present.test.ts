import { expect, it } from 'vitest';
import { postWriterName, presentPost } from './post.present.ts';

const row = { boardType: 'NOTICE_DEPT', isAnonymous: false, nickname: null, withdrawnAt: null };

it.each([
  ['a copied notice', {}, '학과 홈페이지'],
  ['a notice that a member wrote', { nickname: '등대' }, '등대'],
  ['a post of another board without author', { boardType: 'FREE' }, '탈퇴한 회원'],
  ['a post of a lecture room', { boardType: 'LECTURE_Q', nickname: '등대' }, '등대'],
  ['a hidden author', { isAnonymous: true }, '익명'],
])('names the writer of %s', (_name, values, name) => {
  expect(postWriterName({ ...row, ...values })).toBe(name);
});

it('marks a blinded post, and no other', () => {
  const post = (isBlinded: boolean) => presentPost({ createdAt: new Date(0), isBlinded } as never);
  expect(post(true)).toMatchObject({ blinded: true });
  expect(post(false)).not.toHaveProperty('blinded');
});
