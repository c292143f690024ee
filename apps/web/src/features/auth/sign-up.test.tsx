import type { ProviderSignUp } from '@naru/contract/oidc';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { isLoggedIn } from '../../lib/session/session.ts';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { CodeStep } from './code-step.tsx';
import { SignUp } from './sign-up.tsx';

const CHECK = 'POST /api/auth/check-duplicate';
const SEND = 'POST /api/auth/email-check';
const VERIFY = 'POST /api/auth/verify-code';
const JOIN = 'POST /api/member/join';
const LOGIN = 'POST /api/member/login';
const PASSWORD = '푸른 바다 위 나룻배 7';
const CONFIG = 'GET /api/config';
const fine = { body: { message: '' } };
const refused = { status: 401, body: { error: 'LOGIN_FAILED', message: '' } };
const documentVersions = { terms: '2026-11-01', privacy: '2026-11-01' };
const domains = { signupEmailDomains: [], studentEmailDomains: [] };
const config = { body: { siteName: '나루', color: '', documentVersions, ...domains } };
const sent = {
  body: {
    message: '',
    expiresAt: '2026-11-20T14:05:00+09:00',
    resendAt: '2026-11-20T14:01:00+09:00',
  },
};

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const type = (label: string, value: string) => fireEvent.input(box(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const codeField = () => screen.findByRole('textbox', { name: '인증 코드' });

const PASSWORD_LABEL = '비밀번호(?! 표시)';
const fillPassword = () => type(PASSWORD_LABEL, PASSWORD);

function fillForm() {
  type('학번\\(교번\\)', '20261234');
  type('이름', '한바다');
  type('닉네임', '새배');
  type('이메일', 'bada@example.com');
  fillPassword();
  fireEvent.click(screen.getByRole('checkbox', { name: '전체 동의' }));
}

function show(answers: Parameters<typeof fakeApi>[0] = {}, provider?: ProviderSignUp) {
  const calls = fakeApi({
    [CONFIG]: config,
    [CHECK]: fine,
    [SEND]: sent,
    [VERIFY]: fine,
    [JOIN]: fine,
    [LOGIN]: refused,
    ...answers,
  });
  const onDone = vi.fn();
  renderWithClient(<SignUp provider={provider} onDone={onDone} onStep={() => undefined} />);
  return { calls, onDone };
}

async function toCodeStep() {
  fillForm();
  press('인증 이메일 받기');
  return codeField();
}

const newcomer = {
  ...{ ticket: 'ticket', username: '20261234', name: '한바다', email: 'bada@g.kmou.ac.kr' },
  isEmailProven: true,
};

function fillRest() {
  type('닉네임', '새배');
  fillPassword();
  fireEvent.click(screen.getByRole('checkbox', { name: '전체 동의' }));
}

it('logs in who has joined, with the password that was typed [AUTH-02]', async () => {
  const accessToken = `h.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.s`;
  const { calls, onDone } = show({
    [LOGIN]: { body: { accessToken, refreshToken: 'r.9999999999' } },
    'GET /api/member/me': { body: { id: 7 } },
  });
  fireEvent.input(await toCodeStep(), { target: { value: '123456' } });
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('20261234'));
  const body = JSON.stringify({ username: '20261234', password: PASSWORD });
  expect(calls).toContain(`${LOGIN} ${body}`);
  expect(isLoggedIn()).toBe(true);
});

it('asks for the password once, shows it on request and begins in the first field [AUTH-02]', () => {
  show();
  expect(document.activeElement).toBe(box('학번\\(교번\\)'));
  const fields = document.querySelectorAll<HTMLInputElement>('input[autocomplete="new-password"]');
  const types = () => [...fields].map((field) => field.type);
  expect(types()).toEqual(['password']);
  press('비밀번호 표시');
  expect(types()).toEqual(['text']);
});

describe('the consents [AUTH-02]', () => {
  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox');
  const states = () => boxes().map(({ checked }) => checked);

  it('are given all by one press, and 전체 동의 follows each', () => {
    show();
    expect(states()).toEqual([false, false, false]);
    const [all, terms] = boxes();
    if (!all || !terms) throw new Error('no boxes');
    fireEvent.click(all);
    expect(states()).toEqual([true, true, true]);
    fireEvent.click(terms);
    expect(states()).toEqual([false, false, true]);
    fireEvent.click(terms);
    expect(states()).toEqual([true, true, true]);
    fireEvent.click(all);
    expect(states()).toEqual([false, false, false]);
  });
});

describe('SignUp by the provider', () => {
  it('fills in what is vouched for, agrees to nothing, and needs no code [OIDC-06]', async () => {
    const { calls, onDone } = show({}, newcomer);
    expect([box('학번\\(교번\\)').value, box('학번\\(교번\\)').readOnly]).toEqual([
      '20261234',
      true,
    ]);
    expect([box('이메일').value, box('이메일').readOnly]).toEqual([newcomer.email, true]);
    expect([box('이름').value, box('이름').readOnly]).toEqual(['한바다', false]);
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(({ checked }) => checked)).toBe(
      false,
    );
    fillRest();
    press('가입 완료');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('20261234'));
    expect(calls.some((call) => call.startsWith(SEND))).toBe(false);
    expect(calls.find((call) => call.startsWith(JOIN))).toContain('"ticket":"ticket"');
  });

  it('goes on with a code when the provider took too long ago, and loses nothing [OIDC-06]', async () => {
    const message = '학교 로그인의 확인이 30분이 지나 끝났습니다.';
    let answer: { status?: number; body: object } = {
      status: 400,
      body: { error: 'OIDC_REFUSED', message },
    };
    const { calls, onDone } = show({ [JOIN]: () => answer }, newcomer);
    fillRest();
    press('가입 완료');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect([box('닉네임').value, box('이메일').readOnly]).toEqual(['새배', false]);
    answer = fine;
    press('인증 이메일 받기');
    fireEvent.input(await codeField(), { target: { value: '123456' } });
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('20261234'));
    expect(calls.at(-1)).not.toContain('ticket');
  });

  it('asks for a code where the address is not proven [OIDC-06]', async () => {
    const { calls, onDone } = show({}, { ...newcomer, isEmailProven: false });
    expect(box('이메일').readOnly).toBe(false);
    fillRest();
    press('인증 이메일 받기');
    fireEvent.input(await codeField(), { target: { value: '123456' } });
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('20261234'));
    expect(calls.find((call) => call.startsWith(JOIN))).toContain('"ticket":"ticket"');
  });
});

