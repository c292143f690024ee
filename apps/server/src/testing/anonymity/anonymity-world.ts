import { ROLES, type Role } from '@naru/contract/roles';
import sharp from 'sharp';
import { changeMember, writeComment } from '../factories/comments.ts';
import {
  createFinishedLecture,
  readReviews,
  reviewForm,
  takeLecture,
} from '../factories/course-reviews.ts';
import { createMember } from '../factories/members.ts';
import { createOwedPetition, createPetition, signPetition } from '../factories/petitions.ts';
import { createPost, voteBody } from '../factories/posts.ts';
import { presign } from '../matrix/world.ts';
import type { SignedIn, TestApp } from '../test-app.ts';
import { buildChosenItems, type ChosenItems } from './chosen-items.ts';
import { type AnonymityRoom, buildLectureRoom } from './lecture-room.ts';

/** The possible authors of the secret items: members that differ in every way. */
export const PEOPLE = {
  haneul: { role: 'STUDENT', nickname: '하늘돛', image: '/files/haneul.webp' },
  bada: { role: 'PROFESSOR', nickname: '바다책', image: '/files/bada.webp' },
  areum: { role: 'MANAGER', nickname: '아름등', image: null },
} as const satisfies Record<string, { role: Role; nickname: string; image: string | null }>;
export type Person = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as Person[];

/** The author of the secret post and the first two commenters below it. */
export interface Authors {
  author: Person;
  first: Person;
  second: Person;
}

/** A test server with secret items of known authors, and all viewers. */
export interface AnonymityWorld {
  t: TestApp;
  people: Record<Person, SignedIn>;
  authors: Record<keyof Authors, SignedIn>;
  viewers: Record<Role, SignedIn>;
  /** The secret post, another member's secret post, and an open one per person. */
  posts: number[];
  secretPosts: [number, number];
  /** Top-level comments. */
  comments: number[];
  replies: number[];
  picture: string;
  chosen: ChosenItems;
  /** Of the posts in `chosen`. */
  chosenPicture: string;
  room: AnonymityRoom;
  /** A finished lecture that the authors reviewed, and the review with a text. */
  course: { id: number; review: number };
  /** By a reader, and one that has its answer; the author of the secret post has signed both. */
  petitions: [number, number];
}

const MINUTE = 60;

/** Of the secret post; the authors have voted for the first option. */
export const SECRET_POLL = { options: ['국밥', '파전'], maxChoices: 1, isAnonymous: true };

async function signInNamed(t: TestApp, role: Role, name: string, nickname: string) {
  const values = { username: name, email: `${name}@g.kmou.ac.kr`, nickname, name: `실명${name}` };
  return t.signInAs(await createMember(t.db, role, values));
}

async function uploadPicture(t: TestApp, as: SignedIn): Promise<string> {
  const { uploadUrl, fileUrl } = await presign(t, as);
  const body = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#125' } })
    .png()
    .toBuffer();
  const headers = { 'content-type': 'image/png' };
  const put = await t.call('PUT', uploadUrl, { body, headers });
  if (put.status !== 200) throw new Error(`upload refused: ${put.text}`);
  return fileUrl;
}

/** Members and their open posts: the same in every world. */
async function gather(t: TestApp) {
  const people = {} as Record<Person, SignedIn>;
  for (const name of NAMES) {
    const { role, nickname, image } = PEOPLE[name];
    people[name] = await signInNamed(t, role, name, nickname);
    await changeMember(t, people[name].id, { profileImageUrl: image });
  }
  const viewers = {} as Record<Role, SignedIn>;
  for (const role of ROLES) {
    viewers[role] = await signInNamed(
      t,
      role,
      `viewer${role}`.toLowerCase().replace('_', ''),
      `본${ROLES.indexOf(role)}`,
    );
  }
  const posts: number[] = [];
  for (const name of NAMES) {
    t.clock.advance(MINUTE);
    posts.push(
      await createPost(t, people[name], { title: `${name} 공개 글`, content: `<p>${name}</p>` }),
    );
  }
  return { people, viewers, posts };
}

/** Files reports, one about something that its author removes later, and a reveal request. */
async function reportAll(
  t: TestApp,
  { STUDENT: reporter, ADMIN: admin }: Record<Role, SignedIn>,
  { secret, comments }: { secret: number; comments: number[] },
): Promise<void> {
  const report = (targetType: string, targetId: number) =>
    t.call('POST', '/api/inquiry', {
      as: reporter,
      body: { title: '신고', content: '봐 주세요', category: 'REPORT', targetType, targetId },
    });
  await report('POST', secret);
  for (const id of comments) await report('COMMENT', id);
  // Somebody else has to be able to approve, whoever the authors are.
  await t.signIn('ADMIN');
  await t.call('POST', '/api/admin/reveals', {
    as: admin,
    body: { targetType: 'POST', targetId: secret, reason: '협박' },
  });
}

