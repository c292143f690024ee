import type { Poll } from '@naru/contract/polls';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { logInForTest } from '../../testing/fake-session.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { PollView } from './poll-view.tsx';

const VOTE = 'PUT /api/post/5/poll/vote';
const option = (text: string, count: number | null = null) => ({ text, count });
const POLL: Poll = {
  options: [option('국밥'), option('파전'), option('피자')],
  ...{ maxChoices: 1, isAnonymous: true, endsAt: null, isEnded: false },
  ...{ voterCount: 3, chosen: [], version: 'v1' },
};
const VOTED: Poll = {
  ...POLL,
  options: [option('국밥', 1), option('파전', 3), option('피자', 0)],
  ...{ voterCount: 4, chosen: [1] },
};
const show = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  logInForTest();
});

const open = (poll: Poll, { role = 'STUDENT', isFrozen = false } = {}) =>
  renderRouted(<PollView postId={5} poll={poll} isFrozen={isFrozen} show={show} />, [
    ['me', { id: 1, roles: [role] }],
  ]);
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: '투표하기' });
const results = () => screen.findByRole('list', { name: '투표 결과' });

describe('the poll of a post', () => {
  it('sends what was chosen for the poll on the page, then shows results and takes the focus [POST-244]', async () => {
    const calls = fakeApi({ [VOTE]: { body: { poll: VOTED } } });
    await open(POLL);
    expect([send().disabled, screen.queryByText(/%/)]).toEqual([true, null]);
    fireEvent.click(screen.getByRole('radio', { name: '파전' }));
    fireEvent.click(send());
    const own = within(await results())
      .getByText('파전')
      .closest('li');
    expect(own?.textContent).toBe('파전(내 선택)75%3명');
    expect(calls).toEqual([`${VOTE} {"choices":[1],"version":"v1"}`]);
    expect(show).toHaveBeenCalledWith(VOTED);
    expect(screen.getByRole('region', { name: '투표' })).toBe(document.activeElement);
    expect(screen.getByText('투표했습니다.').role).toBe('status');
  });

  it('takes no more choices than allowed, and goes back to the results [POST-244]', async () => {
    fakeApi({});
    await open({ ...VOTED, maxChoices: 2 });
    fireEvent.click(screen.getByRole('button', { name: '다시 투표' }));
    const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
    expect([box('국밥').checked, box('파전').checked]).toEqual([false, true]);
    fireEvent.click(box('국밥'));
    expect([box('피자').disabled, box('국밥').disabled]).toEqual([true, false]);
    fireEvent.click(screen.getByRole('button', { name: '취소' }));
    expect(await results()).toBeDefined();
  });

  it('is read again when it has changed since [POST-247]', async () => {
    const changed = { ...POLL, options: [option('떡볶이'), option('순대')], version: 'v2' };
    const body = { error: 'POLL_CHANGED', message: '투표가 바뀌었습니다.', requestId: 'x' };
    fakeApi({
      [VOTE]: { status: 409, body },
      'GET /api/post/5/poll': { body: { poll: changed } },
    });
    await open(POLL);
    fireEvent.click(screen.getByRole('radio', { name: '국밥' }));
    fireEvent.click(send());
    fireEvent.click(await screen.findByRole('button', { name: '확인' }));
    const other = await screen.findByRole<HTMLInputElement>('radio', { name: '떡볶이' });
    expect([other.checked, send().disabled]).toEqual([false, true]);
  });

  it('lists who chose an option of an open poll only [POST-246]', async () => {
    const page = { currentPage: 0, totalPages: 1, totalCount: 1 };
    fakeApi({
      'GET /api/post/5/poll/voters': { body: { ...page, voters: [{ id: 9, nickname: '물결' }] } },
    });
    await open({ ...VOTED, isAnonymous: false });
    expect(screen.queryByRole('button', { name: /피자/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '‘파전’ 고른 사람 3명 보기' }));
    expect(await screen.findByText('물결')).toBeDefined();
  });

  it.each([
    ['a member who is no student', POLL, { role: 'USER' }, '투표 항목'],
    ['a student after the end', { ...VOTED, isEnded: true, chosen: [] }, {}, '투표 결과'],
    ['staff who read a blinded post', POLL, { role: 'MANAGER', isFrozen: true }, '투표 항목'],
  ] satisfies [string, Poll, Parameters<typeof open>[1], string][])(
    'has nothing to choose for %s [POST-244]',
    async (_, poll, as, list) => {
      fakeApi({});
      await open(poll, as);
      expect(screen.getByRole('list', { name: list })).toBeDefined();
      expect(screen.queryByRole('button')).toBeNull();
      expect(screen.queryByRole('radio')).toBeNull();
    },
  );
});
