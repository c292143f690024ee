import { BOARDS } from '@naru/contract/boards';
import type { Head } from '@naru/contract/heads';
import { TEXTS } from '@naru/contract/texts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft } from '../../../lib/draft.ts';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { PostForm } from './post-form.tsx';

const INFO = { id: 1, name: '정보' };
const TALK = { id: 2, name: '잡담' };
const OLD = { id: 3, name: '옛말' };

const saved = vi.fn();
let calls: string[];
let heads: Head[];
let isRequired: boolean;
let answer: { status?: number; body: unknown };
beforeEach(() => {
  vi.clearAllMocks();
  [heads, isRequired] = [[INFO, TALK], false];
  answer = { status: 201, body: { id: 1, message: '' } };
  calls = fakeApi({
    'GET /api/config': () => ({
      body: { color: '', heads: [{ boardType: 'FREE', isRequired, heads }] },
    }),
    'POST /api/post/post-up': () => answer,
    'PUT /api/post/post-up/7': { body: { id: 7, message: '' } },
  });
});

async function open(head?: Head) {
  const post = { id: 7, title: '갈매기', content: '<p>끼룩</p>', attachments: [], head };
  await renderRouted(
    <PostForm
      board={BOARDS.FREE}
      memberId={1}
      {...(head && { post: post as never })}
      onSaved={saved}
      onScheduled={() => undefined}
      onCancel={() => undefined}
    />,
  );
  const editor = await screen.findByRole('textbox', { name: /내용/ });
  if (head) return;
  fireEvent.input(screen.getByRole('textbox', { name: /제목/ }), { target: { value: '갈매기' } });
  editor.innerHTML = '<p>끼룩</p>';
  fireEvent.input(editor);
}
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const choose = async (name: string) => fireEvent.click(await radio(name));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const sent = (call = 'POST /api/post/post-up') => {
  const found = calls.findLast((one) => one.startsWith(`${call} {`));
  return found === undefined ? undefined : JSON.parse(found.slice(call.length + 1)).headId;
};

describe('the head in the form of a post', () => {
  it('is none until one tap chooses one [POST-270]', async () => {
    await open();
    expect((await radio('없음')).checked).toBe(true);
    await choose('잡담');
    press('등록');
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sent()).toBe(TALK.id);
  });

  it('is asked for where it is required, before anything is sent [POST-270]', async () => {
    isRequired = true;
    await open();
    await radio('정보');
    expect(screen.queryByRole('radio', { name: '없음' })).toBeNull();
    press('등록');
    expect(await screen.findByText(TEXTS.headChoose)).toBeDefined();
    expect(sent()).toBeUndefined();
    await choose('정보');
    press('등록');
    await waitFor(() => expect(saved).toHaveBeenCalled());
  });

  it('that was retired meanwhile is refused at the field, with those that there are now [POST-271]', async () => {
    await open();
    await choose('잡담');
    heads = [INFO];
    const error = { field: 'headId', message: TEXTS.headGone };
    answer = {
      status: 400,
      body: { error: 'VALIDATION_FAILED', message: error.message, errors: [error], requestId: 'x' },
    };
    press('등록');
    await waitFor(() => expect(screen.queryByRole('radio', { name: '잡담' })).toBeNull());
    expect(screen.getAllByText(TEXTS.headGone).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /제목/ }).value).toBe('갈매기');
    answer = { status: 201, body: { id: 1, message: '' } };
    await choose('없음');
    press('등록');
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sent()).toBeNull();
  });

  it.each([
    ['one', INFO, '잡담', TALK, true],
    ['none', INFO, '없음', null, true],
    ['one that is retired since', INFO, '정보', OLD, false],
  ])('comes back with a draft that has %s [POST-275]', async (_what, stored, name, head, isOn) => {
    const choices = JSON.stringify({ head, rest: '' });
    saveDraft(
      { memberId: 1, boardType: 'FREE', postId: 7 },
      { title: '쓰던 글', html: '<p>쓰던 글</p>', choices, files: [] },
    );
    await open(stored);
    await radio('정보');
    press('이어 쓰기');
    await waitFor(async () => expect((await radio(name)).checked).toBe(isOn));
    if (isOn) return;
    expect(
      screen.getByText('말머리 ‘옛말’은 이제 쓸 수 없습니다. 다른 것을 골라 주세요.'),
    ).toBeDefined();
    press('수정');
    expect(await screen.findByText(TEXTS.headGone)).toBeDefined();
    expect(sent('PUT /api/post/post-up/7')).toBeUndefined();
  });

  it('stays when it is retired and the post is edited [POST-271]', async () => {
    await open(OLD);
    expect((await radio('옛말')).checked).toBe(true);
    press('수정');
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(sent('PUT /api/post/post-up/7')).toBe(OLD.id);
  });
});
