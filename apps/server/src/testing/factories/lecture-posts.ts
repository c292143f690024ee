import type { LectureBoardType } from '@naru/contract/boards';
import { eq } from 'drizzle-orm';
import { attachments, lectureAnswers } from '../../db/schema/index.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

interface Values {
  boardType?: LectureBoardType;
  title?: string;
  /** HTML. */
  content?: string;
  imageUrls?: string[];
  anonymous?: boolean;
  /** Keys of uploaded files. */
  attachments?: string[];
}

let counter = 0;

const actorOf = ({ id, roles }: SignedIn) => ({ memberId: id, sessionId: '', roles });

/** Writes on a board of a room, a question by default; returns its id. */
export async function createLecturePost(
  t: TestApp,
  author: SignedIn,
  lectureId: number,
  values: Values = {},
): Promise<number> {
  counter += 1;
  return t.services.lecturePosts.create(actorOf(author), {
    lectureId,
    boardType: 'LECTURE_Q',
    title: `시험 질문 ${counter}`,
    content: `<p>질문 내용 ${counter}</p>`,
    imageUrls: [],
    anonymous: false,
    attachments: [],
    ...values,
  });
}

/** Answers a question as `by`, who must be allowed to. */
export async function answerQuestion(
  t: TestApp,
  by: SignedIn,
  place: { lectureId: number; postId: number },
  content = '<p>답변입니다</p>',
): Promise<void> {
  const { lectureId, postId } = place;
  await t.services.lecturePosts.answer(actorOf(by), lectureId, postId, content);
}

export async function readAnswer(t: TestApp, postId: number) {
  const [row] = await t.db.select().from(lectureAnswers).where(eq(lectureAnswers.postId, postId));
  return row ?? null;
}

export async function readAttachment(t: TestApp, key: string) {
  const [row] = await t.db.select().from(attachments).where(eq(attachments.key, key));
  return row ?? null;
}

export function countAttachments(t: TestApp): Promise<number> {
  return t.db.$count(attachments);
}
