import type { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { pushKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { ownWriting } from '../../lib/own-writing.ts';
import { pushWantedBy } from '../../lib/push-wanted.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import type { TabMessage } from '../../service-worker/push.ts';
import { showToastCard } from '../../ui/toast-card.ts';
import { isAsked, pushQuery } from './push.queries.ts';
import { PushCard } from './push-card.tsx';
import { mayAsk, resumeHere, silenceHere } from './this-device.ts';

/** Starts once, after the first page: `go` leads to a path of this site. */
export function startPush(client: QueryClient, go: (path: string) => void): void {
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data?.type === 'push-open') go(data.url);
    if (data?.type === 'push-changed') void resume(client, true);
  });
  clearBadge();
  document.addEventListener('visibilitychange', clearBadge);
  if (Notification.permission === 'granted') void resume(client);
  askAfterWriting(client);
  // The end of a session clears the query cache; only a log-out ends the notifications here.
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== 'removed' || query.queryKey[0] !== meQuery.queryKey[0]) return;
    if (!isLoggedIn() && pushWantedBy() === null) void silenceHere().catch(() => undefined);
  });
}

/** The number on the icon says what is unread; the page itself shows it better. */
function clearBadge(): void {
  if (document.visibilityState !== 'visible' || !('clearAppBadge' in navigator)) return;
  navigator.clearAppBadge().catch(() => undefined);
}

/** Subscribes the new session of a member who wanted notifications here. */
async function resume(client: QueryClient, isChanged = false): Promise<void> {
  if (!isLoggedIn()) return;
  try {
    const state = await client.fetchQuery(pushQuery);
    if (state.publicKey === null || state.support !== 'yes') return;
    if (state.subscribed && !isChanged) return;
    const { id } = await client.ensureQueryData(meQuery);
    const isResumed = await resumeHere(state.publicKey, id);
    if (isResumed) await client.invalidateQueries({ queryKey: pushKeys.state });
    // What is left of another member must not be shown to this one.
    else if (pushWantedBy() !== String(id)) await silenceHere();
  } catch {
    // The next visit tries again; the bell shows everything meanwhile.
  }
}

/** A member who has just written something may wait for a reply. */
function askAfterWriting(client: QueryClient): void {
  const stop = ownWriting.subscribe(() => {
    stop();
    void ask(client);
  });
}

async function ask(client: QueryClient): Promise<void> {
  if (!mayAsk()) return;
  const state = await client.fetchQuery(pushQuery).catch(() => null);
  if (state === null || !isAsked(state)) return;
  await showToastCard((close) => createElement(PushCard, { onAway: close }));
}
