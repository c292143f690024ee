import type { ReportTargetView } from '@naru/contract/inquiries';
import type { RemovedDetail, Report, Reveal } from '@naru/contract/moderation';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { renderRouted } from '../../testing/routed.tsx';
import { RemovedView } from './removed-view.tsx';
import { ReportQueue } from './report-queue.tsx';
import { RevealView } from './reveal-view.tsx';
import { timeLeftText } from './time-left.tsx';

const REPORTS = 'GET /api/admin/reports';
const REMOVED = 'GET /api/admin/removed';
const REVEALS = 'GET /api/admin/reveals';
const READINESS = 'GET /api/admin/reveals/readiness';
const isReady = { [READINESS]: { body: { obstacle: null } } };
const page = (totalElements: number) => ({
  currentPage: 0,
  size: 20,
  totalPages: Math.ceil(totalElements / 20),
  totalElements,
});
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const pressIn = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('button', { name }));
const why = (dialog: HTMLElement, text: string) =>
  fireEvent.input(within(dialog).getByRole('textbox'), { target: { value: text } });

const target: ReportTargetView = {
  type: 'COMMENT',
  id: 12,
  title: '오늘의 식단',
  excerpt: '광고입니다',
  boardType: 'FREE',
  postId: 3,
  lectureId: null,
  writerId: 9,
  writerNickname: '갈매기',
  deleted: false,
  blinded: false,
};
const report = (change: Partial<ReportTargetView> = {}): Report => ({
  inquiryId: 5,
  state: 'PROCESSING',
  title: '광고 신고',
  content: '같은 광고가 계속 올라옵니다.',
  reporterId: 2,
  reporterNickname: '새벽바다',
  outside: false,
  createdAt: '2026-11-20T09:00:00+09:00',
  target: { ...target, ...change },
  reported: null,
  openReports: 2,
  assignee: null,
});

