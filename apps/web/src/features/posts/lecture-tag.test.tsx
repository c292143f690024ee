import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lectureTagFixture } from '../../testing/lectures.ts';
import { postItemFixture } from '../../testing/posts.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { PostHead } from './post-head.tsx';
import { PostList } from './post-list.tsx';

const review = postItemFixture({
  title: '한 학기 후기',
  boardType: 'REVIEW',
  lectureTag: lectureTagFixture(3, '기계학습'),
});
const closed = postItemFixture({
  id: 6,
  title: '닫힌 강의 후기',
  boardType: 'REVIEW',
  lectureTag: lectureTagFixture(4, '캡스톤디자인', { canRead: false }),
});

describe('the lecture of a review', () => {
  it('leads from lists and from the post to the reviews in its room [BOARD-07]', async () => {
    await renderRouted(
      <>
        <PostList posts={[review]} location={{ boardType: 'REVIEW', search: {} }} />
        <PostHead post={review} />
      </>,
    );
    const links = screen.getAllByRole('link', { name: '강의 기계학습' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/main/study-dashboard/3?tab=reviews',
      '/main/study-dashboard/3?tab=reviews',
    ]);
    expect(screen.getByRole('link', { name: '한 학기 후기' })).toBeDefined();
  });

  it('is plain text for readers who may not enter the room [BOARD-33]', async () => {
    await renderRouted(
      <>
        <PostList posts={[closed]} location={{ boardType: 'REVIEW', search: {} }} />
        <PostHead post={closed} />
      </>,
    );
    expect(screen.getAllByText('캡스톤디자인')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: /캡스톤/ })).toBeNull();
    const row = screen.getByRole('listitem');
    expect(within(row).getByTitle('캡스톤디자인 · 윤슬 (회원 전용 강의실)')).toBeDefined();
  });
});
