import type { LiveEvent } from '@naru/contract/events';
import type { Me } from '@naru/contract/members';
import type { QueryClient } from '@tanstack/react-query';
import { meQuery } from '../entities/member/me.ts';
import { memberCardKey } from '../entities/member/profile-card.ts';
import { askAgain } from '../lib/api/query-client.ts';
import { reloadQueries } from '../lib/api/reload-queries.ts';
import { openLiveConnection } from '../lib/live/connection.ts';
import { onLiveEvent } from '../lib/live/live.ts';
import { PATHS } from './paths.ts';

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

/** What some notices tell of, wherever they lead. */
const AFTER_NOTICE: Record<string, readonly (readonly unknown[])[]> = {
  // What a member sees and may do follows its roles: they count at once (quality RM-09).
  'role-changed': [['me'], ['boards'], ['posts'], ['inquiries'], ['lectures'], ['lecture-posts']],
};

/** What a notice leads to has changed: the own inquiry, the boards of a lecture room. */
function keysBehind(targetUrl: string): readonly (readonly unknown[])[] {
  if (targetUrl.startsWith('/inquiry/')) return [['inquiries']];
  return targetUrl.startsWith(`${PATHS.study}/`) ? [['lecture-posts'], ['lectures']] : [];
}

/** Lists that an event makes stale; screens that are open ask again, the others when opened. */
function staleKeys(event: LiveEvent): readonly (readonly unknown[])[] {
  switch (event.type) {
    case 'notice':
      return [
        ['notices'],
        ...(AFTER_NOTICE[event.notice.subType ?? ''] ?? keysBehind(event.notice.targetUrl)),
      ];
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
