import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderRouted } from '../../testing/routed.tsx';
import { PostContent } from './post-content.tsx';

const KEYS = ['a', 'b', 'c'].map((letter) => letter.repeat(32));

it('shows the pictures of a post on the whole screen, one after the other [POST-93]', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  const html = KEYS.map((key, at) => `<img src="/files/${key}_medium.webp" alt="그림 ${at}">`).join(
    '',
  );
  await renderRouted(<PostContent html={`<p>${html}</p>`} />);
  fireEvent.click(screen.getByRole('button', { name: '그림 1, 크게 보기' }));
  const viewer = await screen.findByRole('dialog', { name: '사진 보기' });
  const place = () =>
    within(viewer).getByRole('link', { name: '새 탭에서 보기' }).getAttribute('href');
  expect(place()).toContain(KEYS[1]);
  expect(within(viewer).getByText('2 / 3')).toBeDefined();
  fireEvent.click(within(viewer).getByRole('button', { name: '다음 사진' }));
  await waitFor(() => expect(place()).toContain(KEYS[2]));
  expect(within(viewer).getByText('3 / 3')).toBeDefined();
  expect(within(viewer).getByRole('button', { name: '확대' })).toBeDefined();
  fireEvent.click(within(viewer).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
