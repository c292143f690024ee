import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComment } from '../../../testing/factories/comments.ts';
import { createBlock } from '../../../testing/factories/friends.ts';
import { changePost, createPost } from '../../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../testing/test-app.ts';
import { recordStatements } from '../posts.fixture.ts';
import { distinctiveWords } from './similar-words.ts';

let t: TestApp;
let asker: SignedIn;
let writer: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  [asker, writer] = [await t.signIn('STUDENT'), await t.signIn('STUDENT')];
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(60));

const ask = (title: string, as: SignedIn | undefined = asker) =>
  t.call('GET', `/api/post/similar-questions?title=${encodeURIComponent(title)}`, { as });
const similar = async (title: string, as = asker): Promise<{ id: number; answered: boolean }[]> =>
  (await ask(title, as)).json.questions;
const idsOf = async (title: string) => (await similar(title)).map(({ id }) => id);
const question = (title: string, values: Record<string, unknown> = {}) =>
  createPost(t, writer, { boardType: 'QNA', title, ...values });

describe('similar questions', () => {
  it('are for those who may ask [POST-259]', async () => {
    const url = '/api/post/similar-questions?title=ab';
    expect((await t.call('GET', url)).status).toBe(401);
    expect((await ask('도서관', await t.signIn('USER'))).status).toBe(403);
    expect((await t.call('GET', '/api/post/similar-questions', { as: asker })).status).toBe(400);
    expect((await ask('x'.repeat(1201))).status).toBe(400);
  });

  it('share words of the title, whatever their endings [POST-258]', async () => {
    const near = await question('네트워크 과제 제출 형식');
    t.clock.advance(1);
    const nearer = await question('네트워크 과제를 제출하는 방법');
    await question('학생 식당 추천');
    expect(await idsOf('네트워크 과제 제출은 언제까지 하나요?')).toEqual([nearer, near]);
    expect(await idsOf('질문 있습니다')).toEqual([]);
    expect((await ask('')).status).toBe(400);
  });

  it('come with answered ones first among equals, five at most [POST-258]', async () => {
    const [first, ...others] = await Promise.all(
      Array.from({ length: 7 }, (_, n) => question(`등대견학 ${n}`)),
    );
    const { id: commentId } = await writeComment(t, asker, first ?? 0);
    await t.call('POST', `/api/post/${first}/accept`, { as: writer, body: { commentId } });
    const found = await similar('등대견학은 언제인가요');
    expect(found).toHaveLength(5);
    expect(found[0]).toMatchObject({ id: first, answered: true });
    expect(found.slice(1).every(({ answered }) => !answered)).toBe(true);
    expect(others).toHaveLength(6);
  });

  it('are of the question board only, and nothing that its list hides [POST-259]', async () => {
    const title = '해양관측 장비';
    for (const boardType of ['FREE', 'SECRET', 'REVIEW'] as const) {
      await createPost(t, writer, { boardType, title });
    }
    const gone = await question(title);
    await changePost(t, gone, { deletedAt: t.clock.now() });
    const hidden = await question(title);
    await changePost(t, hidden, { blindedAt: t.clock.now() });
    const blocked = await t.signIn('STUDENT');
    await createPost(t, blocked, { boardType: 'QNA', title });
    await createBlock(t.db, asker, blocked);
    const shown = await question(title);
    expect(await idsOf(title)).toEqual([shown]);
  });

  it('cost a statement for each of four words at most [POST-258]', async () => {
    const statements = await recordStatements(() =>
      ask('운영체제 자료구조 알고리즘설계 데이터베이스 물리 화학'),
    );
    const searches = statements.filter(({ name }) => name?.startsWith('everywhere_title'));
    expect(searches).toHaveLength(4);
  });
});

it.each([
  ['네트워크 과제 제출은 언제까지 하나요?', ['네트워크', '과제', '제출']],
  ['도서관에서 노트북을 빌릴 수 있나요', ['도서관', '노트북', '빌릴']],
  ['C++ 포인터가 어렵습니다', ['어렵습니다', 'c++', '포인터']],
  ['졸업 졸업 졸업은', ['졸업']],
  ['질문 있습니다', []],
  ['?? !!', []],
  ['', []],
])('%j is about %j [POST-258]', (title, words) => {
  expect(distinctiveWords(title)).toEqual(words);
});

it('looks up four words at most, the longest ones [POST-258]', () => {
  const words = distinctiveWords('운영체제 자료구조 알고리즘설계 데이터베이스 물리 화학');
  expect(words).toEqual(['알고리즘설계', '데이터베이스', '운영체제', '자료구조']);
});