/** The authors who may review a course say different things about it, a reader the same in every world. */
async function reviewCourse(
  t: TestApp,
  authors: SignedIn[],
  viewers: Record<Role, SignedIn>,
): Promise<AnonymityWorld['course']> {
  const id = await createFinishedLecture(t, viewers.PROFESSOR, { title: '선박 유체 역학' });
  const [first, second] = authors.filter(({ roles }) => !roles.includes('PROFESSOR'));
  if (first === undefined || second === undefined) throw new Error('too few who may review');
  const said = [
    { stars: 1, content: '속마음 평가 글' },
    { workload: 'LIGHT' },
    { stars: 3 },
  ] as const;
  for (const [place, as] of [first, second, viewers.STUDENT_COUNCIL].entries()) {
    await takeLecture(t, as, id);
    const body = reviewForm(said[place]);
    const { status, text } = await t.call('PUT', `/api/lecture-room/${id}/reviews`, { as, body });
    if (status !== 200) throw new Error(`review refused: ${text}`);
  }
  const review = (await readReviews(t, id)).find(({ content }) => content !== '');
  return { id, review: review?.id ?? 0 };
}

async function signPetitions(
  t: TestApp,
  signer: SignedIn,
  { STUDENT: reader, MANAGER: manager }: Record<Role, SignedIn>,
): Promise<AnonymityWorld['petitions']> {
  t.clock.advance(MINUTE);
  const open = await createPetition(t, reader, { title: '서명을 모으는 청원' });
  await signPetition(t, signer, open);
  const owed = await createOwedPetition(t, { author: reader, signer }, { title: '답한 청원' });
  const body = { content: '답변입니다.', amends: null };
  await t.call('POST', `/api/petitions/${owed}/answer`, { as: manager, body });
  return [open, owed];
}

/**
 * Creates a secret post with a picture, comments and replies by all, an edit, a deletion
 * that leaves a placeholder, a view, likes and a poll in which the authors vote. Only the authors differ
 * between the worlds.
 */
export async function buildAnonymityWorld(t: TestApp, input: Authors): Promise<AnonymityWorld> {
  const { people, viewers, posts } = await gather(t);
  const { STUDENT: neighbour } = viewers;
  const authors = {
    author: people[input.author],
    first: people[input.first],
    second: people[input.second],
  };
  const picture = await uploadPicture(t, authors.author);
  t.clock.advance(MINUTE);
  const secret = await createPost(t, authors.author, {
    boardType: 'SECRET',
    title: '아무도 모르게',
    content: `<p>속마음입니다</p><img src="${picture}" alt="">`,
    imageUrls: [picture],
    poll: SECRET_POLL,
  });
  for (const as of Object.values(authors)) {
    const body = voteBody(SECRET_POLL, 0);
    await t.call('PUT', `/api/post/${secret}/poll/vote`, { as, body });
  }
  t.clock.advance(MINUTE);
  const foreign = await createPost(t, neighbour, {
    boardType: 'SECRET',
    title: '다른 비밀',
    content: '<p>다른 속마음</p>',
  });

  const comment = (
    as: SignedIn,
    content: string,
    more: { parentId?: number; replyToId?: number } = {},
  ) => writeComment(t, as, secret, { content, ...more });
  const top = await comment(authors.first, '첫 목소리');
  const response = await comment(authors.author, '글쓴이의 말');
  const reply = await comment(authors.second, '둘째의 답글', { parentId: top.id });
  const second = await comment(authors.author, '답글에 답글', {
    parentId: top.id,
    replyToId: reply.id,
  });
  const gone = await comment(authors.second, '지울 말');
  const last = await comment(authors.first, '남는 답글', { parentId: gone.id });
  await reportAll(t, viewers, { secret, comments: [top.id, gone.id] });
  await t.call('DELETE', `/api/comment/${gone.id}`, { as: authors.second });
  await t.call('PUT', `/api/comment/${response.id}`, {
    as: authors.author,
    body: { content: '고친 말' },
  });
  const room = await buildLectureRoom(t, {
    authors,
    people,
    professor: viewers.PROFESSOR,
    neighbour,
    viewers: Object.values(viewers),
  });
  const chosenPicture = await uploadPicture(t, authors.author);
  const chosen = await buildChosenItems(t, {
    authors,
    people,
    viewers: Object.values(viewers),
    picture: chosenPicture,
  });
  const course = await reviewCourse(t, Object.values(authors), viewers);
  const petitions = await signPetitions(t, authors.author, viewers);
  const outside = await writeComment(t, authors.author, foreign, { content: '이웃 글의 목소리' });

  // Always the same person: the author in one world, another member in the other.
  t.clock.advance(1);
  await t.call('GET', `/api/post/${secret}`, { as: people.haneul });
  await t.call('POST', `/api/post/${secret}/like`, { as: people.haneul });
  await t.call('POST', `/api/comment/${top.id}/like`, { as: people.bada });
  await t.call('POST', `/api/post/${secret}/scrap`, { as: people.areum });
  for (const as of Object.values(viewers)) {
    for (const id of [secret, foreign]) {
      t.clock.advance(1);
      await t.call('POST', `/api/post/${id}/like`, { as });
      await t.call('POST', `/api/post/${id}/scrap`, { as });
    }
  }
  // Notifications that are stored only after a viewer listens would count among its events.
  await t.services.events.drain();
  return {
    t,
    people,
    authors,
    viewers,
    posts: [secret, foreign, ...posts],
    secretPosts: [secret, foreign],
    comments: [top.id, response.id, gone.id, outside.id],
    replies: [reply.id, second.id, last.id],
    picture,
    chosen,
    chosenPicture,
    room,
    course,
    petitions,
  };
}
