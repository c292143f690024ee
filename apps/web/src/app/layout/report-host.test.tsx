import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeReport, openReport, type Report } from '../../entities/report/report.ts';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { shownToasts } from '../../testing/shown-toasts.ts';
import { ReportHost } from '../shell.tsx';

const SEND = 'POST /api/inquiry';
const BLOCK = 'POST /api/friend/block';
const COMMENT: Report = { type: 'COMMENT', id: 7, about: '그만하세요', memberId: 5 };
const done = { status: 201, body: { message: '' } };

async function show(report: Report, answers: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({ [SEND]: done, [BLOCK]: done, ...answers });
  const { router } = await renderRouted(<ReportHost />, [['me', { id: 9, roles: ['USER'] }]]);
  act(() => openReport(report));
  await screen.findByRole('dialog');
  return { calls: () => calls.filter((call) => call.startsWith('POST')), router };
}

const choose = (reason: string) => fireEvent.click(screen.getByRole('radio', { name: reason }));
const send = () => fireEvent.click(screen.getByRole('button', { name: '신고' }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const write = (text: string) =>
  fireEvent.input(screen.getByLabelText('자세한 내용'), { target: { value: text } });

describe('ReportHost', () => {
  beforeEach(() => {
    closeReport();
    logInForTest(9);
  });

  it('reports with a reason only and stays on the page [INQ-12]', async () => {
    const { calls, router } = await show(COMMENT);
    const { href } = router.state.location;
    choose('광고·도배');
    send();
    await isClosed();
    expect(calls().map((call) => call.replace(/"[0-9a-f]{32}"/, 'ID'))).toEqual([
      `${SEND} {"category":"REPORT","targetType":"COMMENT","targetId":7,"title":"광고·도배","content":"광고·도배","clientId":ID}`,
    ]);
    expect(router.state.location.href).toBe(href);
    const text = '신고가 접수되었습니다. 처리되면 알림으로 알려 드립니다.';
    await waitFor(() => expect(shownToasts()).toMatchObject([{ text }]));
  });

  it.each([
    ['취소 gives it up', () => fireEvent.click(screen.getByRole('button', { name: '취소' })), ''],
    [
      'Escape leaves it in its draft',
      () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' }),
      '욕을 했습니다.',
    ],
  ])('%s [REL-170]', async (_what, close, left) => {
    await show(COMMENT);
    write('욕을 했습니다.');
    close();
    await isClosed();
    act(() => openReport(COMMENT));
    const field = await screen.findByLabelText<HTMLTextAreaElement>('자세한 내용');
    expect(field.value).toBe(left);
  });

  it('sends a double press once [INQ-12]', async () => {
    const { calls } = await show(COMMENT);
    choose('광고·도배');
    send();
    send();
    await isClosed();
    expect(calls()).toHaveLength(1);
  });

  it('blocks the writer as well [INQ-14]', async () => {
    const { calls } = await show(COMMENT);
    choose('욕설·비하·괴롭힘');
    fireEvent.click(screen.getByRole('checkbox', { name: /이 회원 차단/ }));
    send();
    await waitFor(() => expect(calls()).toHaveLength(2));
    expect(calls()[1]).toBe(`${BLOCK} {"id":5}`);
  });

  it('offers no block for an anonymous writer [INQ-14]', async () => {
    await show({ ...COMMENT, memberId: null });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('asks for a reason, and for words when the reason is another', async () => {
    const { calls } = await show(COMMENT);
    send();
    expect(await screen.findByText('신고하는 이유를 골라 주세요.')).toBeDefined();
    choose('기타');
    send();
    expect(await screen.findByText('어떤 문제인지 적어 주세요.')).toBeDefined();
    expect(calls()).toEqual([]);
  });

  it('sends the same words again under the same id, and others under another [RACE-16]', async () => {
    const { calls } = await show(COMMENT, { [SEND]: { status: 503, body: { error: 'BUSY' } } });
    const press = async (times: number) => {
      send();
      await waitFor(() => expect(calls()).toHaveLength(times));
      await waitFor(() =>
        expect(screen.getByRole('button', { name: '신고' })).toHaveProperty('disabled', false),
      );
    };
    choose('기타');
    write('같은 말');
    await press(1);
    await press(2);
    write('다른 말');
    await press(3);
    const ids = calls().map((call) => /"clientId":"(\w+)"/.exec(call)?.[1]);
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringMatching(ids[0] ?? '')]);
  });

  it('is the same report when it is sent again after a reload [REL-18]', async () => {
    const { calls } = await show(COMMENT, { [SEND]: { status: 503, body: { error: 'BUSY' } } });
    choose('광고·도배');
    write('또 광고입니다');
    send();
    await screen.findByRole('alert');
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    const again = await show(COMMENT);
    expect(screen.getByRole('radio', { name: '광고·도배' })).toHaveProperty('checked', true);
    send();
    await isClosed();
    expect(again.calls()).toEqual(calls());
    expect(Object.keys(localStorage).join()).not.toContain('report-comment-7');
  });

  it('is the same report of a message with what is around it, and still blocks [REL-18]', async () => {
    const message: Report = { type: 'MESSAGE', id: 8, about: '그만하세요', memberId: 5 };
    const { calls } = await show(message, { [SEND]: { status: 503, body: { error: 'BUSY' } } });
    choose('광고·도배');
    fireEvent.click(screen.getByRole('checkbox', { name: /^앞뒤 대화도/ }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^이 회원 차단/ }));
    send();
    await screen.findByRole('alert');
    cleanup();
    const again = await show(message);
    send();
    await waitFor(() => expect(again.calls()).toHaveLength(2));
    expect(again.calls()[0]).toContain('"withContext":true');
    expect(again.calls()).toEqual([...calls(), `${BLOCK} {"id":5}`]);
  });

  it('shows why it was refused and keeps what was typed', async () => {
    const message = '신고를 너무 많이 보냈습니다. 잠시 후 다시 시도해 주세요.';
    await show(COMMENT, { [SEND]: { status: 429, body: { error: 'REPORT_THROTTLED', message } } });
    choose('기타');
    write('같은 말을 계속 남깁니다.');
    send();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await waitFor(() => expect(Object.keys(localStorage).join()).toContain('report-comment-7'));
    act(closeReport);
    await isClosed();
    act(() => openReport(COMMENT));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>('자세한 내용').value).toBe(
        '같은 말을 계속 남깁니다.',
      ),
    );
  });
});
