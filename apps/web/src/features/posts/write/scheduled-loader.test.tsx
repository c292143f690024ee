import { BOARDS } from '@naru/contract/boards';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { saveDraft } from '../../../lib/draft.ts';
import { fakeApi } from '../../../testing/fake-api.tsx';
import { renderRouted } from '../../../testing/routed.tsx';
import { PostForm } from './post-form.tsx';
import { ScheduledLoader } from './scheduled-loader.tsx';

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const CHOSEN = {
  years: [3, 4],
  groups: ['GRADUATE', 'MAJOR:해양공학', 'LIST:7'],
  expiresAt: `${day(9)}T18:00:00+09:00`,
};
const POST = { title: '졸업 설명회', content: '<p>강당</p>' };
const AUDIENCES = {
  majors: [{ name: '해양공학', count: 3 }],
  lists: [{ id: 7, name: '팀장', count: 2 }],
};

function serve(more: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET /api/admin/notice-reach': { body: { count: 25, unstated: 0 } },
    'GET /api/admin/audiences': { body: AUDIENCES },
    'PUT /api/post/post-up/5': { body: { id: 5, message: '' } },
    'PUT /api/admin/scheduled-notices/5': { body: { id: 5, message: '' } },
    ...more,
  });
}

const ignore = () => undefined;
const form = { board: BOARDS.NOTICE, memberId: 1, onSaved: ignore, onCancel: ignore };

/** Saves what the form shows, unchanged; returns what is sent. */
async function saveAsShown(calls: string[], call: string) {
  await screen.findByRole('button', { name: '명단 ‘팀장’' });
  await screen.findByRole('textbox', { name: /내용/ });
  fireEvent.click(screen.getByRole('button', { name: '수정' }));
  await vi.waitFor(() => expect(calls.some((one) => one.startsWith(call))).toBe(true));
  return JSON.parse(calls.find((one) => one.startsWith(call))?.slice(call.length + 1) ?? 'null');
}

it('a scheduled notice keeps all its choices when it is saved again [POST-277]', async () => {
  const notice = {
    ...{ id: 5, boardType: 'NOTICE', title: POST.title, publishAt: `${day(3)}T09:00:00+09:00` },
    ...CHOSEN,
    ...{ pinUntil: day(5), authorNickname: '조교', failure: null, attachments: [], version: 'v' },
    post: { ...POST, imageUrls: null, pictures: [], mustRead: { dueOn: day(6) } },
  };
  const calls = serve({ 'GET /api/admin/scheduled-notices/5': { body: { notice } } });
  await renderRouted(<ScheduledLoader id={5} board={BOARDS.NOTICE} memberId={1} onDone={ignore} />);
  const sent = await saveAsShown(calls, 'PUT /api/admin/scheduled-notices/5');
  expect(sent).toMatchObject({
    post: { ...CHOSEN, mustRead: { dueOn: day(6) } },
    ...{ publishAt: notice.publishAt, pinUntil: notice.pinUntil, version: 'v' },
  });
});

it('a published notice keeps its groups when it is edited [POST-277]', async () => {
  const calls = serve();
  const post = { id: 5, ...POST, ...CHOSEN, attachments: [] };
  await renderRouted(<PostForm {...form} post={post} onScheduled={ignore} />);
  const sent = await saveAsShown(calls, 'PUT /api/post/post-up/5');
  expect(sent).toMatchObject(CHOSEN);
});

it('a draft restores the groups, and one without leaves those of the notice [POST-277]', async () => {
  const calls = serve();
  const isPressed = (name: string) =>
    screen.getByRole('button', { name }).getAttribute('aria-pressed');
  saveDraft(
    { memberId: 1, boardType: 'NOTICE', postId: null },
    {
      ...{ title: '초안', html: '<p>글</p>', files: [] },
      choices: JSON.stringify({ years: [], groups: ['LEAVE', 'LIST:7'] }),
    },
  );
  await renderRouted(<PostForm {...form} onScheduled={ignore} />);
  await screen.findByRole('button', { name: '명단 ‘팀장’' });
  await screen.findByRole('textbox', { name: /내용/ });
  fireEvent.click(await screen.findByRole('button', { name: '이어 쓰기' }));
  await vi.waitFor(() => expect(isPressed('명단 ‘팀장’')).toBe('true'));
  expect([isPressed('휴학생'), isPressed('전학년')]).toEqual(['true', 'false']);
  expect(calls.some((call) => call.startsWith('PUT /api/admin'))).toBe(false);
});
