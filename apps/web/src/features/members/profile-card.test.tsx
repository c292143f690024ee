import type { MemberCard } from '@naru/contract/members';
import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { ProfileCard } from './profile-card.tsx';

const CARD = 'GET /api/member/summary/2';

function card(part: Partial<MemberCard> = {}): MemberCard {
  return {
    id: 2,
    nickname: '갈매기',
    nickName: '갈매기',
    email: null,
    roles: ['USER', 'STUDENT'],
    intro: '',
    profileThumbnails: null,
    isFriend: false,
    friendStatus: 'none',
    isMe: false,
    isBlocked: false,
    ...part,
  };
}

const show = () =>
  renderWithClient(
    <ProfileCard memberId={2} onClose={() => undefined} actions={() => <p>버튼 자리</p>} />,
  );

describe('ProfileCard', () => {
  it('hides a private address and replaces an empty intro [MEMB-10]', async () => {
    fakeApi({ [CARD]: { body: card() } });
    show();
    expect(await screen.findByText('소개가 없습니다.')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByRole('list', { name: '권한' }).textContent).toBe('학생');
    expect(screen.getByText('버튼 자리')).toBeDefined();
  });

  it('shows address and intro', async () => {
    fakeApi({ [CARD]: { body: card({ email: 'gull@example.com', intro: '바다가 좋아요' }) } });
    show();
    expect(await screen.findByText('바다가 좋아요')).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:gull@example.com');
  });

  it('reports a failed load and retries [FRIEND-09]', async () => {
    let works = false;
    const away = { status: 503, body: { error: 'UNAVAILABLE', message: '점검 중입니다.' } };
    fakeApi({ [CARD]: () => (works ? { body: card() } : away) });
    show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('사용자 정보를 불러올 수 없습니다.');
    expect(alert.textContent).toContain('점검 중입니다.');
    works = true;
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    expect(await screen.findByText('버튼 자리')).toBeDefined();
  });

  it('offers no retry for an unknown member', async () => {
    fakeApi({ [CARD]: { status: 404, body: { error: 'MEMBER_UNKNOWN', message: '없음' } } });
    show();
    expect(screen.getByRole('status', { name: '프로필을 불러오는 중입니다.' })).toBeDefined();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('사용자 정보를 불러올 수 없습니다.');
    expect(screen.queryByRole('button', { name: '다시 시도' })).toBeNull();
  });

  it.each([
    ['ADMIN', 1],
    ['STUDENT', 2],
  ])('loads again when the page returns, except for ADMIN: %s [AUDIT-02]', async (role, loads) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const calls = fakeApi({ [CARD]: { body: card() } });
      renderWithClient(
        <ProfileCard memberId={2} onClose={() => undefined} actions={() => <p>버튼 자리</p>} />,
        [['me', { roles: ['USER', role] }]],
      );
      await screen.findByText('버튼 자리');
      vi.setSystemTime(Date.now() + 60_000);
      await act(async () => {
        focusManager.setFocused(false);
        focusManager.setFocused(true);
      });
      expect(calls.filter((call) => call === CARD)).toHaveLength(loads);
    } finally {
      focusManager.setFocused(undefined);
      vi.useRealTimers();
    }
  });
});
