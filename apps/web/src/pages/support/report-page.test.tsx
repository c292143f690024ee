import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { ReportPage } from './report-page.tsx';

const SEND = 'POST /api/report';
const type = (name: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(name), { target: { value } });
const send = () => fireEvent.click(screen.getByRole('button', { name: '신고 보내기' }));
const textOf = (name: RegExp) => (screen.getByLabelText(name) as HTMLInputElement).value;
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

const CONFIG = { footer: { about: '', contact: '', email: 'office@example.ac.kr' } };
const show = () => renderRouted(<ReportPage />, [['config', CONFIG]]);

function fill() {
  type(/^신고할 게시물/, '자유게시판의 첫 글');
  type(/^신고하는 이유/, '제 사진입니다.');
  type(/^이메일/, 'victim@example.com');
  type(/^이름/, '홍길동');
  fireEvent.click(screen.getByRole('checkbox'));
}

describe('ReportPage', () => {
  it('names every missing field and the consent before any call [PRIV-14]', async () => {
    const calls = fakeApi({});
    await show();
    send();
    expect(await screen.findByText('신고할 게시물의 주소나 위치를 입력해 주세요.')).toBeDefined();
    for (const text of [
      '신고하는 이유를 입력해 주세요.',
      '이메일을 입력해 주세요.',
      '개인정보 수집에 동의해야 신고를 보낼 수 있습니다.',
    ]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(document.activeElement).toBe(screen.getByLabelText(/^신고할 게시물/));
    expect(calls).toEqual([]);
  });

  it('sends the report without a login and says where the answer goes [PRIV-14]', async () => {
    const calls = fakeApi({ [SEND]: { status: 201, body: { message: '' } } });
    await show();
    fill();
    send();
    const confirmation = /victim@example\.com 주소로 답변을 보내 드립니다\./;
    const answer = (await screen.findByText(confirmation)).closest('[role=status]');
    await waitFor(() => expect(document.activeElement).toBe(answer));
    expect(JSON.parse(calls[0]?.slice(SEND.length) ?? '')).toEqual({
      place: '자유게시판의 첫 글',
      reason: '제 사진입니다.',
      email: 'victim@example.com',
      name: '홍길동',
      agreed: true,
      clientId: expect.stringMatching(/^[\w-]{8,64}$/),
    });
    await waitFor(() => expect(stored()).not.toContain('제 사진입니다.'));
    fireEvent.click(screen.getByRole('button', { name: '다른 게시물 신고' }));
    expect(textOf(/^신고하는 이유/)).toBe('');
  });

  it('keeps everything when it is refused, and sends it again under the same id [PRIV-14]', async () => {
    const body = { error: 'REPORT_THROTTLED', message: '신고를 너무 많이 보냈습니다.' };
    const calls = fakeApi({ [SEND]: { status: 429, body } });
    await show();
    fill();
    send();
    expect((await screen.findByRole('alert')).textContent).toContain(body.message);
    expect([textOf(/^이메일/), textOf(/^이름/)]).toEqual(['victim@example.com', '홍길동']);
    expect(textOf(/^신고하는 이유/)).toBe('제 사진입니다.');
    send();
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[1]).toBe(calls[0]);
    await waitFor(() => expect(stored()).toContain('sent'));
    cleanup();
    await show();
    type(/^이메일/, 'victim@example.com');
    type(/^이름/, '홍길동');
    fireEvent.click(screen.getByRole('checkbox'));
    send();
    await waitFor(() => expect(calls).toHaveLength(3));
    expect(calls[2]).toBe(calls[0]);
    expect(stored()).not.toMatch(/victim|홍길동/);
  });

  it('shows the address of the site once a report is refused [PRIV-14]', async () => {
    const body = { error: 'REPORT_THROTTLED', message: '신고를 너무 많이 보냈습니다.' };
    fakeApi({ [SEND]: { status: 429, body } });
    await show();
    fill();
    expect(screen.queryByText('office@example.ac.kr')).toBeNull();
    send();
    const address = await screen.findByRole('link', { name: 'office@example.ac.kr' });
    expect(address.getAttribute('href')).toBe('mailto:office@example.ac.kr');
  });

  it('shows the answer of the server at its field', async () => {
    const errors = [{ field: 'email', message: '올바른 이메일 형식을 입력해주세요.' }];
    const body = { error: 'VALIDATION_FAILED', message: '입력을 확인해 주세요.', errors };
    fakeApi({ [SEND]: { status: 400, body } });
    await show();
    fill();
    send();
    expect(await screen.findByText('올바른 이메일 형식을 입력해주세요.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(/^이메일/));
  });

  it('keeps place and reason in the tab over a reload, but not who writes [PRIV-14, PRIV-91]', async () => {
    fakeApi({});
    await show();
    fill();
    await waitFor(() => expect(stored()).toContain('제 사진입니다.'));
    expect(stored()).not.toMatch(/victim|홍길동/);
    expect(localStorage).toHaveLength(0);
    cleanup();
    await show();
    expect(textOf(/^신고할 게시물/)).toBe('자유게시판의 첫 글');
    expect(textOf(/^신고하는 이유/)).toBe('제 사진입니다.');
    expect(textOf(/^이메일/)).toBe('');
  });
});
