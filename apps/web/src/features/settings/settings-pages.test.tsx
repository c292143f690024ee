import { HEAD_BOARDS } from '@naru/contract/heads';
import type { EditedSettings, SiteSettings } from '@naru/contract/settings';
import { TEXTS } from '@naru/contract/texts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { AccessPage } from './access-page.tsx';
import { BoardsPage } from './boards-page.tsx';
import { HomePage } from './home-page.tsx';
import { settingsQuery } from './settings-form.tsx';

const SETTINGS: SiteSettings = {
  directMessage: 'locked',
  studyRoomMenu: 'locked',
  quickLinks: [1, 2, 3, 4].map((n) => ({ label: `사이트 ${n}`, url: `https://example.com/${n}` })),
  footer: { about: '소개', contact: '사무실', email: 'office@example.com' },
  footerLinks: [],
  blindAfter: 5,
  anonymousBoards: [],
  staffSecondFactor: false,
  linkTitles: false,
  petitions: { threshold: 30, collectDays: 30, answerDays: 14, addressees: ['OFFICE'] },
};

const HEADS = Object.fromEntries(
  HEAD_BOARDS.map((board) => [board, { isRequired: false, heads: [] }]),
) as unknown as EditedSettings['heads'];

let calls: string[];
let stored: EditedSettings;
type Answer = { status?: number; body: unknown };
type Link = SiteSettings['footerLinks'][number];
let saveAnswer: (version?: string) => Answer | Promise<Answer>;
beforeEach(() => {
  stored = { ...SETTINGS, heads: HEADS, version: 'v1' };
  saveAnswer = () => ({ body: { ...stored, studyRoomMenu: 'open', version: 'v2' } });
  calls = fakeApi({
    'GET /api/admin/settings': () => ({ body: stored }),
    'PUT /api/admin/settings': ({ query }) => saveAnswer(query.get('version') ?? ''),
  });
});

const open = async (Page = HomePage) => {
  const { router } = await renderRouted(<Page />);
  await screen.findByRole('form');
  return router;
};
const reports = () => screen.getByRole('textbox', { name: /신고한 회원 수/ });
const save = () => fireEvent.click(screen.getByRole('button', { name: '저장' }));
const sent = () => {
  const call = calls.findLast((one) => one.startsWith('PUT'));
  return call === undefined ? null : JSON.parse(call.replace(/^\S+ \S+ /, ''));
};

