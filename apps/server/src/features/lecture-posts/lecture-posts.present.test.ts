import { describe, expect, it } from 'vitest';
import { presentDetail } from './lecture-posts.present.ts';

const row: Parameters<typeof presentDetail>[0] = {
  id: 1,
  title: '제목',
  boardType: 'LECTURE_REF',
  isAnonymous: false,
  authorId: 7,
  nickname: '등대',
  withdrawnAt: null,
  profileImageUrl: '/files/face.webp',
  roles: ['STUDENT'],
  createdAt: new Date('2026-11-20T05:02:00Z'),
  updatedAt: null,
  viewCount: 1,
  likeCount: 2,
  commentCount: 3,
  attachmentCount: 1,
  answeredAt: null,
  isAuthor: false,
  isBlocked: false,
  isBlinded: false,
  lectureId: 3,
  lectureTitle: '기계학습',
  content: '<p>본문</p>',
  imageUrls: ['/files/a.webp'],
  professorId: 9,
  isLike: false,
  isScrapped: false,
  answer: null,
  answerUpdatedAt: null,
  answererId: null,
  answererNickname: null,
  answererImageUrl: null,
  answererWithdrawnAt: null,
  answererRoles: [],
};
const file = { key: 'k', name: '자료.pdf', bytes: 1, contentType: '', url: '/files/attachments/t' };
const parts = { content: '<p>본문</p>', answer: null, attachments: [file], canAnswer: false };

describe('presentDetail of a lecture post', () => {
  it('shows the files', () => {
    expect(presentDetail(row, parts).attachments).toEqual([file]);
  });

  it('hides files, pictures and profile picture of a blocked member', () => {
    const masked = presentDetail({ ...row, isBlocked: true }, parts);
    expect(masked).toMatchObject({
      attachments: [],
      imageUrls: [],
      writerId: null,
      writerProfileThumbnails: null,
      writerRoles: [],
      blocked: true,
    });
    expect(JSON.stringify(masked)).not.toMatch(/제목|본문|등대|자료|files/);
  });

  it('keeps the notice of a blocked member', () => {
    const notice = presentDetail({ ...row, boardType: 'LECTURE_N', isBlocked: true }, parts);
    expect(notice).toMatchObject({ title: '제목', writerId: 7 });
  });

  it('names the writer of the answer, also on a question of a blocked member', () => {
    const answered = {
      ...row,
      boardType: 'LECTURE_Q' as const,
      isBlocked: true,
      answeredAt: new Date(0),
      answer: '<p>답</p>',
      answererId: 9,
      answererNickname: '한바다',
      answererRoles: ['PROFESSOR' as const],
    };
    const { answer, answerWriter } = presentDetail(answered, { ...parts, answer: '<p>답</p>' });
    expect([answer, answerWriter?.nickname]).toEqual(['<p>답</p>', '한바다']);
    const gone = { ...answered, answererWithdrawnAt: new Date(0) };
    expect(presentDetail(gone, parts).answerWriter).toEqual({
      id: null,
      nickname: '탈퇴한 회원',
      profileThumbnails: null,
      roles: [],
    });
  });
});
