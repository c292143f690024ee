import { describe, expect, it } from 'vitest';
import { presentToday, presentTodayPost } from './stats.present.ts';

type Post = Parameters<typeof presentTodayPost>[0];
type Comment = Exclude<Parameters<typeof presentToday>[0], Post>;

const written = {
  id: 1,
  boardType: 'FREE',
  createdAt: new Date('2026-11-20T03:00:00Z'),
  isAnonymous: false,
  nickname: '등대',
  withdrawnAt: null,
};
const post = { ...written, title: '안개' } as unknown as Post;
const comment = { ...written, content: '그래요' } as unknown as Comment;

describe.each([
  ['presentTodayPost', (values: object) => presentTodayPost({ ...post, ...values })],
  ['presentToday', (values: object) => presentToday({ ...comment, ...values })],
])('%s', (_, present) => {
  it('names board, writer and Korean time', () => {
    expect(present({})).toMatchObject({
      boardName: '자유게시판',
      writerNickname: '등대',
      createdDate: '2026-11-20T12:00:00+09:00',
    });
  });

  it.each([
    ['anonymous', { isAnonymous: true }, '익명'],
    ['withdrawn', { withdrawnAt: new Date() }, '탈퇴한 회원'],
    ['deleted', { nickname: null }, '탈퇴한 회원'],
  ])('hides the name of an %s writer', (__, values, name) => {
    expect(present(values).writerNickname).toBe(name);
  });
});

describe('presentTodayPost', () => {
  it('names the source of a notice without an author, as its board does', () => {
    const copied = { ...post, boardType: 'NOTICE_UNIV', nickname: null } as Post;
    expect(presentTodayPost(copied).writerNickname).toBe('학교 홈페이지');
  });
});
