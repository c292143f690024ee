import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderWithClient } from '../../testing/fake-api.tsx';
import { BlindNotice } from './blind-notice.tsx';

const show = (post: { blinded?: boolean; isAuthor: boolean }, role = 'STUDENT') =>
  renderWithClient(<BlindNotice post={post} />, [['me', { id: 1, roles: ['USER', role] }]]);

describe('BlindNotice', () => {
  it('tells readers, the author and staff why a post is hidden [MOD-25]', () => {
    show({ blinded: true, isAuthor: false });
    expect(screen.getByText(/내용을 가렸습니다/)).toBeDefined();
    show({ blinded: true, isAuthor: true });
    expect(screen.getByText(/내가 쓴 이 글이/)).toBeDefined();
    show({ blinded: true, isAuthor: false }, 'MANAGER');
    expect(screen.getByText(/운영진에게만 보입니다/)).toBeDefined();
  });

  it('is not shown above other posts', () => {
    show({ isAuthor: true });
    expect(screen.queryByText(/블라인드|가렸습니다/)).toBeNull();
  });
});
