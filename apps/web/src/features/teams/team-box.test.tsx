import type { PostDetail } from '@naru/contract/posts';
import type { Applicant, TeamView } from '@naru/contract/teams';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { postItemFixture } from '../../testing/posts.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { TeamBox } from './team-box.tsx';

const VIEW: TeamView = {
  team: {
    kind: 'STUDY',
    places: 2,
    accepted: 0,
    lastDay: '2026-12-01',
    roles: [],
    isOpen: true,
  },
  application: null,
  applicants: null,
  hasRoom: false,
};
const applicant: Applicant = {
  memberId: 9,
  nickname: '갈매기',
  profileThumbnails: null,
  message: '함께하고 싶습니다',
  state: 'WAITING',
  date: '2026-11-20T14:00:00+09:00',
};

async function show(view: Partial<TeamView>, more: Record<string, unknown> = {}, isAuthor = false) {
  const post = { ...postItemFixture({ boardType: 'TEAM' }), isAuthor } as PostDetail;
  const calls = fakeApi({
    'GET /api/team/5': () => ({ body: { view: { ...VIEW, ...view } } }),
    ...more,
  } as never);
  await renderRouted(<TeamBox post={post} />, [['me', { id: 1, roles: ['USER', 'STUDENT'] }]]);
  return calls;
}

describe('TeamBox', () => {
  it.each([
    ['WAITING', '기다리는 중', '지원 취소'],
    ['ACCEPTED', '수락됨', '팀 채팅방'],
    ['DECLINED', '거절됨', null],
    ['ENDED', '종료됨', '지원하기'],
  ] as const)('shows an application that is %s [TEAM-04]', async (state, label, button) => {
    const { message, date } = applicant;
    await show({ application: { state, message, date } });
    expect(await screen.findByText(label)).toBeDefined();
    if (button) expect(await screen.findByRole('button', { name: button })).toBeDefined();
    else expect(screen.queryByRole('button')).toBeNull();
  });

  it('sends a message, and keeps it with the reason when it is refused [TEAM-03]', async () => {
    const refused = {
      status: 409,
      body: { error: 'TEAM_CLOSED', message: '모집이 마감되었습니다.' },
    };
    await show({}, { 'PUT /api/team/5/application': refused });
    fireEvent.click(await screen.findByRole('button', { name: '지원하기' }));
    const sheet = within(await screen.findByRole('dialog', { name: '지원하기' }));
    fireEvent.click(sheet.getByRole('button', { name: '지원하기' }));
    expect(await sheet.findByText('지원 메시지를 입력해 주세요.')).toBeDefined();
    const field = sheet.getByRole('textbox', { name: '지원 메시지' });
    fireEvent.change(field, { target: { value: '저도 하고 싶습니다' } });
    fireEvent.click(sheet.getByRole('button', { name: '지원하기' }));
    expect((await sheet.findByRole('alert')).textContent).toContain('모집이 마감되었습니다.');
    expect((field as HTMLTextAreaElement).value).toBe('저도 하고 싶습니다');
  });

  it('lets the author accept, and asks before it declines [TEAM-06]', async () => {
    const path = 'PUT /api/team/5/application/9';
    const done = { body: { message: '지원을 수락했습니다.', view: VIEW } };
    const calls = await show({ applicants: [applicant] }, { [path]: done }, true);
    fireEvent.click(await screen.findByRole('button', { name: '갈매기님의 지원 수락' }));
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text: '지원을 수락했습니다.' }]));
    fireEvent.click(await screen.findByRole('button', { name: '갈매기님의 지원 거절' }));
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: '취소' }));
    expect(calls.filter((call) => call.startsWith(path))).toHaveLength(1);
  });

  it('lets the author accept what ended while there is a place and its text [TEAM-08]', async () => {
    const ended = { ...applicant, state: 'ENDED' as const };
    const erased = { ...ended, memberId: 10, nickname: '물새', message: '' };
    await show({ applicants: [ended, erased] }, {}, true);
    expect(await screen.findByRole('button', { name: '갈매기님의 지원 수락' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /거절$/ })).toBeNull();
    expect(screen.queryByRole('button', { name: '물새님의 지원 수락' })).toBeNull();
  });

  it('lets the author accept nothing that ended of a full team [TEAM-08]', async () => {
    const team = { ...VIEW.team, accepted: 2, isOpen: false };
    await show({ team, applicants: [{ ...applicant, state: 'ENDED' }] }, {}, true);
    expect(await screen.findByText('종료됨')).toBeDefined();
    expect(screen.queryByRole('button', { name: /수락$/ })).toBeNull();
  });
});
