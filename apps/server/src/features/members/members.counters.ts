/** Numbers of the header's badges, each from its own feature. */
export interface Counters {
  /** Unread notices. */
  notices: (memberId: number) => Promise<number>;
  /** Rooms with unread mail. */
  mail: (memberId: number) => Promise<number>;
  /** Friend requests that wait for the member. */
  friends: (memberId: number) => Promise<number>;
}

export async function countAll(counters: Counters, memberId: number) {
  const [newNoticeCount, newMailCount, friendRequestCount] = await Promise.all([
    counters.notices(memberId),
    counters.mail(memberId),
    counters.friends(memberId),
  ]);
  return { newNoticeCount, newMailCount, friendRequestCount };
}
