import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderRouted } from '../../testing/routed.tsx';
import { BlindBadge, BlindNotice } from './blind-notice.tsx';

const show = (post: { blinded?: boolean; isAuthor: boolean }, role = 'STUDENT') =>
  renderRouted(<BlindNotice post={{ id: 7, ...post }} />, [
    ['me', { id: 1, roles: ['USER', role] }],
  ]);

const wayToObject = () => screen.queryByRole('link', { name: '사유 보기와 이의 제기' });

describe('BlindNotice', () => {
  it.each([
    [false, 'STUDENT', /내용을 가렸습니다/, undefined],
    [true, 'STUDENT', /내가 쓴 이 글이/, '/mypage/handled/post/7'],
    [false, 'MANAGER', /운영진에게만 보입니다/, undefined],
  ])(
    'shows the author (%s) or a %s why a post is hidden [MOD-25, MOD-78]',
    async (isAuthor, role, text, href) => {
      await show({ blinded: true, isAuthor }, role);
      expect(screen.getByText(text)).toBeDefined();
      expect(wayToObject()?.getAttribute('href')).toBe(href);
    },
  );

  it('is not shown above other posts', async () => {
    await show({ isAuthor: true });
    expect(screen.queryByText(/블라인드|가렸습니다/)).toBeNull();
  });
});

it('leads the author of a blinded comment to its reason [MOD-78]', async () => {
  await renderRouted(<BlindBadge comment={{ id: 9, isAuthor: true }} />, [
    ['me', { id: 1, roles: ['USER', 'STUDENT'] }],
  ]);
  expect(wayToObject()?.getAttribute('href')).toBe('/mypage/handled/comment/9');
});
