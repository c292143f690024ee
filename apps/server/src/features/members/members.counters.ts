/** Numbers of the header's badges, each from its own feature. */
export interface Counters {
  /** Unread notices. */
  notifications: (memberId: number) => Promise<number>;
  /** Rooms with unread mail. */
  chat: (memberId: number) => Promise<number>;
  /** Friend requests that wait for the member. */
  friends: (memberId: number) => Promise<number>;
}

export async function countAll(counters: Counters, memberId: number) {
  const [newNoticeCount, newMailCount, friendRequestCount] = await Promise.all([
    counters.notifications(memberId),
    counters.chat(memberId),
    counters.friends(memberId),
  ]);
  return { newNoticeCount, newMailCount, friendRequestCount };
}