describe('the pages of the settings', () => {
  it('unlocks the study room [BOARD-10]', async () => {
    await open(AccessPage);
    const group = screen.getByRole('group', { name: '스터디룸 메뉴' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '저장' }).disabled).toBe(true);
    fireEvent.click(within(group).getByRole('radio', { name: '열림' }));
    save();
    await screen.findByText('수정한 내용이 없습니다.');
    const { directMessage, staffSecondFactor, linkTitles } = SETTINGS;
    expect(sent()).toEqual({
      studyRoomMenu: 'open',
      directMessage,
      staffSecondFactor,
      linkTitles,
    });
  });

  it('lets links show the titles of notices [HEAD-12]', async () => {
    await open(AccessPage);
    fireEvent.click(screen.getByRole('checkbox', { name: '링크 미리 보기에 공지 제목 보이기' }));
    save();
    await waitFor(() => expect(sent()?.linkTitles).toBe(true));
  });

  it('marks a new link as wrong once it is left, after the press that left it [UI-284]', async () => {
    await open();
    const add = screen.getByRole('button', { name: '링크 추가' });
    fireEvent.click(add);
    const field = screen.getByRole('textbox', { name: '링크 1 이름' });
    expect(document.activeElement).toBe(field);
    fireEvent.mouseDown(add);
    fireEvent.blur(field);
    // The list has been validated.
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByText(TEXTS.linkLabelRequired)).toBeNull();
    fireEvent.mouseUp(add);
    expect(await screen.findByText(TEXTS.linkLabelRequired)).toBeDefined();
    expect(
      screen.getByRole('textbox', { name: '링크 1 주소' }).getAttribute('aria-invalid'),
    ).toBeNull();
  });

  it('lets authors of a board be anonymous, and no longer [ANON-60]', async () => {
    await open(BoardsPage);
    const group = screen.getByRole('group', { name: '익명 글을 쓸 수 있는 게시판' });
    expect(within(group).getAllByRole('checkbox')).toHaveLength(3);
    fireEvent.click(within(group).getByRole('checkbox', { name: '질문게시판' }));
    fireEvent.click(within(group).getByRole('checkbox', { name: '자유게시판' }));
    save();
    await waitFor(() => expect(sent()?.anonymousBoards).toEqual(['FREE', 'QNA']));
  });

  it('sets how many reports hide a post [MOD-25]', async () => {
    await open(BoardsPage);
    fireEvent.input(reports(), { target: { value: '7' } });
    save();
    await waitFor(() => expect(sent()?.blindAfter).toBe(7));
  });

  it.each(['1', '다섯', ''])('hides no post after %j reports [MOD-25]', async (wrong) => {
    await open(BoardsPage);
    fireEvent.input(reports(), { target: { value: wrong } });
    save();
    expect(await screen.findByText(/2명 이상 50명 이하로 입력해 주세요/)).toBeDefined();
    expect(sent()).toBeNull();
  });

  it('shows the error of an invalid link and sends nothing [HTML-07]', async () => {
    await open();
    const [url] = screen.getAllByRole('textbox', { name: '주소' });
    if (url === undefined) throw new Error('no field');
    fireEvent.input(url, { target: { value: 'javascript:alert(1)' } });
    save();
    expect(
      await screen.findByText('http:// 또는 https://로 시작하는 주소를 입력해 주세요.'),
    ).toBeDefined();
    expect(sent()).toBeNull();
  });

  it('keeps the input when saving fails', async () => {
    saveAnswer = () => ({
      status: 503,
      body: { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.', requestId: 'x' },
    });
    await open();
    const contact = screen.getByRole<HTMLInputElement>('textbox', { name: '연락처' });
    fireEvent.input(contact, { target: { value: '새 사무실' } });
    save();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('설정을 저장하지 못했습니다.')).toBeDefined();
    expect(alert.getByText('잠시 사용할 수 없습니다.')).toBeDefined();
    expect(contact.value).toBe('새 사무실');
    expect(screen.getByText('저장하지 않은 변경이 있습니다.')).toBeDefined();
  });

  it('shows both versions when another ADMIN saved first, and merges what only they changed [ADMIN-13]', async () => {
    await open();
    const contact = screen.getByRole<HTMLInputElement>('textbox', { name: '연락처' });
    fireEvent.input(contact, { target: { value: '내 사무실' } });
    const footer = { ...SETTINGS.footer, contact: '다른 사무실' };
    stored = { ...stored, footer, version: 'v9', footerLinks: [stored.quickLinks[0] as Link] };
    saveAnswer = () => ({
      status: 409,
      body: {
        error: 'EDIT_CONFLICT',
        message: '다른 사람이 먼저 저장했습니다.',
        requestId: 'x',
      },
    });
    save();
    const panel = within(await screen.findByRole('alert'));
    const compared = panel.getByRole('region', { name: '아래쪽 안내 비교' }).textContent;
    expect(compared).toContain('다른 사무실');
    expect(compared).toContain('내 사무실');
    expect(contact.value).toBe('내 사무실');
    // The comparison follows what is typed meanwhile.
    const about = screen.getByRole('textbox', { name: '소개 문구' });
    fireEvent.input(about, { target: { value: '더 적은 소개' } });
    const later = () => panel.getByRole('region', { name: '아래쪽 안내 비교' }).textContent;
    await waitFor(() => expect(later()).toContain('더 적은 소개'));
    fireEvent.input(about, { target: { value: SETTINGS.footer.about } });
    const mine = { ...SETTINGS.footer, contact: '내 사무실' };
    saveAnswer = () => ({ body: { ...stored, footer: mine, version: 'v10' } });
    fireEvent.click(screen.getByRole('button', { name: '내 내용으로 저장' }));
    await screen.findByText('설정을 저장했습니다.');
    const { quickLinks, footerLinks } = stored;
    expect(sent()).toEqual({ quickLinks, footer: mine, footerLinks });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('saves over what another page of the settings got meanwhile, without a question [ADMIN-236]', async () => {
    await open();
    const contact = screen.getByRole<HTMLInputElement>('textbox', { name: '연락처' });
    fireEvent.input(contact, { target: { value: '내 사무실' } });
    stored = { ...stored, studyRoomMenu: 'open', blindAfter: 9, version: 'v9' };
    const asked: string[] = [];
    saveAnswer = (version = '') => {
      asked.push(version);
      if (version === 'v9') return { body: { ...stored, version: 'v10' } };
      return { status: 409, body: { error: 'EDIT_CONFLICT', message: '먼저', requestId: 'x' } };
    };
    save();
    await screen.findByText('설정을 저장했습니다.');
    expect(asked).toEqual(['v1', 'v9']);
    expect(screen.queryByRole('region', { name: /비교/ })).toBeNull();
  });

  it('asks before a page with unsaved changes is left, and keeps what was typed [ADMIN-237]', async () => {
    logInForTest(7);
    const router = await open();
    const about = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '소개 문구' });
    fireEvent.input(about(), { target: { value: '새 소개' } });
    // Another setting of the same page.
    await act(() => router.navigate({ to: '.', hash: 'footer' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    void router.navigate({ to: '.', search: { category: 'boards' } as never });
    const question = within(await screen.findByRole('alertdialog'));
    fireEvent.click(question.getByRole('button', { name: '계속 수정' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(router.state.location.search).toEqual({});
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    await open();
    expect(about().value).toBe('새 소개');
    expect(screen.getByText('저장하지 않은 변경이 있습니다.')).toBeDefined();
  });

  it('keeps text that is typed while saving', async () => {
    let answer: (body: unknown) => void = () => undefined;
    saveAnswer = () => new Promise((resolve) => (answer = (body) => resolve({ body })));
    await open();
    const contact = screen.getByRole<HTMLInputElement>('textbox', { name: '연락처' });
    const about = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '소개 문구' });
    fireEvent.input(contact, { target: { value: '새 사무실' } });
    save();
    await waitFor(() => expect(sent()).not.toBeNull());
    fireEvent.input(about, { target: { value: '그사이에 쓴 소개' } });
    answer({ ...stored, version: 'v2', footer: { ...SETTINGS.footer, contact: '새 사무실' } });
    await screen.findByText('설정을 저장했습니다.');
    expect(about.value).toBe('그사이에 쓴 소개');
    expect(contact.value).toBe('새 사무실');
    expect(screen.getByText('저장하지 않은 변경이 있습니다.')).toBeDefined();
  });

  it('starts from fresh settings, never from cached ones', async () => {
    fakeApi({
      'GET /api/admin/settings': { status: 503, body: { error: 'UNAVAILABLE', message: '' } },
    });
    const client = createTestClient();
    client.setQueryData(settingsQuery.queryKey, stored);
    render(
      <QueryClientProvider client={client}>
        <HomePage />
      </QueryClientProvider>,
    );
    expect(await screen.findByText('설정을 불러오지 못했습니다.')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
