import type { Me } from '@naru/contract/members';
import type { NotificationTopic } from '@naru/contract/notifications';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  accountKeys,
  bookingKey,
  chatKeys,
  commentKeys,
  friendKeys,
  inquiryKeys,
  lectureKeys,
  lecturePostKeys,
  memberKeys,
  moderationKeys,
  notificationKeys,
  objectionKeys,
  petitionKeys,
  postKeys,
  workKeys,
} from '../entities/keys.ts';
import { meQuery } from '../entities/member/me.ts';
import { dropFirstData } from '../lib/api/first-data.ts';
import { invalidateAutomatic, reloadQueries } from '../lib/api/query-client.ts';
import { liveState, onLiveEvent, type QueriedEvent } from '../lib/live/live.ts';

/** Queries that a notification invalidates besides the notifications themselves. */
const STALE_KEYS: Record<NotificationTopic, readonly QueryKey[]> = {
  // Roles decide what a member sees, so a change invalidates all of it.
  access: [memberKeys.me, postKeys.all, inquiryKeys.all, lectureKeys.all, lecturePostKeys.all],
  inquiries: [inquiryKeys.all],
  lectureRoom: [lecturePostKeys.all, lectureKeys.all],
  bookings: [bookingKey(), memberKeys.me],
  handled: [objectionKeys.all, postKeys.all, lecturePostKeys.all, commentKeys.all],
  team: [postKeys.all, accountKeys.allActivity, chatKeys.rooms],
};

/** What an event changes: header counts that it carries, and queries that it invalidates. */
function effectOf(
  client: QueryClient,
  event: QueriedEvent,
): { counts?: Partial<Me>; stale: readonly QueryKey[] } {
  switch (event.type) {
    case 'notice': {
      const others = event.stale === undefined ? [] : STALE_KEYS[event.stale];
      return {
        counts: { newNoticeCount: event.unreadCount },
        stale: [notificationKeys.all, ...others],
      };
    }
    case 'notice-read':
      return { counts: { newNoticeCount: event.unreadCount }, stale: [notificationKeys.all] };
    case 'mail':
    case 'mail-recalled':
    case 'mail-read':
      return { counts: { newMailCount: event.newMailCount }, stale: [chatKeys.rooms] };
    case 'mail-reacted':
      return { stale: [] };
    case 'friend':
      return {
        counts: { friendRequestCount: event.friendRequestCount },
        stale: [friendKeys.all, memberKeys.card(event.memberId), chatKeys.rooms],
      };
    case 'post':
      return {
        stale: [
          postKeys.detail(event.postId),
          petitionKeys.detail(event.postId),
          lecturePostKeys.inAnyRoom(event.postId),
          commentKeys.thread(event.postId),
        ],
      };
    case 'board':
      void import('../entities/boards/new-on-boards.ts').then(({ noteNewPost }) =>
        noteNewPost(client, event),
      );
      return { stale: [] };
    case 'work':
      return {
        stale: [
          ...[workKeys.waiting, moderationKeys.all, inquiryKeys.all, bookingKey()],
          ...[petitionKeys.lists, petitionKeys.details, memberKeys.me],
        ],
      };
  }
}

/**
 * Opens this tab's event stream once `me` is loaded, resuming at its `liveSeq`, and closes it with
 * the session. Applies each event to the query cache.
 */
export function bridgeLive(
  client: QueryClient,
  importConnection = () => import('../lib/live/connection.ts'),
): void {
  let connection: { stop: () => void } | null = null;

  onLiveEvent((event) => {
    dropFirstData();
    const { counts, stale } = effectOf(client, event);
    client.setQueryData(meQuery.queryKey, (me: Me | undefined) => me && { ...me, ...counts });
    for (const queryKey of stale) void reloadQueries(client, queryKey);
  });

  // Not part of the first page: the page's own calls come first anyway.
  const open = (lastId: string) => {
    const life = new AbortController();
    const opened = { stop: () => life.abort() };
    importConnection().then(
      ({ openLiveConnection }) => {
        if (life.signal.aborted) return;
        const onReset = () => void invalidateAutomatic(client);
        const { stop } = openLiveConnection({ lastId, onReset });
        life.signal.addEventListener('abort', stop);
      },
      // Lists are polled, and a refetched `me` tries to open the stream again.
      () => {
        liveState.set('polling');
        if (connection === opened) connection = null;
      },
    );
    return opened;
  };

  const follow = () => {
    const me = client.getQueryData(meQuery.queryKey);
    if (me === undefined) {
      connection?.stop();
      connection = null;
      return;
    }
    connection ??= open(String(me.liveSeq));
  };
  client.getQueryCache().subscribe(({ query, type }) => {
    const isMe = query.queryKey[0] === meQuery.queryKey[0];
    if (isMe && (type === 'updated' || type === 'removed')) follow();
  });
}
