import { type QueryClient, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { pushKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { isPushQuestionDue, notePushAsked } from '../../lib/push-question.ts';
import { pushWantedBy } from '../../lib/push-wanted.ts';
import { isLoggedIn } from '../../lib/session/session.ts';
import type { TabMessage } from '../../service-worker/push.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { isAsked, pushQuery, useSwitchDevice } from './push.queries.ts';
import { resumeHere, silenceHere } from './this-device.ts';

/** Offers notifications on this device until one of its buttons is pressed; renders nothing before there is a reason. */
export function PushCard({ className }: { className?: string }) {
  const [isDue] = useState(isPushQuestionDue);
  const { data } = useQuery({ ...pushQuery, enabled: isDue });
  const change = useSwitchDevice();
  const [isAway, setAway] = useState(false);
  const isShown = isDue && !isAway && data !== undefined && isAsked(data);
  if (!isShown) return null;
  const leave = () => setAway(true);
  return (
    <section
      aria-label="기기 알림"
      className={cx(
        'grid gap-2 rounded-ctl border border-line bg-paper px-4 py-3 text-ink',
        className,
      )}
    >
      <p className="flex items-center gap-2 font-semibold text-md">
        <BellRing size={16} className="text-sea" aria-hidden />
        알림을 이 기기로 받을까요?
      </p>
      <p className="text-ink-2 text-sm">앱을 닫아도 댓글과 메시지를 알려 드립니다.</p>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="primary"
          className="max-md:min-h-11"
          pending={change.isPending}
          onClick={() => {
            notePushAsked();
            change.mutate({ ...data, isOn: true }, { onSettled: leave });
          }}
        >
          받기
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="max-md:min-h-11"
          onClick={() => {
            notePushAsked();
            leave();
          }}
        >
          받지 않기
        </Button>
      </div>
    </section>
  );
}

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
