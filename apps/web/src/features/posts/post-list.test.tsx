import type { PostItem } from '@naru/contract/posts';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeMedia, renderPage } from '../../testing/fake-page.tsx';
import { lectureTagFixture } from '../../testing/lectures.ts';
import { postItemFixture } from '../../testing/posts.ts';
import { renderRouted } from '../../testing/routed.tsx';
import { PostHead } from './post-head.tsx';
import { PostList } from './post-list.tsx';
import { SummaryBox } from './summary-box.tsx';

const post: PostItem = {
  id: 1,
  title: '수강 신청 안내',
  boardType: 'NOTICE',
  writerId: 7,
  writerNickname: '닻별조교',
  createdDate: '2026-11-20T14:02:00+09:00',
  viewCount: 3,
  likeCount: 0,
  commentCount: 0,
  thumbNailUrl: null,
  imageUrls: null,
  pictures: [],
  price: null,
  tradeStatus: null,
  pinned: false,
  answered: false,
  hasFiles: true,
};
const posts = [post, { ...post, id: 2, title: '사무실 이전', hasFiles: false }];
const summaries = { data: { NOTICE: posts }, error: null, retry: () => undefined };

const LISTS = [
  ['a board', () => <PostList posts={posts} location={{ boardType: 'NOTICE', search: {} }} />],
  [
    'the main page',
    () => (
      <SummaryBox
        title="공지사항"
        name="notices"
        tabs={[{ type: 'NOTICE', label: '조교' }]}
        size={6}
        summaries={summaries}
      />
    ),
  ],
] as const;

beforeEach(() => fakeMedia());

describe('lists of posts', () => {
  it.each(LISTS)('of %s mark posts with files [UPLOAD-58]', async (_, list) => {
    await renderPage(list);
    const [first, second] = screen.getAllByRole('listitem');
    expect(within(first as HTMLElement).getByText('첨부 파일 있음')).toBeDefined();
    expect(within(second as HTMLElement).queryByText('첨부 파일 있음')).toBeNull();
  });

  it('show the first picture beside its row, in a box that stays when it fails [LIST-161]', async () => {
    const thumbNailUrl = '/files/a_thumb.webp';
    const pictured = { ...post, thumbNailUrl, imageUrls: '/files/a.webp' };
    const location = { boardType: 'NOTICE', search: {} } as const;
    await renderPage(() => (
      <PostList posts={[pictured, posts[1] as PostItem]} location={location} />
    ));
    const [first, second] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
    const picture = first.querySelector('img');
    expect(picture?.getAttribute('src')).toBe(thumbNailUrl);
    for (const name of ['width', 'height']) expect(picture?.getAttribute(name)).toBe('56');
    expect([picture?.alt, picture?.getAttribute('loading')]).toEqual(['', 'lazy']);
    expect(within(first).getByText('사진 있음')).toBeDefined();
    expect(second.querySelector('img')).toBeNull();
    const box = picture?.parentElement;
    fireEvent.error(picture as HTMLElement);
    expect(first.querySelector('img')).toBeNull();
    expect(box?.isConnected).toBe(true);
  });

  it('mark posts with a poll [POST-244]', async () => {
    const marked = [{ ...post, hasPoll: true }, posts[1] as PostItem];
    await renderPage(() => (
      <PostList posts={marked} location={{ boardType: 'NOTICE', search: {} }} />
    ));
    const [first, second] = screen.getAllByRole('listitem');
    expect(within(first as HTMLElement).getByText('투표 있음')).toBeDefined();
    expect(within(second as HTMLElement).queryByText('투표 있음')).toBeNull();
  });
});

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
