import { button, field, heading, text } from '../engines/screen.ts';
import { apiAs, seedPost, unique } from '../support/api.ts';
import { expect, type Open, test } from './test.ts';

const FIELD = field('댓글 쓰기');
const TEXT = '부두에서 만나요';
/** Typed after sending: what was sent twice, or came back, would be beside it. */
const NEXT = '그리고 또';

/** Opens a new post of its own with the field of comments in focus. */
async function openPost(open: Open) {
  const post = await seedPost('prof01', { board: 'FREE', title: unique('만날 곳') });
  const page = await open('20250002');
  await page.go(post.path);
  await page.click(FIELD);
  return {
    page,
    title: post.title,
    /** Looks for the comment on the page, goes on typing, and compares with what is stored. */
    expectSent: async (words: string) => {
      const [line = ''] = words.split('\n');
      await page.see({ role: 'article', has: line, within: { role: 'list', name: '댓글 목록' } });
      // This offer appears and moves the field.
      await page.see(text('이 글에 댓글이 더 달리면 알려 드릴까요?'));
      await page.click(FIELD);
      await page.type(NEXT);
      await page.shows(FIELD, NEXT);
      const { call } = await apiAs('20250001');
      const { comments } = await call<{ comments: { content: string }[] }>(
        'GET',
        `/api/post/${post.id}/comments`,
      );
      expect(comments.map(({ content }) => content)).toEqual([words]);
    },
  };
}

test('comment: Ctrl+Enter while a syllable is composed', async ({ open }) => {
  const { page, expectSent } = await openPost(open);
  await page.type(TEXT);
  await page.key('Enter', 'Control');
  await expectSent(TEXT);
});

test('comment: the button while a syllable is composed', async ({ open }) => {
  const { page, expectSent } = await openPost(open);
  await page.type(TEXT);
  await page.click(button('등록'));
  await expectSent(TEXT);
});

test('comment: Enter while a syllable is composed breaks the line', async ({ open }) => {
  const { page, expectSent } = await openPost(open);
  await page.type('부두에서\n만나요');
  await page.shows(FIELD, '부두에서\n만나요');
  await page.click(button('등록'));
  await expectSent('부두에서\n만나요');
});

test('comment: Backspace through a syllable', async ({ open }) => {
  const { page, expectSent } = await openPost(open);
  // Three steps through 녕, then 안 in one.
  await page.type('반갑안녕\b\b\b\b습니닿\b');
  await page.shows(FIELD, '반갑습니다');
  await page.key('Enter', 'Control');
  await expectSent('반갑습니다');
});

test('comment: Tab while a syllable is composed', async ({ open }) => {
  const { page, expectSent } = await openPost(open);
  await page.type(`${TEXT}\t`);
  await page.shows(FIELD, TEXT);
  await page.click(FIELD);
  await page.key('Enter', 'Control');
  await expectSent(TEXT);
});

test('comment: a click beside the field while a syllable is composed', async ({ open }) => {
  const { page, title, expectSent } = await openPost(open);
  await page.type(TEXT);
  await page.click(heading(title));
  await page.shows(FIELD, TEXT);
  await page.click(button('등록'));
  await expectSent(TEXT);
});

test('comment: a mention chosen with Enter while a syllable is composed', async ({ open }) => {
  const { page, expectSent } = await openPost(open);
  await page.type('@등댖');
  await page.see({ role: 'option', name: /등대지기/ });
  await page.type('\n');
  await page.shows(FIELD, '@등대지기 ');
  await page.type('고맙습니다');
  await page.key('Enter', 'Control');
  await expectSent('@등대지기 고맙습니다');
});
