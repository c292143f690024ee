import { writeComment } from '../factories/comments.ts';
import { createPost, voteBody } from '../factories/posts.ts';
import { allowAnonymous } from '../factories/settings.ts';
import type { SignedIn, TestApp } from '../test-app.ts';

/** Anonymous posts on boards that otherwise name their authors, with the comments below them. */
export interface ChosenItems {
  /** On the free and on the question board, and a review, whose comments have no replies. */
  posts: [number, number, number];
  comments: number[];
  replies: number[];
}

interface Input {
  authors: Record<'author' | 'first' | 'second', SignedIn>;
  people: Record<'haneul' | 'bada' | 'areum', SignedIn>;
  viewers: SignedIn[];
  picture: string;
}

const MINUTE = 60;
const POLL = { options: ['그렇다', '아니다'], maxChoices: 1, isAnonymous: true };

/**
 * Creates them with a poll, a picture, an accepted answer, an edit and a comment that its author removes.
 * Then the choice is switched off, which changes nothing of what was written.
 */
export async function buildChosenItems(t: TestApp, input: Input): Promise<ChosenItems> {
  const { author, first, second } = input.authors;
  const { haneul, bada, areum } = input.people;
  await allowAnonymous(t, 'FREE', 'REVIEW', 'QNA');
  const post = (boardType: 'FREE' | 'QNA' | 'REVIEW', more: object = {}) => {
    t.clock.advance(MINUTE);
    const content = `<p>골라 숨긴 속마음 ${boardType}</p>`;
    const title = `이름 없이 ${boardType}`;
    return createPost(t, author, { boardType, title, content, anonymous: true, ...more });
  };
  const free = await post('FREE', {
    content: `<p>골라 숨긴 속마음</p><img src="${input.picture}" alt="">`,
    imageUrls: [input.picture],
    poll: POLL,
  });
  const question = await post('QNA');
  const review = await post('REVIEW');
  t.clock.advance(MINUTE);
  await t.call('PUT', `/api/post/${free}/poll/vote`, { as: author, body: voteBody(POLL, 0) });

  const top = await writeComment(t, first, free, { content: '고른 글의 첫 목소리' });
  const own = await writeComment(t, author, free, { content: '고른 글의 글쓴이' });
  const reply = await writeComment(t, second, free, { content: '답글', parentId: top.id });
  const gone = await writeComment(t, second, free, { content: '지울 말' });
  const answer = await writeComment(t, second, question, { content: '이렇게 하세요' });
  const thanks = await writeComment(t, author, question, { content: '고마워요' });
  const opinion = await writeComment(t, author, review, { content: '덧붙이는 말' });
  await t.call('PUT', `/api/comment/${own.id}`, { as: author, body: { content: '고친 말' } });
  await t.call('DELETE', `/api/comment/${gone.id}`, { as: second });
  await t.call('POST', `/api/post/${question}/accept`, {
    as: author,
    body: { commentId: answer.id },
  });
  await t.call('PUT', `/api/post/post-up/${review}`, {
    as: author,
    body: { boardType: 'REVIEW', title: '고친 후기', content: '<p>속마음</p>', anonymous: true },
  });
  await allowAnonymous(t);

  // Always the same persons: the author in one world, other members in the other.
  for (const [as, id] of [
    [haneul, free],
    [bada, question],
    [areum, review],
  ] as const) {
    t.clock.advance(1);
    await t.call('GET', `/api/post/${id}`, { as });
    await t.call('POST', `/api/post/${id}/like`, { as });
    await t.call('POST', `/api/post/${id}/scrap`, { as });
    await t.call('POST', `/api/comment/${top.id}/like`, { as });
  }
  for (const as of input.viewers) {
    t.clock.advance(1);
    await t.call('POST', `/api/post/${free}/like`, { as });
    await t.call('POST', `/api/post/${free}/scrap`, { as });
  }
  return {
    posts: [free, question, review],
    comments: [top.id, own.id, answer.id, thanks.id, opinion.id],
    replies: [reply.id],
  };
}
