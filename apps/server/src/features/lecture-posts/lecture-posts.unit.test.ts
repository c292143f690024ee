import { describe, expect, it } from 'vitest';
import { actorOf, refusalOf } from '../../testing/refusal.ts';
import {
  authoriseAnswer,
  authoriseChange,
  authoriseWrite,
  requireInRoom,
} from './lecture-posts.policy.ts';
import { presentDetail, presentItem, presentWaiting } from './lecture-posts.present.ts';

describe('who writes and answers', () => {
  type Head = Parameters<typeof authoriseChange>[0];
  const self = { memberId: 7, seal: Buffer.from('7') };
  const head = {
    id: 1,
    boardType: 'LECTURE_Q',
    lectureId: 3,
    professorId: 9,
    authorId: 7,
    authorSeal: null,
    isBlinded: false,
    access: 'open',
  } as unknown as Head;

  describe('authoriseWrite', () => {
    it.each([
      ['LECTURE_N', actorOf(9, 'PROFESSOR'), null],
      ['LECTURE_N', actorOf(8, 'PROFESSOR'), 'WRITE_DENIED'],
      ['LECTURE_Q', actorOf(7, 'STUDENT'), null],
      ['LECTURE_Q', actorOf(7, 'USER'), 'WRITE_DENIED'],
    ] as const)('on %s by %j: %s', (boardType, actor, code) => {
      expect(refusalOf(() => authoriseWrite(boardType, head, actor))).toBe(code);
    });
  });

  describe('requireInRoom', () => {
    it.each([
      ['a post of the room', head, 3, null],
      ['one of another room', head, 4, 'POST_NOT_FOUND'],
      ['none', null, 3, 'POST_NOT_FOUND'],
      ['one of a closed room', { ...head, access: 'closed' }, 3, 'LECTURE_MEMBERS_ONLY'],
    ])('%s', (_name, one, room, code) => {
      expect(refusalOf(() => requireInRoom(one as Head | null, room))).toBe(code);
    });
  });

  describe('authoriseChange', () => {
    const student = actorOf(7, 'STUDENT');
    it.each([
      ['the author', head, 'LECTURE_Q', student, null],
      ['somebody else', { ...head, authorId: 8 }, 'LECTURE_Q', student, 'PERMISSION_DENIED'],
      [
        'the author of a blinded post',
        { ...head, isBlinded: true },
        'LECTURE_Q',
        student,
        'CONTENT_BLINDED',
      ],
      ['the author to another board', head, 'LECTURE_REF', student, 'VALIDATION_FAILED'],
      [
        'an author who may not write any more',
        head,
        'LECTURE_Q',
        actorOf(7, 'USER'),
        'WRITE_DENIED',
      ],
    ] as const)('by %s', (_name, one, boardType, actor, code) => {
      const change = () => authoriseChange(one as Head, boardType, actor, self);
      expect(refusalOf(change)).toBe(code);
      if (code !== 'VALIDATION_FAILED') return;
      expect(change).toThrow(
        expect.objectContaining({ errors: [expect.objectContaining({ field: 'boardType' })] }),
      );
    });
  });

  describe('authoriseAnswer', () => {
    it.each([
      ['the professor of the room', head, actorOf(9, 'PROFESSOR'), null],
      ['a MANAGER', head, actorOf(1, 'MANAGER'), null],
      ['another professor', head, actorOf(1, 'PROFESSOR'), 'PERMISSION_DENIED'],
      [
        'the professor below a notice',
        { ...head, boardType: 'LECTURE_N' },
        actorOf(9, 'PROFESSOR'),
        'VALIDATION_FAILED',
      ],
    ])('by %s', (_name, one, actor, code) => {
      const answer = () => authoriseAnswer(one as Head, actor);
      expect(refusalOf(answer)).toBe(code);
      if (code === 'VALIDATION_FAILED') expect(answer).toThrow('질문에만 답변할 수 있습니다.');
    });
  });
});

describe('presentation', () => {
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
  const file = {
    key: 'k',
    name: '자료.pdf',
    bytes: 1,
    contentType: '',
    url: '/files/attachments/t',
  };
  const parts = { content: '<p>본문</p>', answer: null, attachments: [file], canAnswer: false };

  describe('presentDetail of a lecture post', () => {
    it('shows the files', () => {
      expect(presentDetail(row, parts).attachments).toEqual([file]);
    });

    it('hides files, pictures and profile picture of a blocked member', () => {
      const masked = presentDetail({ ...row, isBlocked: true }, parts);
      expect(masked).toMatchObject({
        attachments: [],
        imageUrls: null,
        pictures: [],
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
        answererImageUrl: '/files/p.webp',
        answererRoles: ['PROFESSOR' as const],
      };
      const { answer, answerWriter } = presentDetail(answered, { ...parts, answer: '<p>답</p>' });
      expect([answer, answerWriter]).toEqual([
        '<p>답</p>',
        { id: 9, nickname: '한바다', profileThumbnails: '/files/p.webp', roles: ['PROFESSOR'] },
      ]);
      const erased = { ...answered, answererId: null, answererNickname: null };
      expect(presentDetail(erased, parts).answerWriter).toMatchObject({ id: null, roles: [] });
      const gone = { ...answered, answererWithdrawnAt: new Date(0) };
      expect(presentDetail(gone, parts).answerWriter).toEqual({
        id: null,
        nickname: '탈퇴한 회원',
        profileThumbnails: null,
        roles: [],
      });
    });
  });

  describe('an item of a lecture board', () => {
    const created = row.createdAt.getTime();
    const DAY_MS = 86_400_000;

    it('is masked for who blocks its writer, and only then', () => {
      expect(presentItem(row)).toMatchObject({ title: '제목', writerId: 7 });
      const masked = presentItem({ ...row, isBlocked: true });
      expect(masked).toMatchObject({ blocked: true, writerId: null, attachmentCount: 0 });
      expect(JSON.stringify(masked)).not.toMatch(/제목|등대|files/);
    });

    it.each([
      [-1, 0],
      [0, 0],
      [DAY_MS - 1, 0],
      [DAY_MS, 1],
      [3 * DAY_MS + 1, 3],
    ])('that waits for %i ms waits for %i days', (ms, days) => {
      expect(presentWaiting(row, new Date(created + ms)).waitingDays).toBe(days);
    });

    it('has times, an answer and a kind', () => {
      const at = new Date('2026-11-20T00:00:00Z');
      const time = '2026-11-20T09:00:00+09:00';
      expect(presentItem(row)).toMatchObject({
        updatedDate: null,
        answered: false,
        answerDate: null,
        lecturePostType: 'LECTURE_REF',
        anonymous: false,
      });
      const changed = {
        ...row,
        updatedAt: at,
        answeredAt: at,
        answerUpdatedAt: at,
        isAnonymous: true,
      };
      expect(presentDetail(changed, parts)).toMatchObject({
        updatedDate: time,
        answered: true,
        answerDate: time,
        answerUpdatedDate: time,
        lecturePostType: 'SECRET',
        anonymous: true,
        writerId: null,
      });
      expect(presentDetail(row, parts)).toMatchObject({
        answerUpdatedDate: null,
        answerWriter: null,
      });
    });

    it.each([
      ['LECTURE_Q', true, true],
      ['LECTURE_Q', false, false],
      ['LECTURE_REF', true, false],
    ] as const)('of %s can be answered by staff (%s): %s', (boardType, canAnswer, expected) => {
      expect(presentDetail({ ...row, boardType }, { ...parts, canAnswer }).canAnswer).toBe(
        expected,
      );
    });
  });
});
