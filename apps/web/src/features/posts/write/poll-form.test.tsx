import { BOARDS, type BoardType } from '@naru/contract/boards';
import type { Poll } from '@naru/contract/polls';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { PostForm } from './post-form.tsx';
import { splitPollText, textWithPoll } from './use-poll-draft.ts';

const saved = vi.fn();
let calls: string[];
beforeEach(() => {
  vi.clearAllMocks();
  calls = fakeApi({
    'POST /api/post/post-up': { status: 201, body: { id: 1, message: '' } },
    'PUT /api/post/post-up/7': { body: { id: 7, message: '' } },
  });
});

const STORED: Poll = {
  options: ['국밥', '파전'].map((text) => ({ text, count: null })),
  ...{ maxChoices: 1, isAnonymous: false, endsAt: null, isEnded: false },
  ...{ voterCount: 0, chosen: [], version: 'v1' },
};

async function open(board: BoardType, poll?: Poll) {
  const post = { id: 7, title: '뒤풀이', content: '<p>골라 주세요</p>', attachments: [], poll };
  await renderRouted(
    <PostForm
      board={BOARDS[board]}
      memberId={1}
      post={poll && (post as never)}
      onSaved={saved}
      onScheduled={() => undefined}
      onCancel={() => undefined}
    />,
  );
  const editor = await screen.findByRole('textbox', { name: /내용/ });
  if (poll) return;
  fireEvent.input(screen.getByRole('textbox', { name: /제목/ }), { target: { value: '뒤풀이' } });
  editor.innerHTML = '<p>골라 주세요</p>';
  fireEvent.input(editor);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const choice = (place: number) =>
  screen.findByRole<HTMLInputElement>('textbox', { name: `항목 ${place}` });
const type = async (place: number, value: string) =>
  fireEvent.input(await choice(place), { target: { value } });
const sentPoll = (call: string) => {
  const sent = calls.find((one) => one.startsWith(`${call} {`));
  return JSON.parse(sent?.slice(call.length + 1) ?? 'null').poll;
};

describe('the poll in the form of a post', () => {
  it('asks for two different options before it is sent [POST-244]', async () => {
    await open('FREE');
    press('투표 넣기');
    expect(await choice(1)).toBe(document.activeElement);
    await type(1, '국밥');
    press('등록');
    expect(await screen.findByText('투표 항목은 2개에서 10개까지 적어 주세요.')).toBeDefined();
    await type(2, ' 국밥 ');
    press('등록');
    expect(await screen.findByText('같은 투표 항목이 있습니다.')).toBeDefined();
    await type(2, '파전');
    press('항목 더하기');
    expect(await choice(3)).toBe(document.activeElement);
    press('등록');
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sentPoll('POST /api/post/post-up')).toEqual({
      ...{ options: ['국밥', '파전'], maxChoices: 1, isAnonymous: true, endsAt: null },
    });
  });

  it('is always anonymous on the secret board, and absent once it is taken out [POST-246]', async () => {
    await open('SECRET');
    press('투표 넣기');
    expect(await screen.findByText('익명 글의 투표는 언제나 익명입니다.')).toBeDefined();
    expect(screen.queryByRole('checkbox', { name: /익명 투표/ })).toBeNull();
    press('투표 빼기');
    press('등록');
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sentPoll('POST /api/post/post-up')).toBeUndefined();
  });

  it('changes or leaves a stored poll until somebody has voted [POST-247]', async () => {
    await open('FREE', STORED);
    expect((await choice(2)).value).toBe('파전');
    press('투표 빼기');
    press('수정');
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sentPoll('PUT /api/post/post-up/7')).toBeNull();
  });

  it('is not sent after the first vote [POST-247]', async () => {
    await open('FREE', { ...STORED, voterCount: 1 });
    expect(await screen.findByText(/이미 투표한 사람이 있어/)).toBeDefined();
    press('수정');
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sentPoll('PUT /api/post/post-up/7')).toBeUndefined();
  });

  it('survives in a draft, beside the other choices', () => {
    const poll = { options: ['가', '나'], maxChoices: 1, isAnonymous: true, endsAt: '' };
    expect(splitPollText(textWithPoll('나머지', poll))).toEqual({ poll, rest: '나머지' });
    for (const text of ['', 'null', '{"poll":{"options":[1]},"rest":""}']) {
      expect(splitPollText(text)).toEqual({ poll: null, rest: text });
    }
  });
});
