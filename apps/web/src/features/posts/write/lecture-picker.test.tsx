import { BOARDS } from '@naru/contract/boards';
import type { PostDetail } from '@naru/contract/posts';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft } from '../../../lib/draft.ts';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { lectureFixture, lectureTagFixture } from '../../../testing/lectures.ts';
import { renderRouted } from '../../../testing/routed.tsx';
import { PostForm } from './post-form.tsx';

const FOUND = [
  lectureFixture(3, '기계학습', []),
  lectureFixture(4, '기계설계', [], { professorName: '', year: 2025, semester: 1 }),
];
const BY_INTRO = lectureFixture(5, '제어공학', [], { intro: '기계를 다룹니다.' });
const saved = vi.fn();
let calls: string[];
let queries: (string | null)[];

beforeEach(() => {
  vi.clearAllMocks();
  queries = [];
  calls = fakeApi({
    'POST /api/post/post-up': { status: 201, body: { id: 1, message: '' } },
    'PUT /api/post/post-up/7': { body: { id: 7, message: '' } },
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://naru.test');
    if (url.pathname !== '/api/lecture-room/list') return answer(path, init);
    const query = url.searchParams.get('query');
    queries.push(query);
    const data = query === '없는 강의' ? [] : [BY_INTRO, ...FOUND];
    const total = query === '기' ? 30 : data.length;
    if (query === '점검') {
      const body = { error: 'UNAVAILABLE', message: '점검 중입니다.', requestId: 'x' };
      return Promise.resolve(new Response(JSON.stringify(body), { status: 503 }));
    }
    const body = { data, currentPage: 0, totalPages: 1, totalCount: total };
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
});

type Post = Pick<
  PostDetail,
  'id' | 'title' | 'content' | 'attachments' | 'years' | 'groups' | 'expiresAt' | 'lectureTag'
>;
const POST: Post = {
  id: 7,
  title: '한 학기 후기',
  content: '<p>좋았습니다</p>',
  attachments: [],
  years: [],
  expiresAt: null,
};

async function open(post?: Post, board = BOARDS.REVIEW) {
  await renderRouted(
    <PostForm
      board={board}
      memberId={1}
      post={post}
      onSaved={saved}
      onScheduled={() => undefined}
      onCancel={() => undefined}
    />,
  );
  await screen.findByRole('textbox', { name: /내용/ });
}
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: '강의 (선택)' });
const find = (text: string) => fireEvent.input(search(), { target: { value: text } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (call: string) => {
  const found = calls.find((one) => one.startsWith(`${call} {`));
  return JSON.parse(found?.slice(call.length + 1) ?? 'null');
};

describe('the lecture of a review in its form', () => {
  it('is found while Hangul is typed, without half syllables, and sent [BOARD-07]', async () => {
    await open();
    fireEvent.compositionStart(search());
    for (const text of ['ㄱ', '기', '기ㄱ', '기계']) {
      search().value = text;
      fireEvent.input(search(), { isComposing: true });
    }
    expect(search().value).toBe('기계');
    fireEvent.compositionEnd(search());
    const list = await screen.findByRole('list', { name: '검색한 강의' });
    expect(screen.getByText('강의 3개를 찾았습니다.').getAttribute('role')).toBe('status');
    expect(queries.at(-1)).toBe('기계');
    expect(queries.filter((query) => /[ㄱ-ㅎ]/.test(query ?? ''))).toEqual([]);
    expect(
      within(list)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual([
      '기계학습윤슬 교수 · 2026년 2학기',
      '기계설계2025년 1학기',
      '제어공학윤슬 교수 · 2026년 2학기',
    ]);
    press(/^기계학습/);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('고른 강의 기계학습 지우기');
    fireEvent.input(screen.getByRole('textbox', { name: /제목/ }), {
      target: { value: '한 학기 후기' },
    });
    const editor = screen.getByRole('textbox', { name: /내용/ });
    editor.innerHTML = '<p>좋았습니다</p>';
    fireEvent.input(editor);
    await screen.findByText('좋았습니다');
    press('등록');
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sent('POST /api/post/post-up')).toMatchObject({ boardType: 'REVIEW', lectureTagId: 3 });
  });

  it.each([
    ['없는 강의', '검색 결과가 없습니다. 강의명이나 교수 이름을 확인해 주세요.'],
    ['기', '강의 30개 가운데 3개입니다. 검색어를 더 입력해 주세요.'],
    ['점검', '강의를 찾지 못했습니다. 점검 중입니다.'],
  ])('says what came of a search for %s', async (text, sentence) => {
    await open();
    find(text);
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  it('can be taken off a post that is edited [BOARD-32]', async () => {
    await open({ ...POST, lectureTag: lectureTagFixture(3, '기계학습') });
    press('고른 강의 기계학습 지우기');
    expect(document.activeElement).toBe(search());
    press('수정');
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sent('PUT /api/post/post-up/7')).toMatchObject({ lectureTagId: null });
  });

  it('comes back with a draft, also one that has none, and with old drafts it stays [BOARD-32]', async () => {
    const tag = lectureTagFixture(4, '기계설계');
    const draft = (choices: string) =>
      saveDraft(
        { memberId: 1, boardType: 'REVIEW', postId: 7 },
        { title: '쓰던 후기', html: '<p>쓰던 글</p>', choices, files: [] },
      );
    const edited = { ...POST, lectureTag: lectureTagFixture(3, '기계학습') };
    for (const [choices, expected] of [
      [JSON.stringify(tag), '고른 강의 기계설계 지우기'],
      ['null', null],
      ['', '고른 강의 기계학습 지우기'],
      ['{"years":[1]}', '고른 강의 기계학습 지우기'],
    ] as const) {
      draft(choices);
      await open(edited);
      press('이어 쓰기');
      const chosen = screen.queryByRole('button', { name: /^고른 강의/ });
      expect(chosen?.getAttribute('aria-label') ?? null).toBe(expected);
      cleanup();
    }
  });

  it('is not asked for on other boards', async () => {
    await open({ ...POST }, BOARDS.FREE);
    expect(screen.queryByRole('searchbox')).toBeNull();
    press('수정');
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sent('PUT /api/post/post-up/7')).not.toHaveProperty('lectureTagId');
  });
});
