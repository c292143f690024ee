import type { PostDetail, PostItem } from '@naru/contract/posts';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { postKeys } from '../../entities/keys.ts';
import { findListedPost, patchPost, postListQuery } from './posts.queries.ts';

function item(id: number): PostItem {
  return {
    id,
    title: `글 ${id}`,
    boardType: 'FREE',
    writerId: 1,
    writerNickname: '해솔',
    createdDate: '2026-11-20T14:02:00+09:00',
    viewCount: 3,
    likeCount: 2,
    commentCount: 1,
    thumbNailUrl: null,
    imageUrls: null,
    pictures: [],
    price: null,
    tradeStatus: null,
    pinned: false,
    answered: false,
    hasFiles: false,
  };
}

function detail(id: number): PostDetail {
  return {
    ...item(id),
    content: '<p>본문</p>',
    image_urls: null,
    targetUrl: null,
    updatedDate: null,
    isLike: false,
    isScrapped: false,
    isAuthor: false,
    writerProfileThumbnails: null,
    writerRoles: ['STUDENT'],
    acceptedCommentId: null,
    pinnedUntil: null,
    attachments: [],
  };
}

function page(...posts: PostItem[]) {
  const pageResponse = { posts, currentPage: 0, totalPages: 1, totalCount: posts.length };
  return { pageResponse, isMarked: false };
}

describe('postKeys.list', () => {
  it('ignores the filter of an empty search', () => {
    const plain = postKeys.list({ boardType: 'FREE', page: 0 });
    expect(postKeys.list({ boardType: 'FREE', page: 0, filter: 'writer' })).toEqual(plain);
    expect(postKeys.list({ boardType: 'FREE', page: 0, filter: 'all', query: '' })).toEqual(plain);
  });

  it('distinguishes pages, search texts, filters and boards', () => {
    const lists = [
      { boardType: 'FREE', page: 0 },
      { boardType: 'FREE', page: 1 },
      { boardType: 'QNA', page: 0 },
      { boardType: 'FREE', page: 0, query: '국밥' },
      { boardType: 'FREE', page: 0, query: '국밥', filter: 'content' },
    ] as const;
    const keys = lists.map((list) => JSON.stringify(postKeys.list(list)));
    expect(new Set(keys).size).toBe(lists.length);
  });

  it('defaults the filter to the title', () => {
    const list = { boardType: 'FREE', page: 0, query: '국밥' } as const;
    expect(postKeys.list({ ...list, filter: 'title' })).toEqual(postKeys.list(list));
  });
});

describe('postListQuery', () => {
  it('keeps the previous page within a board and drops it on another', () => {
    const { placeholderData } = postListQuery({ boardType: 'FREE', page: 1 });
    if (typeof placeholderData !== 'function') throw new Error('no function');
    const client = new QueryClient();
    const before = page(item(1));
    const queryOf = (boardType: 'FREE' | 'QNA') => {
      const queryKey = postKeys.list({ boardType, page: 0 });
      return client.getQueryCache().build(client, { queryKey });
    };
    const placeholder = placeholderData as (value: unknown, query: unknown) => unknown;
    expect(placeholder(before, queryOf('FREE'))).toBe(before);
    expect(placeholder(before, queryOf('QNA'))).toBeUndefined();
  });
});

describe('patchPost', () => {
  it('patches the cached post and its row in every cached list', () => {
    const client = new QueryClient();
    const free = postKeys.list({ boardType: 'FREE', page: 0 });
    const popular = postKeys.list({ boardType: 'POPULAR', page: 0 });
    client.setQueryData(free, page(item(1), item(2)));
    client.setQueryData(popular, page(item(2)));
    client.setQueryData(postKeys.detail(2), detail(2));

    patchPost(client, 2, { isLike: true, likeCount: 3 });

    expect(client.getQueryData(postKeys.detail(2))).toMatchObject({ isLike: true, likeCount: 3 });
    expect(client.getQueryData(free)).toMatchObject({
      pageResponse: {
        posts: [
          { id: 1, likeCount: 2 },
          { id: 2, likeCount: 3 },
        ],
      },
    });
    expect(client.getQueryData(popular)).toMatchObject({
      pageResponse: { posts: [{ id: 2, likeCount: 3, commentCount: 1 }] },
    });
  });

  it('creates no entry for a post that is not cached', () => {
    const client = new QueryClient();
    patchPost(client, 7, { likeCount: 1 });
    expect(client.getQueryData(postKeys.detail(7))).toBeUndefined();
  });
});

describe('findListedPost', () => {
  it('finds the row in any cached list', () => {
    const client = new QueryClient();
    client.setQueryData(postKeys.list({ boardType: 'FREE', page: 3 }), page(item(1), item(2)));
    expect(findListedPost(client, 2)?.title).toBe('글 2');
    expect(findListedPost(client, 9)).toBeUndefined();
  });
});