describe('SignUp', () => {
  it('submits with the sixth digit and hands over the number [AUTH-35] [AUTH-36]', async () => {
    const { calls, onDone } = show();
    fireEvent.input(await toCodeStep(), { target: { value: '12345' } });
    expect(calls.some((call) => call.startsWith(VERIFY))).toBe(false);
    type('인증 코드', '123456');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('20261234'));
    expect(calls.filter((call) => call.startsWith(VERIFY))).toHaveLength(1);
    expect(sessionStorage.getItem('naru.sign-up')).toBeNull();
  });

  it('restores the code step after a reload and asks only the password again [AUTH-34]', async () => {
    show();
    await toCodeStep();
    expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
    cleanup();

    const { calls, onDone } = show();
    fireEvent.input(await codeField(), { target: { value: '123456' } });
    expect(await screen.findByText(/이메일 인증을 마쳤습니다/)).toBeDefined();
    expect(calls.some((call) => call.startsWith(SEND))).toBe(false);
    cleanup();

    const last = show();
    fillPassword();
    press('가입 완료');
    await waitFor(() => expect(last.onDone).toHaveBeenCalledWith('20261234'));
    expect(onDone).not.toHaveBeenCalled();
    expect(last.calls.join()).toContain(PASSWORD);
    expect(last.calls.join()).toContain('"nickname":"새배"');
    expect(sessionStorage.getItem('naru.sign-up')).toBeNull();
  });

  it('keeps what was typed when the form is corrected after a reload [AUTH-34]', async () => {
    show();
    await toCodeStep();
    cleanup();
    show();
    press('입력한 내용 수정');
    expect(box('닉네임').value).toBe('새배');
    expect(box('이메일').value).toBe('bada@example.com');
    expect(box(PASSWORD_LABEL).value).toBe('');
    expect(screen.getByRole('alert').textContent).toContain('비밀번호는 기기에 저장하지 않으므로');
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
  });

  it('claims no e-mail for an address that was refused before one was sent [AUTH-01]', async () => {
    const taken = '이미 사용 중인 닉네임입니다.';
    let isTaken = false;
    const { calls } = show({
      [CHECK]: () =>
        isTaken
          ? {
              status: 409,
              body: {
                error: 'DUPLICATE',
                message: taken,
                errors: [{ field: 'nickname', message: taken }],
              },
            }
          : fine,
    });
    await toCodeStep();
    press('입력한 내용 수정');
    isTaken = true;
    type('이메일', 'other@example.com');
    press('인증 이메일 받기');
    expect(screen.queryByText(/이메일을 보내고/)).toBeNull();
    expect(await screen.findByText(taken)).toBeDefined();
    isTaken = false;
    type('닉네임', '다른배');
    press('인증 이메일 받기');
    await codeField();
    expect(calls.some((call) => call.startsWith(SEND))).toBe(false);
  });

  it('keeps a form that did not reach the server, also over a reload [REL-18]', async () => {
    show({ [CHECK]: () => Promise.reject(new TypeError('no network')) });
    fillForm();
    press('인증 이메일 받기');
    expect((await screen.findByRole('alert')).textContent).toContain('네트워크');
    cleanup();
    show();
    expect(box('닉네임').value).toBe('새배');
    expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
  });

  it('goes on to the code when the response to its request was lost [REL-18]', async () => {
    const { calls, onDone } = show({ [CHECK]: { body: { message: '', resendSeconds: 20 } } });
    const field = await toCodeStep();
    // The first brings the cookie of the browser, the second the code.
    const [first, second] = calls.filter((call) => call.startsWith(CHECK));
    expect(first).toBe(`${CHECK} {}`);
    expect(second).toContain('bada@');
    expect(screen.getByRole('button', { name: '다시 받기 (20초)' })).toBeDefined();
    expect(screen.getByText(/주소로 인증 코드를/)).toBeDefined();
    fireEvent.input(field, { target: { value: '123456' } });
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('20261234'));
    cleanup();
    const error = { error: 'CODE_THROTTLED', message: '잠시 후 다시 시도해 주세요.' };
    show({ [CHECK]: { status: 429, headers: { 'retry-after': '1800' }, body: error } });
    fillForm();
    press('인증 이메일 받기');
    expect((await screen.findByRole('alert')).textContent).toContain(error.message);
  });

  it('names a code that another window got, and none as sent [CODE-138]', async () => {
    let isThrottled = true;
    const error = { error: 'CODE_THROTTLED', message: '잠시 후 다시 시도해 주세요.' };
    show({
      [CHECK]: { body: { message: '', resendSeconds: 0, codeSent: false } },
      [SEND]: () =>
        isThrottled ? { status: 429, headers: { 'retry-after': '1' }, body: error } : fine,
    });
    fillForm();
    press('인증 이메일 받기');
    expect(await screen.findByText(/요청한 브라우저에서만/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: '인증 코드' })).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
    press('코드 다시 받기');
    // The other browser was faster: its code is of no use either.
    expect(await screen.findByRole('button', { name: '다시 받기 (1초)' })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: '인증 코드' })).toBeNull();
    isThrottled = false;
    const again = await screen.findByRole('button', { name: '코드 다시 받기' }, { timeout: 3000 });
    fireEvent.click(again);
    await codeField();
    expect(screen.getByRole('timer')).toBeDefined();
  });

  it('has joined when a join whose response was lost is sent again [REL-18]', async () => {
    const taken = (...fields: string[]) => ({
      status: 409,
      body: {
        ...{ error: 'DUPLICATE', message: '이미 사용 중입니다.' },
        errors: fields.map((field) => ({ field, message: `이미 사용 중: ${field}` })),
      },
    });
    const joins = [
      () => Promise.reject(new TypeError('no network')),
      async () => taken('username', 'email', 'nickname'),
    ];
    let check: object = fine;
    const { onDone } = show({
      [CHECK]: () => check as typeof fine,
      [JOIN]: () => joins.shift()?.() ?? Promise.reject(new Error('joined too often')),
    });
    fireEvent.input(await toCodeStep(), { target: { value: '123456' } });
    expect((await screen.findByRole('alert')).textContent).toContain('네트워크');
    expect(onDone).not.toHaveBeenCalled();
    check = taken('username', 'email', 'nickname');
    press('인증 이메일 받기');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('20261234'));
    cleanup();

    // Another member has the number.
    const other = show({ [JOIN]: taken('username') });
    fireEvent.input(await toCodeStep(), { target: { value: '123456' } });
    expect(await screen.findByText('이미 사용 중: username')).toBeDefined();
    expect(other.onDone).not.toHaveBeenCalled();
  });

  it('takes no account that the provider vouches for as joined [OIDC-06]', async () => {
    const error = { error: 'DUPLICATE', message: '이미 사용 중입니다.' };
    const errors = ['username', 'email'].map((field) => ({ field, message: `중복: ${field}` }));
    const { onDone } = show({ [JOIN]: { status: 409, body: { ...error, errors } } }, newcomer);
    fillRest();
    press('가입 완료');
    expect(await screen.findByText('중복: email')).toBeDefined();
    expect(onDone).not.toHaveBeenCalled();
  });
});

const email = 'bada@example.com';

it.each([
  [1, false],
  [-1, true],
])('with %i s left, sending is disabled: %s [AUTH-32]', async (left, isDisabled) => {
  const verify = vi.fn().mockResolvedValue({ message: '' });
  const now = Date.now();
  const sent = { email, endsAt: now + left * 60_000, resendAt: now, isElsewhere: false };
  const code = { sent, verify, send: vi.fn(), note: vi.fn(), resend: vi.fn(), resending: false };
  renderWithClient(
    <CodeStep
      code={code}
      email={email}
      submitLabel="인증하기"
      failedText="실패"
      onVerified={() => undefined}
    />,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '인증하기' });
  expect(button.disabled).toBe(isDisabled);
  const field = screen.getByRole('textbox', { name: '인증 코드' });
  fireEvent.input(field, { target: { value: '123456' } });
  await vi.waitFor(() => expect(verify).toHaveBeenCalledTimes(isDisabled ? 0 : 1));
  expect(screen.queryByText('인증 시간이 지났습니다. 코드를 다시 받아 주세요.') !== null).toBe(
    isDisabled,
  );
});
