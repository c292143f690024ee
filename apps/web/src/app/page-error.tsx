import { type ErrorComponentProps, lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { type ComponentType, useEffect } from 'react';
import { PATHS } from '../lib/paths.ts';
import { reloadIfReachable } from '../lib/reload.ts';
import { Card } from '../ui/card.tsx';
import { Page } from '../ui/page.tsx';
import { LoadError } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';

/** When this tab last reloaded by itself, in ms. */
const RELOADED = 'naru.reloaded';
const RELOAD_PAUSE_MS = 60_000;

/** The code of a page could not be loaded: no network, or a newer release has replaced it. */
class PageCodeError extends Error {
  override readonly name = 'PageCodeError';
}

/** A page whose code is loaded when it is first opened. Throws `PageCodeError`. */
export function lazyPage<N extends string>(
  load: () => Promise<Record<N, ComponentType>>,
  name: NoInfer<N>,
) {
  return lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new PageCodeError('the code of a page was not loaded', { cause });
      }),
    name,
  );
}

/** Reloads a reachable page at most once a minute, so that a broken release does not reload for ever. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS) return;
  void reloadIfReachable().then((isReloading) => {
    if (isReloading) sessionStorage.setItem(RELOADED, String(Date.now()));
  });
}

const MEMBER_TEXT = '네트워크 연결을 확인하고 다시 시도해 주세요.';
const LOGIN_TITLE = '로그인하려면 네트워크 연결이 필요합니다.';
/** The forms of guests are not stored on the device. */
const LOGIN_TEXT =
  '이 기기에서는 로그아웃되어 있습니다. 연결되면 이 화면이 자동으로 다시 열립니다.';

/** Error boundary of one page; header and footer keep working. */
export function PageError(props: ErrorComponentProps) {
  const router = useRouter();
  const isCodeMissing = props.error instanceof PageCodeError;
  const isLogin = isCodeMissing && router.state.location.pathname.startsWith(PATHS.login);
  useEffect(() => {
    if (!isCodeMissing) return;
    reloadOnce();
    window.addEventListener('online', reloadOnce);
    return () => window.removeEventListener('online', reloadOnce);
  }, [isCodeMissing]);
  const retry = async () => {
    if (isCodeMissing) {
      if (!(await reloadIfReachable())) toast.error('아직 연결되지 않았습니다.');
      return;
    }
    props.reset();
    await router.invalidate();
  };
  return (
    <Page title="오류">
      <Card>
        <LoadError
          title={isLogin ? LOGIN_TITLE : '화면을 불러오지 못했습니다.'}
          error={props.error}
          fallback={isCodeMissing ? (isLogin ? LOGIN_TEXT : MEMBER_TEXT) : undefined}
          onRetry={retry}
        />
      </Card>
    </Page>
  );
}
