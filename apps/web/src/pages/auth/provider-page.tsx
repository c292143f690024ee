import { useMutation } from '@tanstack/react-query';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { clearProviderVisit, readProviderVisit } from '../../entities/provider/provider-visit.ts';
import { CodeDialog } from '../../features/account/code-dialog.tsx';
import { AuthFrame } from '../../features/auth/auth-frame.tsx';
import { useProviderReturn } from '../../features/auth/provider-return.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { PATHS, PROVIDER_HASH } from '../../lib/paths.ts';
import { safeReturnPath } from '../../lib/return-path.ts';
import { LinkButton, Spinner } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states.tsx';

const CANCELLED = '로그인을 취소했습니다. 로그인하려면 다시 시도해 주세요.';
const LINK_CANCELLED = '연결을 취소했습니다. 연결하려면 다시 시도해 주세요.';
const CODE_ERRORS: readonly string[] = ['CODE_INCORRECT', 'LOGIN_THROTTLED'];
const FAILED = '학교 로그인으로 로그인하지 못했습니다. 다시 시도하거나 비밀번호로 로그인해 주세요.';

/** Where the provider sends the browser back to: ends the login or the linking that it began. */
export function ProviderPage() {
  const [query] = useState(() => new URLSearchParams(location.search));
  const [visit] = useState(() => {
    const { purpose, to } = readProviderVisit();
    return { purpose, to: safeReturnPath(to) ?? undefined };
  });
  const navigate = useNavigate();
  const goOn = useProviderReturn(visit);
  const hasBegun = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const { mutate, mutateAsync, variables, error } = useMutation({
    mutationFn: goOn,
    onSuccess: (to: NavigateOptions) => void navigate({ ...to, replace: true }),
    onError: (problem) => setAsking(isAboutCode(problem)),
  });
  const code = query.get('code');
  const state = query.get('state');
  const begin = useEffectEvent(() => {
    if (hasBegun.current || code === null || state === null) return;
    hasBegun.current = true;
    clearProviderVisit();
    // The code works once: a reload or the history must not send it again.
    history.replaceState(history.state, '', location.pathname);
    mutate({ code, state, iss: query.get('iss') ?? undefined });
  });
  useEffect(() => begin(), []);
  const isLink = visit.purpose === 'link';
  const problem = isAsking ? null : problemOf(query, error);
  return (
    <AuthFrame title={isLink ? '계정 연결' : '로그인'} footer={null}>
      {problem === null ? (
        <div role="status" className="grid justify-items-center gap-4 py-12 text-center">
          <Spinner size={36} />
          <p className="font-semibold">학교 로그인을 확인하고 있습니다.</p>
          <p className="text-ink-3 text-md">잠시만 기다려 주세요.</p>
        </div>
      ) : (
        <>
          <ErrorState
            className="py-4"
            title={isLink ? '연결하지 못했습니다.' : '로그인하지 못했습니다.'}
            text={problem}
          />
          {isLink ? (
            <LinkButton
              {...{ to: PATHS.mypageAccount, hash: PROVIDER_HASH, replace: true }}
              {...{ variant: 'primary', size: 'lg', block: true }}
            >
              계정 설정으로 돌아가기
            </LinkButton>
          ) : (
            <LinkButton
              {...{ to: PATHS.login, search: { redirect: visit.to }, replace: true }}
              {...{ variant: 'primary', size: 'lg', block: true }}
            >
              로그인 화면으로
            </LinkButton>
          )}
        </>
      )}
      {isAsking && variables && (
        <CodeDialog
          title="계정 연결"
          lead="2단계 인증이 켜진 계정입니다. 코드를 확인하면 연결합니다."
          confirmLabel="연결"
          onCode={(factorCode) => mutateAsync({ ...variables, factorCode })}
          onClose={() => setAsking(false)}
        />
      )}
    </AuthFrame>
  );
}

/** The way back still counts: the server asks for a code before it uses it up. */
function isAboutCode(error: Error): boolean {
  return error instanceof ApiError && CODE_ERRORS.includes(error.code);
}

/** Why it goes no further; nothing of the address is shown. */
function problemOf(query: URLSearchParams, error: Error | null): string | null {
  if (error !== null) return isAboutCode(error) ? LINK_CANCELLED : messageOf(error);
  if (query.get('error') === 'access_denied') return CANCELLED;
  return query.has('code') && query.has('state') ? null : FAILED;
}
