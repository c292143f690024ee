import { answerQuestion, createLecturePost } from '../factories/lecture-posts.ts';
import { createLectureRoom } from '../factories/lecture-rooms.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

/** The lecture room of an AnonymityWorld. */
export interface AnonymityRoom {
  id: number;
  /** An anonymous question with an answer, and one by another member that waits. */
  questions: [number, number];
  comments: number[];
  replies: number[];
}

interface Input {
  authors: Record<'author' | 'first' | 'second', SignedIn>;
  people: Record<'haneul' | 'bada', SignedIn>;
  /** Owner of the room, the same member in every world. */
  professor: SignedIn;
  neighbour: SignedIn;
  viewers: SignedIn[];
}

const MINUTE = 60;

/** Creates a room with an anonymous question, comments and an answer. */
export async function buildLectureRoom(t: TestApp, input: Input): Promise<AnonymityRoom> {
  const { authors, people, professor, neighbour, viewers } = input;
  const id = await createLectureRoom(t, { title: '해양 기계 학습', professorId: professor.id });
  t.clock.advance(MINUTE);
  const question = await createLecturePost(t, authors.author, id, {
    title: '이름 없이 묻습니다',
    content: '<p>속마음 질문</p>',
    anonymous: true,
  });
  t.clock.advance(MINUTE);
  const foreign = await createLecturePost(t, neighbour, id, {
    title: '이웃의 질문',
    content: '<p>다른 속마음 질문</p>',
    anonymous: true,
  });
  const comment = async (as: SignedIn, content: string, parentId?: number): Promise<number> => {
    t.clock.advance(1);
    const body = { content, ...(parentId !== undefined && { parentId }) };
    const url = `/api/lecture-room/${question}/comments`;
    const { status, json, text } = await t.call('POST', url, { as, body });
    if (status !== 201) throw new Error(`comment refused: ${text}`);
    return json.comment.id;
  };
  const top = await comment(authors.first, '강의실의 첫 목소리');
  const reply = await comment(authors.author, '물은 이의 답글', top);
  const second = await comment(authors.second, '둘째의 답글', top);
  const last = await comment(authors.author, '물은 이의 말');
  await answerQuestion(t, professor, { lectureId: id, postId: question });
  await t.call('GET', `/api/post/${id}/${question}`, { as: people.haneul });
  await t.call('POST', `/api/post/${question}/like`, { as: people.haneul });
  await t.call('POST', `/api/comment/${top}/like`, { as: people.bada });
  for (const as of viewers) {
    t.clock.advance(1);
    await t.call('POST', `/api/post/${question}/like`, { as });
    await t.call('POST', `/api/post/${question}/scrap`, { as });
  }
  return { id, questions: [question, foreign], comments: [top, last], replies: [reply, second] };
}