describe('ReportQueue', () => {
  const show = async (
    one: Report,
    answers: Parameters<typeof fakeApi>[0] = {},
    role: 'MANAGER' | 'ADMIN' = 'ADMIN',
  ) => {
    const onSuspend = vi.fn();
    const calls = fakeApi({ [REPORTS]: { body: { reports: [one], page: page(1) } }, ...answers });
    const { client } = await renderRouted(<ReportQueue onSuspend={onSuspend} />, [
      ['me', { id: 1, roles: ['USER', role] }],
    ]);
    return { onSuspend, calls, client };
  };

  it('shows the reported content with a link to it [INQ-12]', async () => {
    const { onSuspend } = await show(report());
    const link = await screen.findByRole('link', { name: '원문 보기' });
    expect(link.getAttribute('href')).toBe('/main/community/free/post/3#comment-12');
    expect(screen.getByText('같은 대상 신고 2건')).toBeDefined();
    press('이용 정지');
    expect(onSuspend).toHaveBeenCalledWith({ id: 9, nickname: '갈매기' });
    expect(screen.queryByRole('button', { name: '작성자 확인 요청' })).toBeNull();
  });

  it('shows what was reported beside what it is now, with the words that differ [MOD-81]', async () => {
    const now = { title: '식단', text: '아주 고운 말', pictures: [], files: [], fileUrls: [] };
    const then = {
      ...now,
      text: '아주 나쁜 말',
      pictures: ['/files/a.webp', '/files/b.webp'],
      files: ['표.pdf', '지운 표.pdf'],
      fileUrls: ['/files/attachments/a', null],
    };
    const reported = { ...then, writerNickname: '갈매기', changed: true, now };
    await show({ ...report(), reported });
    const before = await screen.findByRole('region', { name: '신고 당시' });
    const after = screen.getByRole('region', { name: '현재' });
    expect(before.querySelector('del')?.textContent).toBe('나쁜');
    expect(after.querySelector('ins')?.textContent).toBe('고운');
    const links = [...before.querySelectorAll('a')].map((a) => a.getAttribute('href'));
    expect(links).toEqual(then.pictures);
    const files = within(within(before).getByRole('list', { name: '파일' })).getAllByRole(
      'listitem',
    );
    expect(files.map(({ textContent }) => textContent)).toEqual([
      '표.pdf 내려받기',
      '지운 표.pdf (보관이 끝났습니다)',
    ]);
    expect(before.textContent).toContain('신고 뒤 수정됨');
  });

  it('downloads a reported file under a fresh address when the first one expired [MOD-81]', async () => {
    const saved: (string | null)[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    onTestFinished(() => click.mockRestore());
    click.mockImplementation(function save(this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} ${this.download}`);
    });
    const tokens = ['old', 'new'];
    const then = { title: '식단', text: '나쁜 말', pictures: [], files: ['표.pdf'] };
    await show(report(), {
      [REPORTS]: () => {
        const fileUrls = [`/files/attachments/${tokens.shift()}`];
        const reported = { ...then, fileUrls, writerNickname: '갈매기', changed: true, now: null };
        return { body: { reports: [{ ...report(), reported }], page: page(1) } };
      },
      'GET /files/attachments/old': { status: 404, body: { error: 'FILE_NOT_FOUND' } },
      'GET /files/attachments/new': { body: 'x' },
    });
    fireEvent.click(await screen.findByRole('button', { name: /표.pdf\s*내려받기/ }));
    await waitFor(() => expect(saved).toEqual(['/files/attachments/new 표.pdf']));
  });

  it('shows what was reported when it is deleted since [MOD-81]', async () => {
    const then = { title: '식단', text: '나쁜 말', pictures: [], files: [], fileUrls: [] };
    const reported = { ...then, writerNickname: '갈매기', changed: true, now: null };
    await show({ ...report({ deleted: true }), reported });
    const before = await screen.findByRole('region', { name: '신고 당시' });
    expect(before.textContent).toContain('나쁜 말');
    expect(screen.getByRole('region', { name: '현재' }).textContent).toContain(
      '남아 있지 않습니다',
    );
  });

  it('shows the picture of a reported comment with its description, to open it [MOD-39]', async () => {
    const picture = { url: '/files/abcdefghijklmnopqrstuvwx.webp', alt: '복도에 붙은 전단' };
    await show(report({ picture, blinded: true }));
    const opener = await screen.findByRole('button', { name: '복도에 붙은 전단, 크게 보기' });
    expect(opener.querySelector('img')?.getAttribute('src')).toContain('abcdefghijklmnopqrstuvwx');
    expect(screen.getByText('복도에 붙은 전단')).toBeDefined();
  });

  it.each([
    ['a member', {}, '신고한 회원에게 알림과 이메일이 갑니다.'],
    [
      'somebody without an account',
      { reporterId: null, reporterNickname: '비회원', outside: true },
      '회원이 아니어서 신고에 적은 이메일 주소로 답변 전체를 보냅니다. 본인의 주소인지는 확인되지 않았습니다.',
    ],
    [
      'a withdrawn member',
      { reporterNickname: '탈퇴한 회원' },
      '탈퇴한 회원의 신고라서 알림과 이메일을 보내지 않습니다.',
    ],
    ['the own report', { reporterId: 1 }, '내가 보낸 신고라서 알림과 이메일을 보내지 않습니다.'],
  ])('says before an answer to %s what is sent [INQ-55]', async (_, change, delivery) => {
    await show({ ...report(), ...change, target: null });
    await screen.findByRole('article');
    press('답변하고 완료');
    const dialog = screen.getByRole('dialog', { name: '신고 처리 완료' });
    expect(dialog.textContent).toContain(`${delivery} 완료한 뒤에는 수정할 수 없습니다.`);
  });

  it('shows open reports of one target as one card with one decision [INQ-145]', async () => {
    const other = {
      ...report(),
      inquiryId: 6,
      title: '도배 신고',
      content: '다른 곳에도 있습니다.',
      reporterNickname: '파도',
      openReports: 3,
    };
    const reports = [
      { ...report(), openReports: 3 },
      { ...report({ id: 99 }), inquiryId: 7 },
      other,
    ];
    const { calls } = await show(report(), {
      [REPORTS]: { body: { reports, page: page(3) } },
      'POST /api/admin/reports/5/decide': { body: { message: '', closed: 3 } },
    });
    const card = within(
      await screen
        .findByRole('heading', { name: '같은 대상 신고 3건' })
        .then((heading) => heading.closest('article') as HTMLElement),
    );
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.getByText('대상 2건 · 신고 3건')).toBeDefined();
    expect(card.getByText('같은 대상의 신고 1건은 다른 페이지에 있습니다.')).toBeDefined();
    for (const text of ['광고 신고', '새벽바다', '도배 신고', '파도', '다른 곳에도 있습니다.']) {
      expect(card.getByText(text)).toBeDefined();
    }
    expect(card.getAllByRole('button', { name: '이 신고만 답변하고 완료' })).toHaveLength(2);
    fireEvent.click(card.getByRole('button', { name: '그대로 두기' }));
    const keep = screen.getByRole('dialog', { name: '이 댓글을 그대로 둘까요?' });
    why(keep, '문제없음');
    pressIn(keep, '그대로 두기');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  });

  it('keeps the typed answer when the report leaves the list', async () => {
    let reports = [report()];
    const { client } = await show(report(), {
      [REPORTS]: () => ({ body: { reports, page: page(reports.length) } }),
    });
    await screen.findByText('광고 신고');
    press('답변하고 완료');
    const complete = screen.getByRole('dialog', { name: '신고 처리 완료' });
    why(complete, '확인했습니다.');
    reports = [];
    await act(() => client.invalidateQueries());
    await screen.findByText('처리할 신고가 없습니다.');
    expect(within(complete).getByRole('textbox')).toHaveProperty('value', '확인했습니다.');
    expect(screen.getByRole('dialog', { name: '신고 처리 완료' })).toBe(complete);
  });

  it('removes with a reason, which answers everybody who reported it [MOD-01, INQ-35]', async () => {
    const { calls } = await show(report(), {
      'POST /api/admin/reports/5/decide': { body: { message: '삭제했습니다.', closed: 2 } },
    });
    await screen.findByText('광고 신고');
    press('삭제');
    const remove = screen.getByRole('dialog', { name: '이 댓글을 삭제할까요?' });
    pressIn(remove, '삭제');
    expect(await within(remove).findByText('사유를 입력해 주세요.')).toBeDefined();
    why(remove, '반복된 광고');
    pressIn(remove, '삭제');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find((call) => call.startsWith('POST'))).toBe(
      'POST /api/admin/reports/5/decide {"decision":"REMOVE","reason":"반복된 광고"}',
    );
  });

  it('shows blinded content again with a reason, and offers no mere answer [MOD-28]', async () => {
    const { calls } = await show(report({ blinded: true }), {
      'POST /api/admin/reports/5/decide': { body: { message: '', closed: 2 } },
    });
    expect(await screen.findByText('블라인드됨')).toBeDefined();
    expect(screen.queryByRole('button', { name: '답변하고 완료' })).toBeNull();
    press('다시 공개');
    const dialog = screen.getByRole('dialog', { name: '이 댓글을 다시 공개할까요?' });
    why(dialog, '문제없음');
    pressIn(dialog, '다시 공개');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find((call) => call.startsWith('POST'))).toContain('"decision":"KEEP"');
  });

  it('offers MANAGER the decision only, without who reported it [INQ-34]', async () => {
    const one = { ...report(), reporterId: null, reporterNickname: null };
    await show(one, {}, 'MANAGER');
    expect(await screen.findByRole('button', { name: '그대로 두기' })).toBeDefined();
    for (const name of ['답변하고 완료', '이용 정지', '작성자 확인 요청']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByText('신고한 사람')).toBeNull();
    expect(screen.queryByRole('link', { name: '문의로 보기' })).toBeNull();
  });

  it('looks at the earlier history on request only, once [MOD-29, AUDIT-02]', async () => {
    const { calls } = await show(report(), {
      'GET /api/admin/reports/5/history': {
        body: {
          of: 'MEMBER',
          reports: 3,
          removals: 1,
          suspensions: 0,
          entries: [
            { kind: 'REMOVED', at: '2026-11-10T09:00:00+09:00', title: '예전 글', reason: '광고' },
          ],
        },
      },
    });
    await screen.findByText('광고 신고');
    const looks = () => calls.filter((call) => call.includes('/history'));
    expect(looks()).toEqual([]);
    press('이전 기록');
    const dialog = await screen.findByRole('dialog', { name: '이전 기록' });
    expect(await within(dialog).findByText('예전 글')).toBeDefined();
    expect(within(dialog).getByText('3건')).toBeDefined();
    expect(looks()).toHaveLength(1);
  });

  it('offers no suspension but a reveal request for anonymous content [ANON-04]', async () => {
    const { calls } = await show(
      report({ type: 'POST', id: 77, writerId: null, writerNickname: '익명' }),
      {
        ...isReady,
        'POST /api/admin/reveals': { status: 201, body: { message: '', reveal: {} } },
      },
    );
    await screen.findByText('광고 신고');
    expect(screen.queryByRole('button', { name: '이용 정지' })).toBeNull();
    press('작성자 확인 요청');
    const ask = await screen.findByRole('dialog', { name: '작성자 확인을 요청할까요?' });
    expect(ask.textContent).toContain('승인하기 전에는 아무도 작성자를 볼 수 없습니다');
    expect(ask.textContent).toContain('작성자에게는 30일 뒤에 알립니다');
    why(ask, '위협');
    fireEvent.click(within(ask).getByRole('checkbox', { name: /작성자에게 알리지 않습니다/ }));
    pressIn(ask, '요청');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find((call) => call.startsWith('POST'))).toBe(
      'POST /api/admin/reveals {"targetType":"POST","targetId":77,"reason":"위협","withheld":true}',
    );
  });

  it('says that nobody could approve instead of offering the form [ANON-30]', async () => {
    const until = '2026-11-29T14:00:30+09:00';
    await show(report({ type: 'POST', id: 77, writerId: null, writerNickname: '익명' }), {
      [READINESS]: { body: { obstacle: { reason: 'NO_APPROVER', until } } },
    });
    await screen.findByText('광고 신고');
    press('작성자 확인 요청');
    const dialog = await screen.findByRole('dialog', { name: '작성자 확인 요청' });
    const text = '승인할 다른 관리자가 없습니다. 11월 29일 14:00부터 할 수 있습니다.';
    expect(await within(dialog).findByText(text)).toBeDefined();
    expect(within(dialog).queryByRole('textbox')).toBeNull();
  });

  it('offers neither link nor removal for deleted content', async () => {
    await show(report({ deleted: true, title: '', excerpt: '', postId: null }));
    expect(await screen.findByText('삭제되었거나 찾을 수 없습니다.')).toBeDefined();
    expect(screen.queryByRole('link', { name: '원문 보기' })).toBeNull();
    expect(screen.queryByRole('button', { name: '삭제' })).toBeNull();
  });

  it('reports an empty queue', async () => {
    fakeApi({ [REPORTS]: { body: { reports: [], page: page(0) } } });
    await renderRouted(<ReportQueue onSuspend={vi.fn()} />);
    expect(await screen.findByText('처리할 신고가 없습니다.')).toBeDefined();
  });
});

describe('RemovedView', () => {
  const item: RemovedDetail = {
    type: 'POST',
    id: 8,
    boardType: 'FREE',
    title: '홍보',
    excerpt: '홍보입니다',
    writerNickname: '해솔',
    createdDate: '2026-11-19T09:00:00+09:00',
    removedAt: '2026-11-20T09:00:00+09:00',
    removedByNickname: '나루지기',
    reason: '반복된 홍보',
    purgedAt: '2026-12-20T09:00:00+09:00',
    content: '<p>홍보입니다</p>',
    imageUrls: [],
    restorable: true,
  };
  const show = async (detail: RemovedDetail) => {
    const calls = fakeApi({
      [REMOVED]: { body: { items: [detail], page: page(1) } },
      'GET /api/admin/removed/POST/8': { body: detail },
      'POST /api/admin/removed/POST/8/restore': { body: { message: '복구했습니다.' } },
    });
    await renderRouted(<RemovedView renderPost={(html) => <p data-testid="post">{html}</p>} />);
    return calls;
  };
  const LOOK = 'GET /api/admin/removed/POST/8';

  it('fetches the content on request only and restores it with a reason', async () => {
    const calls = await show(item);
    expect(await screen.findByText('반복된 홍보')).toBeDefined();
    expect(calls).toEqual([REMOVED]);
    press('홍보 열람');
    expect((await screen.findByTestId('post')).textContent).toBe('<p>홍보입니다</p>');
    expect(calls.filter((call) => call === LOOK).length).toBe(1);
    press('복구');
    const ask = screen.getByRole('dialog', { name: '이 게시글을 복구할까요?' });
    why(ask, '잘못 삭제했습니다');
    pressIn(ask, '복구');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toContain(
      'POST /api/admin/removed/POST/8/restore {"reason":"잘못 삭제했습니다"}',
    );
  });

  it('explains why content cannot be restored', async () => {
    await show({ ...item, removedByNickname: null });
    expect(await screen.findByText(/작성자가 삭제/)).toBeDefined();
    press('홍보 열람');
    expect(await screen.findByText(/작성자가 직접 삭제한 글은 복구할 수 없습니다/)).toBeDefined();
    expect(screen.getByRole('button', { name: '복구' })).toHaveProperty('disabled', true);
  });
});

describe('RevealView', () => {
  const reveal: Reveal = {
    id: 4,
    targetType: 'POST',
    targetId: 77,
    boardType: 'SECRET',
    postId: 77,
    lectureId: null,
    title: '비밀 글',
    excerpt: '내용',
    reason: '위협이 담긴 글',
    state: 'PENDING',
    requesterId: 1,
    requesterNickname: '나루지기',
    approverId: null,
    approverNickname: null,
    createdAt: '2026-11-20T09:00:00+09:00',
    decidedAt: null,
    openUntil: null,
    canDecide: true,
    canOpen: false,
    obstacle: null,
    withheld: false,
    authorToldAt: null,
  };
  const approved: Reveal = {
    ...reveal,
    state: 'APPROVED',
    approverId: 2,
    approverNickname: '나루알림',
    decidedAt: '2026-11-20T10:00:00+09:00',
    openUntil: '2099-11-21T10:00:00+09:00',
    canDecide: false,
    canOpen: true,
  };
  const identity = { id: 9, username: '20250001', name: '윤해솔', nickname: '해솔' };
  const show = async (one: Reveal, answers: Parameters<typeof fakeApi>[0] = {}) => {
    const calls = fakeApi({
      [REVEALS]: { body: { reveals: [one], page: page(1) } },
      ...isReady,
      ...answers,
    });
    await renderRouted(<RevealView />);
    return calls;
  };

  const withoutReadiness = (calls: string[]) => calls.filter((call) => call !== READINESS);

  it('says from when on a new ADMIN can take part, and offers only the rejection [ANON-29]', async () => {
    const obstacle = { reason: 'NEW', until: '2026-11-29T14:00:30+09:00' } as const;
    await show({ ...reveal, obstacle }, { [READINESS]: { body: { obstacle } } });
    const text =
      '관리자가 된 지 7일이 지나야 작성자 확인에 참여할 수 있습니다. 11월 29일 14:00부터 할 수 있습니다.';
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(screen.queryByRole('button', { name: '승인' })).toBeNull();
    expect(screen.getByRole('button', { name: '거절' })).toBeDefined();
  });

  it('offers SYSTEM no decision and says why [ANON-29]', async () => {
    const obstacle = { reason: 'SYSTEM', until: null } as const;
    await show({ ...reveal, canDecide: false, obstacle });
    expect(await screen.findByText(/^시스템 계정은/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '거절' })).toBeNull();
  });

  it('shows whether and when the author learns of it [ANON-31]', async () => {
    await show({ ...approved, withheld: true });
    expect(await screen.findByText('작성자에게 알리지 않음')).toBeDefined();
    expect(await screen.findByText('지금 작성자 확인을 요청할 수 있습니다.')).toBeDefined();
  });

  it('lets a second ADMIN approve after a confirmation [ANON-28]', async () => {
    const calls = await show(reveal, {
      'POST /api/admin/reveals/4/approve': { body: { message: '', reveal: approved } },
    });
    await screen.findByText('위협이 담긴 글');
    press('승인');
    const ask = await screen.findByRole('alertdialog', { name: '작성자 확인을 승인할까요?' });
    expect(ask.textContent).toContain('24시간 동안');
    expect(withoutReadiness(calls)).toEqual([REVEALS]);
    pressIn(ask, '승인');
    await waitFor(() => expect(calls).toContain('POST /api/admin/reveals/4/approve'));
  });

  it('offers no decision to the requester', async () => {
    await show({ ...reveal, canDecide: false });
    expect(await screen.findByText(/스스로 승인할 수 없습니다\.$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '승인' })).toBeNull();
    expect(screen.queryByRole('button', { name: '작성자 보기' })).toBeNull();
  });

  it('shows the identity only after a confirmation, with the remaining time', async () => {
    const calls = await show(approved, {
      'GET /api/admin/reveals/4': { body: { ...approved, identity } },
    });
    await screen.findByText(/남음$/);
    expect(withoutReadiness(calls)).toEqual([REVEALS]);
    press('작성자 보기');
    const ask = await screen.findByRole('alertdialog', { name: '작성자를 볼까요?' });
    expect(screen.queryByText('윤해솔')).toBeNull();
    pressIn(ask, '보기');
    expect(await screen.findByText('윤해솔')).toBeDefined();
    expect(withoutReadiness(calls)).toEqual([REVEALS, 'GET /api/admin/reveals/4']);
  });

  it('explains to other ADMINs why the identity is hidden', async () => {
    await show({ ...approved, canOpen: false });
    expect(await screen.findByText(/승인한 관리자만 볼 수 있습니다\.$/)).toBeDefined();
    expect(screen.queryByRole('button', { name: '작성자 보기' })).toBeNull();
  });
});

describe('timeLeftText', () => {
  const now = Date.parse('2026-11-20T10:00:00+09:00');
  it.each([
    ['2026-11-21T10:00:00+09:00', '24시간 남음'],
    ['2026-11-21T09:58:30+09:00', '23시간 59분 남음'],
    ['2026-11-20T10:00:10+09:00', '1분 남음'],
    ['2026-11-20T10:00:00+09:00', '시간이 끝났습니다'],
    ['no date', '시간이 끝났습니다'],
  ])('%s: %s', (until, text) => {
    expect(timeLeftText(until, now)).toBe(text);
  });
});
