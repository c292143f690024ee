import { describe, expect, it } from 'vitest';
import {
  excerptOf,
  presentContent,
  presentCourseReview,
  presentErased,
  presentPerson,
  presentReportedMessage,
} from './contents.present.ts';

const at = new Date('2026-11-20T00:00:00Z');
const content = {
  id: 1,
  title: '제목',
  text: ' 여러\n줄의  글 ',
  boardType: 'NOTICE_DEPT',
  postId: 2,
  lectureId: 3,
  isDeleted: false,
  isBlinded: true,
  isAnonymous: false,
  authorId: null,
  nickname: null,
  withdrawnAt: null,
  picture: { url: '/files/a.webp', alt: '' },
} as unknown as Parameters<typeof presentContent>[1];
const person = { id: 7, senderId: 7, nickname: '등대', withdrawnAt: null, intro: '안녕' };

describe('what staff see of a reported', () => {
  it('post or comment', () => {
    expect(presentContent('POST', content)).toMatchObject({
      title: '제목',
      excerpt: '여러 줄의 글',
      postId: 2,
      lectureId: 3,
      writerNickname: '학과 홈페이지',
      deleted: false,
      blinded: true,
      picture: { url: '/files/a.webp' },
    });
    const comment = presentContent('COMMENT', { ...content, picture: null, isBlinded: false });
    expect(comment).toMatchObject({ writerNickname: '탈퇴한 회원', blinded: false });
    expect(comment).not.toHaveProperty('picture');
  });

  it('post that is deleted: nothing of it', () => {
    const deleted = presentContent('POST', { ...content, isDeleted: true });
    expect(deleted).toMatchObject({
      title: '',
      excerpt: '',
      postId: null,
      lectureId: null,
      deleted: true,
      blinded: false,
    });
    expect(deleted).not.toHaveProperty('picture');
  });

  it('course review', () => {
    const row = {
      id: 4,
      course: '항해학',
      text: '좋음',
      lectureId: 3,
      isDeleted: false,
      isBlinded: true,
    };
    const shown = { title: '항해학', excerpt: '좋음', lectureId: 3, deleted: false, blinded: true };
    expect(presentCourseReview(row as never)).toMatchObject({
      ...shown,
      type: 'COURSE_REVIEW',
      writerNickname: '익명',
    });
    expect(presentCourseReview({ ...row, isBlinded: false } as never).blinded).toBe(false);
    expect(presentCourseReview({ ...row, isDeleted: true } as never)).toMatchObject({
      title: '',
      excerpt: '',
      lectureId: null,
      deleted: true,
      blinded: false,
    });
  });

  it('member', () => {
    expect(presentPerson(person as never)).toMatchObject({
      type: 'MEMBER',
      title: '등대',
      excerpt: '안녕',
      writerId: 7,
      deleted: false,
    });
    expect(presentPerson({ ...person, withdrawnAt: at } as never)).toMatchObject({
      title: '탈퇴한 회원',
      excerpt: '',
      writerId: null,
      deleted: true,
    });
  });

  it('message: its sender alone', () => {
    const shown = { type: 'MESSAGE', title: '', excerpt: '', deleted: false };
    expect(presentReportedMessage(person as never)).toMatchObject({ ...shown, writerId: 7 });
    const gone = presentReportedMessage({ ...person, withdrawnAt: at } as never);
    expect(gone).toMatchObject({ ...shown, writerId: null, writerNickname: '탈퇴한 회원' });
  });

  it('thing that is erased', () => {
    expect(presentErased('POST', 9)).toEqual({
      type: 'POST',
      id: 9,
      title: '',
      excerpt: '',
      boardType: null,
      postId: null,
      lectureId: null,
      writerId: null,
      writerNickname: '탈퇴한 회원',
      deleted: true,
      blinded: false,
    });
  });

  it('long text: its beginning', () => {
    expect(excerptOf('가'.repeat(200))).toBe('가'.repeat(200));
    expect(excerptOf(`${'가'.repeat(201)}`)).toBe(`${'가'.repeat(200)}…`);
  });
});
