import type { PostItem } from '@naru/contract/posts';

/** A row of the free board; `other` overrides its defaults. */
export function postItemFixture(other: Partial<PostItem> = {}): PostItem {
  return {
    id: 5,
    title: '오늘의 글',
    boardType: 'FREE',
    writerId: 1,
    writerNickname: '해솔',
    createdDate: '2026-11-20T14:00:00+09:00',
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
    ...other,
  };
}
