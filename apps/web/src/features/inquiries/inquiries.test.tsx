import type { Inquiry } from '@naru/contract/inquiries';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clearMemberStorage } from '../../lib/member-storage.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { stubPut } from '../../testing/fake-upload.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { InquiryForm } from './inquiry-form.tsx';
import { InquiryHistory } from './inquiry-history.tsx';

const SEND = 'POST /api/inquiry';
const MINE = 'GET /api/inquiries/my';
const type = (name: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(name), { target: { value } });
const submit = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const inquiry: Inquiry = {
  id: 7,
  title: '권한이 필요합니다',
  content: '학생회입니다.',
  category: 'ROLE_REQUEST',
  targetRole: 'STUDENT_COUNCIL',
  state: 'PROCESSING',
  userId: 1,
  userName: '갈매기',
  createdAt: '2026-11-20T09:00:00+09:00',
  completeDateTime: null,
  reply: null,
  responderNickname: null,
  targetType: null,
  targetId: null,
  granted: false,
  previousId: null,
  assignee: null,
};
const page = (totalElements: number) => ({ currentPage: 0, size: 5, totalPages: 1, totalElements });

describe('InquiryForm', () => {
  it('requires title and content before any call [INQ-10]', async () => {
    const calls = fakeApi({});
    await renderRouted(
      <InquiryForm memberId={1} start={{ category: 'GENERAL' }} onSent={vi.fn()} />,
      [['config', {}]],
    );
    submit('문의 보내기');
    expect(await screen.findAllByText('제목과 내용을 모두 입력해주세요.')).toHaveLength(2);
    expect(document.activeElement).toBe(screen.getByLabelText(/^제목/));
    expect(calls).toEqual([]);
  });

  it('requires a role for a role request [INQ-10]', async () => {
    const onSent = vi.fn();
    const calls = fakeApi({ [SEND]: { status: 201, body: { message: '', inquiry } } });
    await renderRouted(
      <InquiryForm memberId={1} start={{ category: 'ROLE_REQUEST' }} onSent={onSent} />,
      [['config', {}]],
    );
    type(/^제목/, inquiry.title);
    type(/^내용/, inquiry.content);
    submit('문의 보내기');
    expect(await screen.findByText('요청할 권한을 선택해 주세요.')).toBeDefined();
    fireEvent.change(screen.getByLabelText(/^요청할 권한/), {
      target: { value: 'STUDENT_COUNCIL' },
    });
    submit('문의 보내기');
    await vi.waitFor(() => expect(onSent).toHaveBeenCalledWith(7));
    expect(calls[0]).toContain('"targetRole":"STUDENT_COUNCIL"');
  });

  it('keeps the typed text when the server refuses, and its id when it is sent again [RACE-16]', async () => {
    const message = '처리 중인 문의가 많습니다.';
    const calls = fakeApi({
      [SEND]: { status: 409, body: { error: 'INQUIRY_OPEN_LIMIT', message } },
    });
    await renderRouted(
      <InquiryForm memberId={1} start={{ category: 'GENERAL' }} onSent={vi.fn()} />,
      [['config', {}]],
    );
    type(/^제목/, '질문');
    type(/^내용/, '내용');
    submit('문의 보내기');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getByLabelText(/^제목/)).toHaveProperty('value', '질문');
    submit('문의 보내기');
    await vi.waitFor(() => expect(calls).toHaveLength(2));
    expect(calls[0]).toMatch(/"clientId":"[0-9a-f]{32}"/);
    expect(calls[1]).toBe(calls[0]);
  });

  it('keeps the last words over a reload, and is the same inquiry then [REL-18]', async () => {
    const calls = fakeApi({});
    const show = () =>
      renderRouted(<InquiryForm memberId={1} start={{ category: 'GENERAL' }} onSent={vi.fn()} />, [
        ['config', {}],
      ]);
    const reload = () => {
      window.dispatchEvent(new Event('pagehide'));
      cleanup();
      return show();
    };
    await show();
    type(/^제목/, '질문');
    type(/^내용/, '마지막 낱말까지');
    await reload();
    expect(screen.getByLabelText(/^내용/)).toHaveProperty('value', '마지막 낱말까지');
    submit('문의 보내기');
    await screen.findByRole('alert');
    await reload();
    submit('문의 보내기');
    await screen.findByRole('alert');
    const sent = calls.filter((call) => call.startsWith(SEND));
    expect(sent).toHaveLength(2);
    expect(sent[1]).toBe(sent[0]);
  });
});

describe('a role request', () => {
  it('is the same one when it is sent again after a reload [REL-18]', async () => {
    const calls = fakeApi({});
    const show = (category: 'GENERAL' | 'REPORT' = 'GENERAL') =>
      renderRouted(<InquiryForm memberId={1} start={{ category }} onSent={vi.fn()} />, [
        ['config', {}],
      ]);
    const kind = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
    await show();
    fireEvent.click(kind('권한 요청'));
    type(/^제목/, inquiry.title);
    type(/^내용/, inquiry.content);
    fireEvent.change(screen.getByLabelText(/^요청할 권한/), {
      target: { value: 'STUDENT_COUNCIL' },
    });
    submit('문의 보내기');
    await screen.findByRole('alert');
    cleanup();
    await show();
    submit('문의 보내기');
    await screen.findByRole('alert');
    const sent = calls.filter((call) => call.startsWith(SEND));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toContain('"targetRole":"STUDENT_COUNCIL"');
    expect(sent[1]).toBe(sent[0]);
    cleanup();
    await show('REPORT');
    expect(kind('신고').checked).toBe(true);
    expect(screen.getByLabelText(/^제목/)).toHaveProperty('value', inquiry.title);
  });
});

