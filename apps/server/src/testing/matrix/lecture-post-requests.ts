import type { LectureBoardType } from '@naru/contract/boards';
import { answerQuestion, createLecturePost } from '../factories/lecture-posts.ts';
import { createLectureRoom } from '../factories/lecture-rooms.ts';
import type { SignedIn } from '../test-app.ts';
import type { Build, Cell } from './build.ts';
import { pathsOf, type World } from './world.ts';

let counter = 0;

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');
const presignUrl = '/api/attachments/presign?filename=a.pdf';

/** A room owned by the caller for variants that ask for it, otherwise by no member. */
const roomOf = ({ t }: World, { caller, variant }: Cell) =>
  createLectureRoom(t, {
    professorId: variant?.includes('own room') === true ? (caller?.id ?? null) : null,
  });

export async function questionOf(world: World, cell: Cell) {
  const lectureId = await roomOf(world, cell);
  const anonymous = cell.variant === 'SECRET';
  const postId = await createLecturePost(world.t, cell.owner, lectureId, { anonymous });
  return { lectureId, postId };
}

function bodyOf(lectureId: number, boardType: string, anonymous = false) {
  counter += 1;
  return { lectureId, boardType, title: `질문 ${counter}`, content: '<p>본문</p>', anonymous };
}

const create: Build = async (world, cell) => {
  const [board = 'LECTURE_Q'] = (cell.variant ?? 'LECTURE_Q').split(' ');
  const isSecret = board === 'SECRET';
  return {
    url: '/api/post/lecture-post-up',
    body: bodyOf(await roomOf(world, cell), isSecret ? 'LECTURE_Q' : board, isSecret),
  };
};

const update: Build = async (world, cell) => {
  const { lectureId, postId } = await questionOf(world, cell);
  return {
    url: `/api/post/lecture-post-up/${postId}`,
    body: bodyOf(lectureId, 'LECTURE_Q'),
  };
};

async function upload(world: World, as: SignedIn) {
  const { uploadUrl, key } = (await world.t.call('GET', presignUrl, { as })).json;
  return { ...pathsOf<'uploadUrl'>({ uploadUrl }), key: key as string };
}

/** A post in the materials tab with one file. */
async function materialOf(world: World) {
  const { t, other } = world;
  const { uploadUrl, key } = await upload(world, other);
  const headers = { 'content-type': 'application/octet-stream' };
  await t.call('PUT', uploadUrl, { body: PDF, headers });
  const lectureId = await createLectureRoom(t);
  const boardType: LectureBoardType = 'LECTURE_REF';
  const postId = await createLecturePost(t, other, lectureId, { boardType, attachments: [key] });
  return { lectureId, postId };
}

const download: Build = async (world) => {
  const { lectureId, postId } = await materialOf(world);
  const url = `/api/post/${lectureId}/${postId}`;
  const { json } = await world.t.call('GET', url, { as: world.other });
  return { url: json.attachments[0].url };
};

const detail: Build = async (world, cell) => {
  const place = cell.variant === undefined ? materialOf(world) : questionOf(world, cell);
  const { lectureId, postId } = await place;
  return { url: `/api/post/${lectureId}/${postId}` };
};

const uploadFile: Build = async (world, { owner, isForged }) => {
  const { uploadUrl } = await upload(world, owner);
  const forged = uploadUrl.replace(/.(?=.{4}$)/, (one) => (one === 'A' ? 'B' : 'A'));
  const headers = { 'content-type': 'application/octet-stream' };
  return { url: isForged ? forged : uploadUrl, body: PDF, headers };
};

const onAnswer =
  (isThere: boolean, body?: unknown): Build =>
  async (world, cell) => {
    const place = await questionOf(world, cell);
    if (isThere) await answerQuestion(world.t, world.other, place);
    const url = `/api/lecture-room/${place.lectureId}/posts/${place.postId}/answer`;
    return { url, ...(body !== undefined && { body }) };
  };

/** Adds a comment, so that lists are not empty. */
const comments: Build = async (world, cell) => {
  const { postId } = await questionOf(world, cell);
  world.t.clock.advance(1);
  await world.t.call('POST', `/api/lecture-room/${postId}/comments`, {
    as: world.other,
    body: { content: '댓글' },
  });
  return { url: `/api/post/lecture/${postId}/comments` };
};

export const LECTURE_POST_REQUESTS: Record<string, Build> = {
  'GET /api/lecture-room/posts': async (world, cell) => ({
    url: `/api/lecture-room/posts?lectureId=${(await questionOf(world, cell)).lectureId}&type=LECTURE_Q`,
  }),
  'GET /api/lecture-room/waiting': async (world, cell) => {
    await questionOf(world, { ...cell, variant: 'own room' });
    return { url: '/api/lecture-room/waiting' };
  },
  'GET /api/post/:lectureId/:postId': detail,
  'POST /api/post/lecture-post-up': create,
  'PUT /api/post/lecture-post-up/:postId': update,
  'GET /api/post/lecture/:postId/comments': comments,
  'POST /api/lecture-room/:postId/comments': async (world, cell) => ({
    url: `/api/lecture-room/${(await questionOf(world, cell)).postId}/comments`,
    body: { content: '댓글' },
  }),
  'PUT /api/lecture-room/:lectureId/posts/:postId/answer': onAnswer(false, {
    content: '<p>답변</p>',
  }),
  'DELETE /api/lecture-room/:lectureId/posts/:postId/answer': onAnswer(true),
  'GET /api/attachments/presign': () => ({ url: presignUrl }),
  'PUT /files/attachment-upload/:token': uploadFile,
  'GET /files/attachments/:token': download,
};

/** Runs the general post calls on a lecture post. */
export const onLecturePost =
  (suffix: string): Build =>
  async (world, cell) => {
    const variant = cell.variant?.replace('lecture ', '');
    const { postId } = await questionOf(world, { ...cell, variant });
    return { url: `/api/post/${postId}${suffix}` };
  };
