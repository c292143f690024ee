import type { ScheduledNotice } from '@naru/contract/scheduled-notices';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { ScheduledView } from './scheduled-view.tsx';

const LIST = 'GET /api/admin/scheduled-notices';

const notice = (part: Partial<ScheduledNotice> = {}): ScheduledNotice => ({
  id: 5,
  boardType: 'NOTICE',
  title: '<4학년> 졸업 요건 안내',
  publishAt: '2026-12-01T09:00:00+09:00',
  expiresAt: null,
  years: [4],
  pinUntil: '2026-12-04',
  authorNickname: '닻별조교',
  failure: null,
  ...part,
});

const open = () => renderRouted(<ScheduledView />);

describe('예약 공지', () => {
  it('lists what will appear, when, for whom, and why something did not [POST-66]', async () => {
    fakeApi({
      [LIST]: {
        body: {
          notices: [notice(), notice({ id: 6, title: '간식', failure: '권한이 없습니다.' })],
        },
      },
    });
    await open();
    expect(await screen.findByRole('heading', { name: '<4학년> 졸업 요건 안내' })).toBeDefined();
    expect(screen.getAllByText('2026-12-01 09:00')).toHaveLength(2);
    expect(screen.getAllByText('4학년에게 알림')).toHaveLength(2);
    expect(screen.getAllByText('2026-12-04까지 고정')).toHaveLength(2);
    expect(screen.getByText('올리지 못했습니다. 권한이 없습니다.')).toBeDefined();
    const edit = screen.getByRole('link', { name: '간식 다시 예약' });
    expect(edit.getAttribute('href')).toBe('/write/notice?scheduled=6');
    expect(screen.getByRole('link', { name: '<4학년> 졸업 요건 안내 수정' })).toBeDefined();
  });

  it('publishes one that was too late, or deletes it, after a question [POST-276]', async () => {
    const late = [
      notice({ id: 6, failure: '정한 시각이 지났습니다.' }),
      notice({ id: 7, failure: '.' }),
    ];
    let notices = late;
    const calls = fakeApi({
      [LIST]: () => ({ body: { notices } }),
      'POST /api/admin/scheduled-notices/6/publish': () => {
        notices = notices.slice(1);
        return { body: { message: '공지를 올렸습니다.' } };
      },
      'DELETE /api/admin/scheduled-notices/7': () => {
        notices = [];
        return { body: { message: '예약을 취소했습니다.' } };
      },
    });
    await open();
    const [first] = await screen.findAllByRole('button', { name: /지금 게시$/ });
    fireEvent.click(first as HTMLElement);
    fireEvent.click(await screen.findByRole('button', { name: '그대로 두기' }));
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
    fireEvent.click(first as HTMLElement);
    fireEvent.click(await screen.findByRole('button', { name: '지금 게시' }));
    await vi.waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    fireEvent.click(await screen.findByRole('button', { name: /삭제$/ }));
    fireEvent.click(await screen.findByRole('button', { name: '삭제' }));
    expect(await screen.findByText('예약된 공지가 없습니다.')).toBeDefined();
  });

  it('cancels after a question and says when there is none left [POST-66]', async () => {
    let notices = [notice()];
    const calls = fakeApi({
      [LIST]: () => ({ body: { notices } }),
      'DELETE /api/admin/scheduled-notices/5': () => {
        notices = [];
        return { body: { message: '예약을 취소했습니다.' } };
      },
    });
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /예약 취소$/ }));
    fireEvent.click(await screen.findByRole('button', { name: '그대로 두기' }));
    await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: /예약 취소$/ }));
    fireEvent.click(await screen.findByRole('button', { name: '예약 취소' }));
    expect(await screen.findByText('예약된 공지가 없습니다.')).toBeDefined();
  });

  it('reports a failure and retries [POST-66]', async () => {
    fakeApi({ [LIST]: { status: 403, body: { error: 'X', message: '권한이 없습니다.' } } });
    await open();
    expect(await screen.findByText('예약된 공지를 불러오지 못했습니다.')).toBeDefined();
    expect(screen.getByRole('button', { name: '다시 시도' })).toBeDefined();
  });
});