describe('the draft of a report among the inquiries', () => {
  const INQUIRY = 'naru.draft.1.inquiry.new';
  const REPORT = 'naru.draft.1.report-inquiry.new';
  const kind = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  const textIn = (name: string) => localStorage.getItem(name) ?? '';
  const show = (category: 'GENERAL' | 'REPORT' = 'GENERAL') =>
    renderRouted(<InquiryForm memberId={1} start={{ category }} onSent={vi.fn()} />, [
      ['config', {}],
    ]);
  const leave = () => {
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
  };

  it('is stored apart, goes on over a reload and goes with the log-out [PRIV-91]', async () => {
    logInForTest(1);
    fakeApi({});
    await show();
    type(/^제목/, '괴롭힘');
    await vi.waitFor(() => expect(textIn(INQUIRY)).toContain('괴롭힘'));
    fireEvent.click(kind('신고'));
    type(/^내용/, '누가 그랬는지');
    leave();
    expect([textIn(INQUIRY), textIn(REPORT)]).toEqual(['', expect.stringContaining('누가')]);
    await show();
    expect(kind('신고').checked).toBe(true);
    expect(screen.getByLabelText(/^제목/)).toHaveProperty('value', '괴롭힘');
    leave();
    clearMemberStorage();
    await show();
    expect(screen.getByLabelText(/^제목/)).toHaveProperty('value', '');
  });

  it('moves back with what was typed when it is no report any more', async () => {
    logInForTest(1);
    fakeApi({});
    await show('REPORT');
    type(/^제목/, '신고가 아닌 질문');
    leave();
    await show();
    expect(screen.getByLabelText(/^제목/)).toHaveProperty('value', '');
    leave();
    await show('REPORT');
    fireEvent.click(kind('일반 문의'));
    expect(screen.getByLabelText(/^제목/)).toHaveProperty('value', '신고가 아닌 질문');
    leave();
    expect([textIn(INQUIRY), textIn(REPORT)]).toEqual([expect.stringContaining('질문'), '']);
  });

  it('takes over what was begun as an inquiry', async () => {
    logInForTest(1);
    fakeApi({});
    await show();
    type(/^제목/, '괴롭힘');
    leave();
    await show('REPORT');
    expect(screen.getByLabelText(/^제목/)).toHaveProperty('value', '괴롭힘');
    expect([textIn(INQUIRY), textIn(REPORT)]).toEqual(['', expect.stringContaining('괴롭힘')]);
  });
});

describe('the files of an inquiry', () => {
  it('may be photos, and are sent with it and stored in its draft [UPLOAD-47]', async () => {
    const onSent = vi.fn();
    const calls = fakeApi({
      [SEND]: { status: 201, body: { message: '', inquiry } },
      'GET /api/attachments/presign': { body: { uploadUrl: '/put', storeUrl: null, key: 'card' } },
    });
    stubPut(200);
    const form = <InquiryForm memberId={1} start={{ category: 'GENERAL' }} onSent={onSent} />;
    await renderRouted(form, [['config', {}]]);
    type(/^제목/, inquiry.title);
    type(/^내용/, inquiry.content);
    fireEvent.change(screen.getByLabelText('첨부 파일'), {
      target: { files: [new File(['x'], '학생증.png'), new File(['x'], '설치.exe')] },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('설치.exe: 올릴 수 없는 형식');
    await vi.waitFor(() =>
      expect(localStorage.getItem('naru.draft.1.inquiry.new')).toContain('"key":"card"'),
    );
    submit('문의 보내기');
    await vi.waitFor(() => expect(onSent).toHaveBeenCalled());
    expect(calls.at(-1)).toContain('"attachments":["card"]');
  });

  it('may be put down anywhere on the form [UPLOAD-88]', async () => {
    fakeApi({
      'GET /api/attachments/presign': { body: { uploadUrl: '/put', storeUrl: null, key: 'card' } },
    });
    stubPut(200);
    const form = <InquiryForm memberId={2} start={{ category: 'GENERAL' }} onSent={vi.fn()} />;
    await renderRouted(form, [['config', {}]]);
    const dataTransfer = { files: [new File(['x'], '증명서.pdf')] };
    expect(fireEvent.drop(screen.getByLabelText(/^내용/), { dataTransfer })).toBe(false);
    expect(await screen.findAllByRole('button', { name: '증명서.pdf 빼기' })).toHaveLength(1);
    fireEvent.drop(screen.getByRole('group', { name: '파일' }), {
      dataTransfer: { files: [new File(['x'], '둘째.pdf')] },
    });
    expect(await screen.findAllByRole('button', { name: '둘째.pdf 빼기' })).toHaveLength(1);
  });
});

describe('InquiryHistory', () => {
  it('lists the own inquiries with their state', async () => {
    fakeApi({ [MINE]: { body: { inquiryDtoList: [inquiry], page: page(1) } } });
    await renderRouted(<InquiryHistory />);
    expect(await screen.findByText('권한이 필요합니다')).toBeDefined();
    expect(screen.getByText('처리 중')).toBeDefined();
  });

  it('reports a failure and an empty history', async () => {
    let fails = true;
    const body = { error: 'UNAVAILABLE', message: '잠시 사용할 수 없습니다.' };
    fakeApi({
      [MINE]: () =>
        fails ? { status: 503, body } : { body: { inquiryDtoList: [], page: page(0) } },
    });
    await renderRouted(<InquiryHistory />);
    expect((await screen.findByRole('alert')).textContent).toContain(
      '문의 내역을 불러오지 못했습니다.',
    );
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('문의 내역이 없습니다.')).toBeDefined();
  });
});
