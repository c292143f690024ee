import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeApi, renderWithClient } from '../../testing/fake-api.tsx';
import { endOffer, followOffer, offerFollow } from './follow-offer.ts';
import { FollowOfferCard } from './follow-offer-card.tsx';
import { FollowPost } from './follow-post.tsx';

const MINE = 'GET /api/member/follows';
const PUT = 'PUT /api/post/7/follow';
const none = { body: { posts: [], boards: [] } };
const post = { id: 7, isAuthor: false };

afterEach(() => {
  followOffer.set(null);
  localStorage.clear();
});

const button = () => screen.findByRole('button', { name: '새 댓글 알림 받기' });
const isOn = async () => (await button()).getAttribute('aria-pressed');

describe('the switch below a post', () => {
  it('is not shown to its author, who is notified anyway [NOTIF-77]', () => {
    const calls = fakeApi({ [MINE]: none });
    renderWithClient(<FollowPost post={{ ...post, isAuthor: true }} />);
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls).toEqual([]);
  });

  it('shows the press at once and takes a refused one back [NOTIF-77]', async () => {
    let refuse = () => {};
    fakeApi({
      [MINE]: none,
      [PUT]: () =>
        new Promise((resolve) => {
          refuse = () =>
            resolve({ status: 409, body: { error: 'FOLLOWS_FULL', message: '가득 찼습니다.' } });
        }),
    });
    renderWithClient(<FollowPost post={post} />);
    await waitFor(async () => expect(await button()).toHaveProperty('disabled', false));
    fireEvent.click(await button());
    await waitFor(async () => expect(await isOn()).toBe('true'));
    refuse();
    await waitFor(async () => expect(await isOn()).toBe('false'));
  });
});

describe('the offer after the first comment', () => {
  it('follows the post, and comes once [NOTIF-77]', async () => {
    const calls = fakeApi({
      [MINE]: none,
      [PUT]: { body: { follows: true, message: '켰습니다.' } },
    });
    offerFollow(7);
    renderWithClient(<FollowOfferCard postId={7} isAnonymous={false} />);
    fireEvent.click(await screen.findByRole('button', { name: '알림 받기' }));
    await waitFor(() => expect(calls).toContain(`${PUT} {"follows":true}`));
    expect(followOffer.get()).toBeNull();
    offerFollow(7);
    expect(followOffer.get()).toBeNull();
  });

  it('is remembered on the device for open posts only [NOTIF-77, ANON-24]', () => {
    endOffer(101, true);
    expect(localStorage.length).toBe(0);
    endOffer(102, false);
    expect(Object.values({ ...localStorage }).join()).toBe('[102]');
    offerFollow(102);
    expect(followOffer.get()).toBeNull();
  });
});
