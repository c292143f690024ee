import { button, field, heading } from '../engines/screen.ts';
import { apiAs } from '../support/api.ts';
import { digits, expect, type Open, test } from './test.ts';

const AUTHOR = '20250002';
const TITLE = field('제목');
const EDITOR = field('내용');

interface Page {
  pageResponse: { posts: { id: number }[] };
}

interface Stored {
  dto: { title: string; content: string };
}

/** A case that failed may have left one, which the form would offer. */
async function deleteDrafts(username: string): Promise<void> {
  const { call } = await apiAs(username);
  const { drafts } = await call<{ drafts: { place: string; version: string }[] }>(
    'GET',
    '/api/member/drafts',
  );
  for (const { place, version } of drafts) {
    await call('DELETE', `/api/member/drafts/${place}?version=${encodeURIComponent(version)}`);
  }
}

/** Opens the form of a new post; its title gets digits first, so that its last syllable stays open. */
async function openForm(open: Open) {
  const title = `${digits()} 오늘 바다`;
  await deleteDrafts(AUTHOR);
  const page = await open(AUTHOR);
  await page.go('/write/free');
  await page.click(TITLE);
  return {
    page,
    title,
    /** Presses 등록, and compares the post with what is stored. */
    expectPublished: async (content: string, poll?: string[]) => {
      await page.click({ ...button('등록'), within: { role: 'main' } });
      await page.click({ role: 'link', name: title, only: 'first' });
      await page.see(heading(title));
      const { call } = await apiAs('20250001');
      const path = `/api/post?boardType=FREE&query=${encodeURIComponent(title)}`;
      const { pageResponse } = await call<Page>('GET', path);
      const [post] = pageResponse.posts;
      expect(pageResponse.posts).toHaveLength(1);
      const { dto } = await call<Stored>('GET', `/api/post/${post?.id}`);
      expect(dto).toMatchObject({ title, content });
      if (poll === undefined) return;
      const { poll: stored } = await call<{ poll: { options: { text: string }[] } }>(
        'GET',
        `/api/post/${post?.id}/poll`,
      );
      expect(stored.options.map(({ text }) => text)).toEqual(poll);
    },
  };
}

test('title: Enter while a syllable is composed goes on to the editor', async ({ open }) => {
  const { page, title, expectPublished } = await openForm(open);
  await page.type(`${title}\n`);
  await page.type('파도가 높아요');
  await expectPublished('<p>파도가 높아요</p>');
});

test('title: Backspace through a syllable, then Tab in one', async ({ open }) => {
  const { page, title, expectPublished } = await openForm(open);
  await page.type(`${title}강\b\b\b닥\b\t`);
  await page.shows(TITLE, `${title}다`);
  await page.click(TITLE);
  await page.type('\b');
  await page.shows(TITLE, title);
  await page.click(EDITOR);
  await page.type('파도가 높아요');
  await expectPublished('<p>파도가 높아요</p>');
});

test('editor: Enter while a syllable is composed', async ({ open }) => {
  const { page, title, expectPublished } = await openForm(open);
  await page.type(title);
  await page.click(EDITOR);
  await page.type('파도가\n높아요\n\n정말');
  await expectPublished('<p>파도가</p><p>높아요</p><p></p><p>정말</p>');
});

test('editor: a button of the toolbar while a syllable is composed', async ({ open }) => {
  const { page, title, expectPublished } = await openForm(open);
  await page.type(title);
  await page.click(EDITOR);
  await page.type('파도가 ');
  await page.click(button('굵게'));
  await page.type('아주');
  await page.click(button('굵게'));
  await page.type('높아요');
  await expectPublished('<p>파도가 <strong>아주</strong>높아요</p>');
});

test('editor: Backspace through a syllable', async ({ open }) => {
  const { page, title, expectPublished } = await openForm(open);
  await page.type(title);
  await page.click(EDITOR);
  await page.type('파도가 안녕\b\b\b\b높앙\b요\n\b');
  await expectPublished('<p>파도가 높아요</p>');
});

test('editor: focus that leaves while a syllable is composed', async ({ open }) => {
  const { page, title, expectPublished } = await openForm(open);
  await page.click(EDITOR);
  await page.type('파도가');
  await page.click(TITLE);
  await page.type(title);
  await page.click(EDITOR);
  await page.key('End');
  await page.type(' 높아요');
  await expectPublished('<p>파도가 높아요</p>');
});

test('poll option: Enter while a syllable is composed', async ({ open }) => {
  const { page, title, expectPublished } = await openForm(open);
  await page.type(title);
  await page.click(EDITOR);
  await page.type('무엇을 먹을까요');
  await page.click(button('투표 넣기'));
  await page.click(field('항목 1'));
  await page.type('떡볶이\n');
  await page.click(field('항목 2'));
  await page.type('김밥\n');
  await page.see(field('항목 3'));
  await page.type('순대');
  await expectPublished('<p>무엇을 먹을까요</p>', ['떡볶이', '김밥', '순대']);
});
