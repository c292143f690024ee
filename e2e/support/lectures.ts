import { apiAs, unique } from './api.ts';

interface NewLecture {
  title: string;
  times?: { day: string; start: number; end: number }[];
}

/** Creates a lecture; limited to five a day per member. */
export async function seedLecture(
  username: string,
  { title, times = [] }: NewLecture,
): Promise<number> {
  const { call } = await apiAs(username);
  const body = { title, grade: 2, semester: 2, intro: '', themeColor: '#cfe2ff' };
  const { id } = await call<{ id: number }>('POST', '/api/lecture-room', {
    ...body,
    lectureTimes: times,
  });
  return id;
}

/** A demo lecture with posts on every tab, taught by prof01. */
export const DEMO_ROOM = '/main/study-dashboard/1';

/** Creates an anonymous question with an answer and a thread; returns its path. */
export async function seedAnsweredQuestion(): Promise<string> {
  const asker = await apiAs('20250001');
  const professor = await apiAs('prof01');
  const { id } = await asker.call<{ id: number }>('POST', '/api/post/lecture-post-up', {
    lectureId: 1,
    boardType: 'LECTURE_Q',
    title: unique('아주긴낱말이띄어쓰기없이이어지는질문입니다'.repeat(2)),
    content: `<p>https://example.com/${'a'.repeat(160)}</p>`,
    imageUrls: [],
    anonymous: true,
  });
  const answer = { content: '<p>굵은 <strong>글자</strong>와 <code>코드</code>로 답합니다.</p>' };
  await professor.call('PUT', `/api/lecture-room/1/posts/${id}/answer`, answer);
  const comment = { content: `긴말${'ㅋ'.repeat(200)}` };
  await professor.call('POST', `/api/lecture-room/${id}/comments`, comment);
  return `${DEMO_ROOM}/${id}`;
}
