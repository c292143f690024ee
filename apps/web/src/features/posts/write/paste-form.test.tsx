import { BOARDS } from '@naru/contract/boards';
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { PasteForm } from './paste-form.tsx';

type PostDetailPart = ComponentProps<typeof PasteForm>['post'];

let calls: string[];
let saved: number;
beforeEach(() => {
  saved = 0;
  calls = fakeApi({
    'PUT /api/admin/notices/7': { body: { id: 7, message: '' } },
    'POST /api/admin/notices': () => ({
      status: 409,
      body: {
        error: 'NOTICE_PASTED',
        message: '같은 주소의 공지가 이미 있습니다. 그 공지를 수정해 주세요.',
        requestId: 'x',
      },
    }),
  });
});

const open = async (more: { post?: PostDetailPart } = {}) => {
  await renderRouted(
    <PasteForm
      board={BOARDS.NOTICE_UNIV}
      memberId={1}
      onSaved={() => {
        saved += 1;
      }}
      onCancel={() => undefined}
      {...more}
    />,
    [['config', {}]],
  );
  return screen.findByRole<HTMLInputElement>('textbox', { name: /원문 주소/ });
};
const type = (field: HTMLElement, value: string) => fireEvent.input(field, { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: '등록' }));

describe('PasteForm', () => {
  it('names who is notified, checks the original address and sends nothing without one [POST-22]', async () => {
    const address = await open();
    expect(screen.getByText(/모든 회원에게 학년과 관계없이 알림이 갑니다/)).toBeDefined();
    submit();
    expect(await screen.findByText('원문 주소를 입력해 주세요.')).toBeDefined();
    type(address, 'javascript:alert(1)');
    submit();
    expect(
      await screen.findByText('http:// 또는 https://로 시작하는 주소를 입력해 주세요.'),
    ).toBeDefined();
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
    await vi.waitFor(() => expect(document.activeElement).toBe(address));
  });

  it('keeps everything when the address was already used [POST-22]', async () => {
    const address = await open();
    type(address, 'https://www.example.ac.kr/notice/1');
    const title = screen.getByRole<HTMLInputElement>('textbox', { name: /제목/ });
    type(title, '수강 신청');
    const editor = await screen.findByRole('textbox', { name: /내용/ });
    editor.innerHTML = '<p>금요일까지</p>';
    await vi.waitFor(() => expect(editor.textContent).toContain('금요일까지'));
    submit();
    expect(
      await screen.findByText('같은 주소의 공지가 이미 있습니다. 그 공지를 수정해 주세요.'),
    ).toBeDefined();
    expect(
      JSON.parse(calls.find((call) => call.startsWith('POST'))?.replace(/^\S+ \S+ /, '') ?? 'null'),
    ).toMatchObject({
      boardType: 'NOTICE_UNIV',
      title: '수강 신청',
      targetUrl: 'https://www.example.ac.kr/notice/1',
    });
    expect([address.value, title.value, saved]).toEqual([
      'https://www.example.ac.kr/notice/1',
      '수강 신청',
      0,
    ]);
  });

  it('changes a copied notice with its files and its address [POST-32]', async () => {
    const address = await open({
      post: {
        id: 7,
        title: '수강 신청',
        content: '<p>금요일까지</p>',
        targetUrl: 'https://www.example.ac.kr/notice/1',
        attachments: [
          {
            key: 'stored',
            name: '일정.hwp',
            bytes: 10,
            contentType: '',
            url: '/files/attachments/t',
          },
        ],
      },
    });
    expect(address.value).toBe('https://www.example.ac.kr/notice/1');
    await screen.findByText('금요일까지');
    expect(screen.getByText(/이미 보낸 알림은 다시 보내지 않습니다/)).toBeDefined();
    type(address, 'https://www.example.ac.kr/notice/2');
    fireEvent.click(screen.getByRole('button', { name: '수정' }));
    await vi.waitFor(() => expect(saved).toBe(1));
    const change = calls.find((call) => call.startsWith('PUT /api/admin/notices/7 '));
    expect(JSON.parse(change?.replace(/^\S+ \S+ /, '') ?? 'null')).toMatchObject({
      title: '수강 신청',
      targetUrl: 'https://www.example.ac.kr/notice/2',
      attachments: ['stored'],
    });
  });
});
