import type { LiveEvent } from '@naru/contract/events';
import type { Me } from '@naru/contract/members';
import type { NoticeTopic } from '@naru/contract/notices';
import type { QueryClient } from '@tanstack/react-query';
import { askAgain } from '../lib/api/query-client.ts';
import { reloadQueries } from '../lib/api/reload-queries.ts';
import { openLiveConnection } from '../lib/live/connection.ts';
import { onLiveEvent } from '../lib/live/live.ts';
import { memberCardKey } from '../lib/profile-card.ts';
import { meQuery } from '../lib/session/me.ts';

/** Numbers of the header that an event brings along. */
function countsOf(event: LiveEvent): Partial<Me> {
  switch (event.type) {
    case 'notice':
    case 'notice-read':
      return { newNoticeCount: event.unreadCount };
    case 'mail':
    case 'mail-read':
      return { newMailCount: event.newMailCount };
    case 'friend':
      return { friendRequestCount: event.friendRequestCount };
    case 'post':
      return {};
  }
}

/** What a notification makes stale besides the list of notifications. */
const STALE_KEYS: Record<NoticeTopic, readonly (readonly unknown[])[]> = {
  // What a member sees and may do follows its roles: a change counts at once.
  access: [['me'], ['boards'], ['posts'], ['inquiries'], ['lectures'], ['lecture-posts']],
  inquiries: [['inquiries']],
  lectureRoom: [['lecture-posts'], ['lectures']],
};

/** Lists that an event makes stale; screens that are open ask again, the others when opened. */
function staleKeys(event: LiveEvent): readonly (readonly unknown[])[] {
  switch (event.type) {
    case 'notice':
      return [['notices'], ...(event.stale === undefined ? [] : STALE_KEYS[event.stale])];
    case 'notice-read':
      return [['notices']];
    case 'mail':
    case 'mail-read':
      return [['mail', 'rooms']];
    case 'friend':
      return [['friends'], memberCardKey(event.memberId), ['mail', 'rooms']];
    case 'post':
      return [
        ['posts', 'detail', event.postId],
        ['lecture-posts', 'detail', event.postId],
        ['comments', event.postId],
      ];
  }
}

/**
 * Opens this tab's event stream once the member is known, from the point where the member was
 * loaded, and closes it with the session. Everything that an event touches follows here.
 */
export function bridgeLive(client: QueryClient): void {
  let connection: { stop: () => void } | null = null;

  onLiveEvent((event) => {
    client.setQueryData(
      meQuery.queryKey,
      (me: Me | undefined) => me && { ...me, ...countsOf(event) },
    );
    for (const queryKey of staleKeys(event)) void reloadQueries(client, queryKey);
  });

  const follow = () => {
    const me = client.getQueryData(meQuery.queryKey);
    if (me === undefined) {
      connection?.stop();
      connection = null;
      return;
    }
    connection ??= openLiveConnection({
      lastId: String(me.liveSeq),
      onReset: () => void askAgain(client),
    });
  };
  client.getQueryCache().subscribe(({ query, type }) => {
    const isMe = query.queryKey[0] === meQuery.queryKey[0];
    if (isMe && (type === 'updated' || type === 'removed')) follow();
  });
}
