import type { HandledDetail } from '@naru/contract/objections';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { HandledCard } from './handled-card.tsx';
import { HandledContent } from './handled-view.tsx';

const DETAIL = 'GET /api/member/my-handled/POST/7';
const SEND = 'POST /api/member/my-handled/POST/7/objection';
const me: [string, unknown] = ['me', { id: 5, roles: ['USER', 'STUDENT'] }];

const handled: HandledDetail = {
  type: 'POST',
  id: 7,
  boardType: 'FREE',
  postId: 7,
  lectureId: null,
  title: '자취방 양도',
  excerpt: '학교 앞입니다.',
  anonymous: false,
  createdDate: '2026-11-19T09:00:00+09:00',
  action: 'REMOVED',
  reason: '광고로 보입니다.',
  office: 'MANAGER',
  actedAt: '2026-11-20T09:00:00+09:00',
  purgedAt: '2026-12-20T09:00:00+09:00',
  objectionId: null,
  content: '<p>학교 앞입니다.</p>',
  imageUrls: [],
};

const show = () =>
  renderRouted(
    <HandledContent
      content={{ type: 'POST', id: 7 }}
      fallback={<p>없는 글</p>}
      renderPost={(html) => <p>{html.replace(/<\/?p>/g, '')}</p>}
    />,
    [me],
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => logInForTest(5));

describe('HandledContent', () => {
  it('shows what was removed, why, and by which office [MOD-34]', async () => {
    fakeApi({ [DETAIL]: { body: handled } });
    await show();
    await screen.findByRole('heading', { level: 1, name: '운영진이 내 글을 삭제했습니다.' });
    expect(screen.getByText('광고로 보입니다.')).toBeDefined();
    expect(screen.getByText('조교')).toBeDefined();
    expect(screen.getByText('학교 앞입니다.')).toBeDefined();
    expect(screen.getByText('2026-12-20까지 보관하고, 그동안은 되돌릴 수 있습니다.')).toBeDefined();
  });

  it('shows the author of a blinded comment what happened, with its text [MOD-78]', async () => {
    const hidden = { action: 'HIDDEN', office: null, purgedAt: null } as const;
    fakeApi({ [DETAIL]: { body: { ...handled, ...hidden, type: 'COMMENT', content: '내 댓글' } } });
    await show();
    await screen.findByRole('heading', { level: 1, name: '내 댓글이 블라인드 처리되었습니다.' });
    expect(screen.getByText('자동 처리')).toBeDefined();
    expect(screen.getByText('나와 운영진만 볼 수 있습니다.')).toBeDefined();
    expect(screen.getByRole('button', { name: '이의 제기' })).toBeDefined();
  });

  it('sends an objection once and then leads to it [INQ-44]', async () => {
    let objectionId: number | null = null;
    const calls = fakeApi({
      [DETAIL]: () => ({ body: { ...handled, objectionId } }),
      [SEND]: () => {
        objectionId = 31;
        return { status: 201, body: { message: '', inquiryId: 31 } };
      },
    });
    await show();
    await screen.findByRole('button', { name: '이의 제기' });
    press('이의 제기');
    press('이의 제기');
    expect(await screen.findByText('이의를 제기하는 이유를 입력해 주세요.')).toBeDefined();
    fireEvent.input(screen.getByLabelText(/이의를 제기하는 이유/), {
      target: { value: '광고 아님' },
    });
    press('이의 제기');
    const link = await screen.findByRole('link', { name: '보낸 이의 보기' });
    expect(link.getAttribute('href')).toBe('/inquiry/31');
    expect(calls).toContain(`${SEND} {"content":"광고 아님"}`);
  });

  it('opens the form in view and names what it is about', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    fakeApi({ [DETAIL]: { body: { ...handled, type: 'COMMENT' } } });
    await show();
    await screen.findByRole('button', { name: '이의 제기' });
    press('이의 제기');
    expect(screen.getByText(/^이 댓글과 조치가 함께 관리자에게 전달됩니다\./)).toBeDefined();
    expect(scroll.mock.contexts[0]).toBe(
      screen.getByLabelText(/이의를 제기하는 이유/).closest('form'),
    );
  });

  it('keeps the text when sending fails', async () => {
    const body = { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' };
    fakeApi({ [DETAIL]: { body: handled }, [SEND]: { status: 503, body } });
    await show();
    await screen.findByRole('button', { name: '이의 제기' });
    press('이의 제기');
    const field = screen.getByLabelText(/이의를 제기하는 이유/);
    fireEvent.input(field, { target: { value: '광고 아님' } });
    press('이의 제기');
    expect((await screen.findByRole('alert')).textContent).toContain('잠시 사용할 수 없습니다.');
    expect(field).toHaveProperty('value', '광고 아님');
    await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('광고 아님'));
  });

  it('informs an anonymous author that the objection carries no name [INQ-45]', async () => {
    fakeApi({ [DETAIL]: { body: { ...handled, boardType: 'SECRET', anonymous: true } } });
    await show();
    await screen.findByRole('button', { name: '이의 제기' });
    press('이의 제기');
    expect(screen.getByText(/이의도 이름 없이 전달됩니다/)).toBeDefined();
  });

  it('shows the fallback for content that staff did nothing to', async () => {
    const body = {
      error: 'NOT_FOUND',
      message: '요청한 내용을 찾을 수 없습니다. 주소를 확인해 주세요.',
    };
    fakeApi({ [DETAIL]: { status: 404, body } });
    await show();
    expect(await screen.findByText('없는 글')).toBeDefined();
  });
});

describe('HandledCard', () => {
  const list = (items: unknown[]) => ({
    body: {
      items,
      page: { currentPage: 0, size: 5, totalPages: 1, totalElements: items.length },
    },
  });

  it('lists removed content on my page with its reason and a link [MOD-34]', async () => {
    const comment = { ...handled, type: 'COMMENT', id: 9, objectionId: 31 };
    fakeApi({ 'GET /api/member/my-handled': list([handled, comment]) });
    await renderRouted(<HandledCard />, [me]);
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/mypage/handled/post/7',
      '/mypage/handled/comment/9',
    ]);
    expect(links[0]?.textContent).toContain('사유: 광고로 보입니다.');
    expect(links[1]?.textContent).toContain('이의 제기함');
  });

  it('explains an empty list', async () => {
    fakeApi({ 'GET /api/member/my-handled': list([]) });
    await renderRouted(<HandledCard />, [me]);
    expect(await screen.findByText('운영진이 조치한 글이 없습니다.')).toBeDefined();
  });
});
