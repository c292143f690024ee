import type { Me } from '@naru/contract/members';
import { TEXTS } from '@naru/contract/texts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addRecentSearch } from '../../lib/recent-searches.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { heicPhoto, stubDecodable, stubObjectUrls, stubUndecodable } from '../../testing/heic.ts';
import { AskHost } from '../../ui/ask-host.tsx';
import { toast } from '../../ui/toast.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { useGate } from './account.queries.ts';
import { NotificationChoicesForm } from './notification-choices.tsx';
import { DeleteAccount } from './own-data.tsx';
import { PictureForm, refusePicture } from './picture-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';
import { StudyYearForm } from './study-year-form.tsx';
import { PasswordGate } from './use-prove.tsx';

const VERIFY = 'POST /api/member/verify-password';
const SESSIONS = 'GET /api/member/sessions';
const CHOICES = 'GET /api/member/notice-choices';
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const refusal = {
  status: 503,
  body: { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' },
};
const wanted = { comment: true, like: true, friend: true, notice: true, other: true };

const session = (id: string, current: boolean) => ({
  id,
  device: current ? 'Windows PC · Chrome' : 'iPhone · Safari',
  isPhone: !current,
  createdAt: '2026-11-01T09:00:00+09:00',
  lastUsedAt: '2026-11-20T09:00:00+09:00',
  current,
});

describe('PasswordGate', () => {
  it('requires a password and reports a wrong one [PASS-10]', async () => {
    const onProven = vi.fn();
    let right = false;
    const calls = fakeApi({ [VERIFY]: () => ({ body: { message: right, reauthUntil: null } }) });
    renderWithClient(<PasswordGate onProven={onProven} />);
    press('확인');
    expect(await screen.findByText('비밀번호를 입력해주세요.')).toBeDefined();
    expect(calls).toEqual([]);
    fireEvent.input(screen.getByLabelText('비밀번호'), { target: { value: '틀린 비밀번호' } });
    press('확인');
    expect(await screen.findByText('비밀번호가 일치하지 않습니다.')).toBeDefined();
    expect(onProven).not.toHaveBeenCalled();
    right = true;
    press('확인');
    await waitFor(() => expect(onProven).toHaveBeenCalled());
  });

  it('shows a separate text for every other failure [UI-22]', async () => {
    fakeApi({ [VERIFY]: { status: 500, body: { error: 'INTERNAL', message: '' } } });
    renderWithClient(<PasswordGate onProven={vi.fn()} />);
    fireEvent.input(screen.getByLabelText('비밀번호'), { target: { value: '비밀번호' } });
    press('확인');
    expect((await screen.findByRole('alert')).textContent).toBe(
      '서버 오류가 발생했습니다. 다시 시도해주세요.',
    );
  });
});

describe('ProfileForm', () => {
  const me = {
    nickname: '갈매기',
    intro: '',
    name: '김해양',
    username: '20250001',
    emailPublic: false,
  };

  it('reports a taken nickname under its field and keeps it typed [MEMB-05]', async () => {
    fakeApi({
      'POST /api/member/set-nickname': {
        status: 409,
        body: {
          error: 'DUPLICATE',
          message: '이미 사용 중인 닉네임입니다.',
          errors: [{ field: 'nickname', message: '이미 사용 중인 닉네임입니다.' }],
        },
      },
    });
    renderWithClient(<ProfileForm me={me as Me} />);
    const field = screen.getByLabelText('닉네임');
    fireEvent.input(field, { target: { value: '등대지기' } });
    fireEvent.click(screen.getAllByRole('button', { name: '저장' })[0] as HTMLElement);
    expect(await screen.findByText('이미 사용 중인 닉네임입니다.')).toBeDefined();
    expect(field).toHaveProperty('value', '등대지기');
  });

  it.each([
    ['학생1', '사용할 수 없는 닉네임입니다.'],
    ['관리자님', '사용할 수 없는 닉네임입니다.'],
    ['\u3164', '닉네임을 입력해주세요.'],
  ])('refuses %j before the call and keeps it typed [MEMB-03, INPUT-18]', async (typed, text) => {
    const calls = fakeApi({});
    renderWithClient(<ProfileForm me={me as Me} />);
    const field = screen.getByLabelText('닉네임');
    fireEvent.input(field, { target: { value: typed } });
    fireEvent.click(screen.getAllByRole('button', { name: '저장' })[0] as HTMLElement);
    expect(await screen.findByText(text)).toBeDefined();
    expect(field).toHaveProperty('value', typed);
    expect(calls).toEqual([]);
  });
});

describe('refusePicture', () => {
  it('accepts only pictures of at most 4,194,304 bytes [MEMB-06]', () => {
    expect(refusePicture({ type: 'application/pdf', size: 1, name: 'a.pdf' })).toBe(
      '사진 파일만 올릴 수 있습니다.',
    );
    expect(refusePicture({ type: 'image/png', size: 4_194_305, name: 'a.png' })).toBe(
      '이미지 크기는 4MB 이하만 가능합니다.',
    );
    expect(refusePicture({ type: 'image/png', size: 4_194_304, name: 'a.png' })).toBeNull();
  });
});

describe('PictureForm', () => {
  const me = { nickname: '해솔', profileThumbnails: null, profileImageUrl: null } as unknown as Me;
  const choose = (file: File) => {
    renderWithClient(
      <>
        <PictureForm me={me} />
        <Toaster />
      </>,
    );
    const input = screen.getByLabelText('프로필 사진 파일');
    fireEvent.change(input, { target: { files: [file] } });
  };

  it('crops a HEIC photo where the browser decodes it [MEMB-07]', async () => {
    stubDecodable(40, 30);
    const created = stubObjectUrls();
    choose(heicPhoto());
    expect(await screen.findByRole('dialog', { name: '프로필 사진 자르기' })).toBeDefined();
    expect(created.map(({ type }) => type)).toEqual(['image/jpeg']);
  });

  it('takes a photo of a camera, which is made smaller first [MEMB-06]', async () => {
    stubDecodable(6000, 4000);
    stubObjectUrls();
    const photo = new File([new Uint8Array(5_000_000)], 'DSC_1.jpg', { type: 'image/jpeg' });
    choose(photo);
    expect(await screen.findByRole('dialog', { name: '프로필 사진 자르기' })).toBeDefined();
  });

  it('says which format to choose where the browser does not [MEMB-07]', async () => {
    stubUndecodable();
    const calls = fakeApi({});
    choose(heicPhoto('IMG_0001.heic', ''));
    expect(await screen.findByText(TEXTS.imageHeic)).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('SessionList', () => {
  it('logs out another session after a confirmation', async () => {
    let list = [session('a', true), session('b', false)];
    fakeApi({
      [SESSIONS]: () => ({ body: { sessions: list } }),
      'DELETE /api/member/sessions/b': () => {
        list = list.slice(0, 1);
        return { body: { message: '' } };
      },
    });
    renderWithClient(
      <>
        <SessionList prove={vi.fn()} />
        <AskHost />
      </>,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'iPhone · Safari에서 로그아웃' }));
    await screen.findByRole('alertdialog');
    press('로그아웃');
    await waitFor(() => expect(screen.queryByText('iPhone · Safari')).toBeNull());
  });

  it('ends all other access also where only addresses of feeds are left [FEED-08]', async () => {
    const name = '다른 모든 기기에서 로그아웃';
    let feeds: unknown[] = [{ kind: 'NOTICES', madeAt: '2026-11-20', lastUsedAt: null }];
    fakeApi({
      [SESSIONS]: { body: { sessions: [session('a', true)] } },
      'GET /api/member/feeds': () => ({ body: { feeds } }),
      'DELETE /api/member/sessions': () => {
        feeds = [];
        return { body: { message: '' } };
      },
    });
    renderWithClient(
      <>
        <SessionList prove={vi.fn()} />
        <AskHost />
      </>,
    );
    fireEvent.click(await screen.findByRole('button', { name }));
    await screen.findByRole('alertdialog');
    press('모두 로그아웃');
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  });

  it('reports a failure and offers a retry', async () => {
    fakeApi({ [SESSIONS]: refusal });
    renderWithClient(<SessionList prove={vi.fn()} />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      '로그인 기기를 불러오지 못했습니다.',
    );
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeDefined();
  });
});

describe('NotificationChoices', () => {
  it('switches optimistically and reverts when the server refuses', async () => {
    let refuse: () => void = () => undefined;
    const answer = new Promise<typeof refusal>((resolve) => {
      refuse = () => resolve(refusal);
    });
    fakeApi({
      [CHOICES]: { body: { choices: wanted } },
      'PUT /api/member/notice-choices': () => answer,
    });
    renderWithClient(<NotificationChoicesForm />);
    const like = await screen.findByRole('checkbox', { name: '좋아요' });
    fireEvent.click(like);
    await waitFor(() => expect(like).toHaveProperty('checked', false));
    refuse();
    await waitFor(() => expect(like).toHaveProperty('checked', true));
  });

  it('reports and reverts each of two failures', async () => {
    fakeApi({
      [CHOICES]: { body: { choices: wanted } },
      'PUT /api/member/notice-choices': refusal,
    });
    renderWithClient(<NotificationChoicesForm />);
    const like = await screen.findByRole('checkbox', { name: '좋아요' });
    const friend = screen.getByRole('checkbox', { name: '친구 요청과 수락' });
    const errorToast = vi.spyOn(toast, 'error');
    fireEvent.click(like);
    fireEvent.click(friend);
    await waitFor(() => expect(errorToast).toHaveBeenCalledTimes(2));
    expect([like, friend].map((one) => (one as HTMLInputElement).checked)).toEqual([true, true]);
  });
});

describe('DeleteAccount', () => {
  it('requires the confirmation words before the account is deleted', async () => {
    const calls = fakeApi({});
    renderWithClient(<DeleteAccount prove={vi.fn()} />);
    press('계정 삭제');
    const buttons = screen.getAllByRole('button', { name: '계정 삭제' });
    fireEvent.click(buttons.at(-1) as HTMLElement);
    expect(await screen.findByText('‘탈퇴합니다’를 그대로 입력해 주세요.')).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('ends as a log-out does on the device [PRIV-80]', async () => {
    logInForTest(7);
    addRecentSearch(7, '장학금');
    fakeApi({ 'DELETE /api/member/me': { body: { message: '' } } });
    renderWithClient(
      <>
        <DeleteAccount prove={vi.fn()} />
        <AskHost />
      </>,
    );
    press('계정 삭제');
    fireEvent.input(screen.getByRole('textbox'), { target: { value: '탈퇴합니다' } });
    fireEvent.click(screen.getAllByRole('button', { name: '계정 삭제' }).at(-1) as HTMLElement);
    expect(await screen.findByText(/^계정이 삭제되었습니다/)).toBeDefined();
    expect(localStorage).toHaveLength(0);
  });
});

const NOW = Date.parse('2026-11-20T05:00:00Z');
afterEach(() => vi.useRealTimers());

function Gate() {
  return <p>{useGate().isOpen ? '열림' : '닫힘'}</p>;
}

describe('useGate', () => {
  it('stays open when the proof expires and all queries are invalidated [PASS-11]', async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    const me = (name: string) => ({ name, reauthUntil: new Date(NOW + 60_000).toISOString() });
    fakeApi({ 'GET /api/member/me': { body: { meDto: me('그사이') } } });
    const client = renderWithClient(<Gate />, [['me', me('처음')]]);
    expect(screen.getByText('열림')).toBeDefined();
    vi.setSystemTime(NOW + 120_000);
    await act(() => client.invalidateQueries());
    expect(screen.getByText('열림')).toBeDefined();
  });
});

const NONE = { studyYear: null, studyYearOf: null, academicYear: 2026 };

it('suggests the year of the student number, saves a choice and takes it back [MEMB-58]', async () => {
  const calls = fakeApi({
    'GET /api/member/study-year': { body: { ...NONE, suggestion: 3 } },
    'PUT /api/member/study-year': {
      body: { message: '', studyYear: 2, studyYearOf: 2026, academicYear: 2026, suggestion: 3 },
    },
  });
  renderWithClient(<StudyYearForm />);
  const select = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: '2026학년도 학년',
  });
  expect(select.value).toBe('3');
  expect(screen.getByText(/학번으로 짐작한 학년입니다/)).toBeDefined();
  fireEvent.change(select, { target: { value: '2' } });
  expect(screen.getByText(/다른 학년만을 위한 공지는 알리지 않습니다/)).toBeDefined();
  const save = screen.getByRole('button', { name: '저장' });
  fireEvent.click(save);
  await vi.waitFor(() => expect(calls).toContain('PUT /api/member/study-year {"studyYear":2}'));
  await vi.waitFor(() => expect(save).toHaveProperty('disabled', true));
  fireEvent.change(select, { target: { value: '' } });
  fireEvent.click(save);
  await vi.waitFor(() => expect(calls).toContain('PUT /api/member/study-year {"studyYear":null}'));
});

it('asks in January for the academic year that begins in March, and says what holds until it is saved [MEMB-67]', async () => {
  const stored = { studyYear: 2, studyYearOf: 2026, academicYear: 2027, suggestion: null };
  fakeApi({ 'GET /api/member/study-year': { body: stored } });
  renderWithClient(<StudyYearForm />);
  const select = await screen.findByRole<HTMLSelectElement>('combobox', {
    name: '2027학년도 학년',
  });
  expect(select.value).toBe('');
  expect(screen.getByText(/^지금은 2026학년도 2학년입니다/)).toBeDefined();
});
