import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerQuestion, createLecturePost } from '../../testing/factories/lecture-posts.ts';
import { createLectureRoom, markRoom, unmarkRoom } from '../../testing/factories/lecture-rooms.ts';
import { readAllRows } from '../../testing/matrix/snapshot.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let professor: SignedIn;
let asker: SignedIn;
let room: number;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  [professor, asker] = await Promise.all([t.signIn('PROFESSOR'), t.signIn('STUDENT')]);
  room = await createLectureRoom(t, { title: '해양 제어', professorId: professor.id });
});

async function notificationsOf(as: SignedIn) {
  await t.services.events.drain();
  return (await t.call('GET', '/api/member/my-notices', { as })).json.notices;
}
const comment = (as: SignedIn, postId: number, content = '댓글') =>
  t.call('POST', `/api/lecture-room/${postId}/comments`, { as, body: { content } });

describe('notifications about lecture rooms', () => {
  it('notify the professor of a new question, and no member of a review', async () => {
    const postId = await createLecturePost(t, asker, room, { title: '감도 분석' });
    await createLecturePost(t, asker, room, { boardType: 'LECTURE_R' });
    expect(await notificationsOf(professor)).toEqual([
      expect.objectContaining({
        type: 'other',
        subType: 'question',
        content: "'해양 제어' 강의실에 새 질문이 올라왔습니다: 감도 분석",
        targetUrl: `/main/study-dashboard/${room}/${postId}`,
      }),
    ]);
    expect(await notificationsOf(asker)).toEqual([]);
  });

  it('notify the asking member of the answer once, not of its changes', async () => {
    const question = { lectureId: room, postId: await createLecturePost(t, asker, room) };
    await answerQuestion(t, professor, question);
    await t.services.events.drain();
    await answerQuestion(t, professor, question, '<p>고친 답변</p>');
    expect(await notificationsOf(asker)).toEqual([
      expect.objectContaining({
        type: 'other',
        subType: 'answer',
        content: expect.stringContaining('글에 답변이 등록되었습니다.'),
        targetUrl: `/main/study-dashboard/${room}/${question.postId}`,
      }),
    ]);
  });

  it('notify those who marked the lecture of a notice, except its author', async () => {
    const [member, other] = await Promise.all([t.signIn('STUDENT'), t.signIn('STUDENT')]);
    await Promise.all([markRoom(t, member, room), markRoom(t, professor, room)]);
    const postId = await createLecturePost(t, professor, room, {
      boardType: 'LECTURE_N',
      title: '휴강',
    });
    expect(await notificationsOf(member)).toEqual([
      expect.objectContaining({
        type: 'notice',
        content: "'해양 제어' 강의실에 새 공지사항이 올라왔습니다: 휴강",
        targetUrl: `/main/study-dashboard/${room}/${postId}`,
      }),
    ]);
    expect(await notificationsOf(other)).toEqual([]);
    expect(await notificationsOf(professor)).toEqual([]);
  });

  it('link comments, replies and likes to the post in the lecture room', async () => {
    const postId = await createLecturePost(t, asker, room);
    const { json } = await comment(professor, postId);
    await t.call('POST', `/api/post/${postId}/like`, { as: professor });
    const received = await notificationsOf(asker);
    expect(received.map((one: { targetUrl: string }) => one.targetUrl).toSorted()).toEqual([
      `/main/study-dashboard/${room}/${postId}`,
      `/main/study-dashboard/${room}/${postId}#comment-${json.comment.id}`,
    ]);
  });

  it('name no member below an anonymous question and are stored sealed [ANON-21, ANON-27]', async () => {
    const postId = await createLecturePost(t, asker, room, { title: '숨은 질문', anonymous: true });
    await comment(professor, postId);
    await answerQuestion(t, professor, { lectureId: room, postId });
    const received = [...(await notificationsOf(asker)), ...(await notificationsOf(professor))];
    expect(received).toHaveLength(3);
    for (const notification of received) {
      expect(notification.content).toContain('숨은 질문');
      expect(notification.content).not.toContain(asker.nickname);
      expect(notification.content).not.toContain(professor.nickname);
      expect(notification.date).toMatch(/:00\+09:00$/);
    }
    const rows = (await readAllRows(t)).filter(({ table }) => table === 'notifications');
    const joined = rows.filter(({ values }) => JSON.stringify(values).includes(String(postId)));
    expect(joined).toEqual([]);
  });

  it('quote nothing to a member whom the room does not admit any more, and everything to who runs it', async () => {
    const closed = await createLectureRoom(t, { membersOnly: true, professorId: professor.id });
    await markRoom(t, asker, closed);
    const postId = await createLecturePost(t, professor, closed, {
      boardType: 'LECTURE_N',
      content: '<p>시험 범위</p>',
    });
    await comment(asker, postId, '질문이 있습니다.');
    const excerpts = async (as: SignedIn) =>
      (await notificationsOf(as)).map(({ excerpt }: { excerpt: string | null }) => excerpt);
    expect(await excerpts(asker)).toEqual(['시험 범위']);
    await unmarkRoom(t, asker, closed);
    expect(await excerpts(asker)).toEqual([null]);
    expect(await excerpts(professor)).toEqual(['질문이 있습니다.']);
  });

  it('skip a professor who asks anonymously in the own room [ANON-24]', async () => {
    await createLecturePost(t, professor, room, { anonymous: true });
    expect(await notificationsOf(professor)).toEqual([]);
  });

  it('refresh the open pages of commenters when a question changes', async () => {
    const postId = await createLecturePost(t, asker, room, { anonymous: true });
    await comment(professor, postId);
    await t.services.events.drain();
    const since = await t.services.live.place(professor.id);
    const body = { lectureId: room, boardType: 'LECTURE_Q', title: '고침', content: '고친 질문' };
    await t.call('PUT', `/api/post/lecture-post-up/${postId}`, { as: asker, body });
    await t.services.events.drain();
    expect(await t.services.live.place(professor.id)).toBe(since + 1);
  });

  it('refresh the open page of the asking member on an answer, also of an anonymous question', async () => {
    for (const anonymous of [false, true]) {
      const member = await t.signIn('STUDENT');
      const postId = await createLecturePost(t, member, room, { anonymous });
      const since = await t.services.live.place(member.id);
      await answerQuestion(t, professor, { lectureId: room, postId });
      await t.services.events.drain();
      const lastSeq = await t.services.live.place(member.id);
      expect(lastSeq).toBe(since + 2);
    }
  });
});
