import type { SecondFactorState } from '@naru/contract/second-factor';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKeys } from '../../entities/keys.ts';
import { meQuery } from '../../entities/member/me.ts';
import { api } from '../../lib/api/api.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatDay } from '../../lib/format/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeDialog } from './code-dialog.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { isDismissed, type Prove, withProof } from './use-prove.tsx';

const secondFactorQuery = queryOptions({
  queryKey: accountKeys.secondFactor,
  queryFn: ({ signal }) => api('GET /api/member/second-factor', { signal }),
});

/** Reads again whether the second factor is on, and the roles, which may depend on it. */
function useSecondFactorChanged() {
  const client = useQueryClient();
  return async () => {
    const queries = [secondFactorQuery.queryKey, meQuery.queryKey];
    await Promise.all(queries.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** A new key for an authenticator app. Never cached: it is shown while it is set up. */
function useNewKey() {
  return useMutation({
    mutationFn: () => api('POST /api/member/second-factor/begin'),
    gcTime: 0,
  });
}

/** Fewer recovery codes than this are worth a warning. */
const FEW_CODES = 3;

/** Turns the second factor on and off, and makes new recovery codes. */
export function SecondFactorSection({ prove }: { prove: Prove }) {
  const query = useQuery(secondFactorQuery);
  const { data: state } = query;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!state)
    return <LoadState query={query} failed="2단계 인증을 불러오지 못했습니다." rows={2} />;
  return (
    <>
      {state.enabledAt === null ? (
        <TurnOn state={state} prove={prove} onCodes={setCodes} />
      ) : (
        <TurnedOn state={state} since={state.enabledAt} prove={prove} onCodes={setCodes} />
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

type PartProps = {
  state: SecondFactorState;
  prove: Prove;
  /** Shows new recovery codes. */
  onCodes: (codes: readonly string[]) => void;
};

function TurnOn({ state, prove, onCodes }: PartProps) {
  const making = useNewKey();
  const changed = useSecondFactorChanged();
  const begin = async () => {
    try {
      await withProof(prove, () => making.mutateAsync());
    } catch (error) {
      if (!isDismissed(error)) toast.error(messageOf(error, '2단계 인증을 시작하지 못했습니다.'));
    }
  };
  const finish = async (codes: readonly string[]) => {
    making.reset();
    onCodes(codes);
    await changed();
  };
  return (
    <>
      <p className="mb-4 text-ink-2 text-md">
        로그인할 때 비밀번호 다음에 인증 앱의 코드를 한 번 더 입력합니다. 비밀번호가 알려져도 다른
        사람이 들어올 수 없습니다.
      </p>
      {state.isRequired && (
        <p className="mb-4 rounded-ctl bg-gold-weak px-3.5 py-3 font-medium text-gold text-md">
          조교 이상은 2단계 인증을 켜야 운영 기능을 쓸 수 있습니다.
        </p>
      )}
      <Button variant="primary" pending={making.isPending} onClick={() => void begin()}>
        2단계 인증 켜기
      </Button>
      {making.data && (
        <SecondFactorSetup
          newKey={making.data}
          prove={prove}
          onDone={(made) => void finish(made)}
          onClose={making.reset}
        />
      )}
    </>
  );
}

function TurnedOn({ state, since, prove, onCodes }: PartProps & { since: string }) {
  const [asked, setAsked] = useState<'renew' | 'off' | null>(null);
  const changed = useSecondFactorChanged();
  const close = () => setAsked(null);
  const left = state.recoveryCodesLeft;
  const renew = async (code: string) => {
    const body = { code };
    const call = () => api('POST /api/member/second-factor/recovery-codes', { body });
    const { recoveryCodes } = await withProof(prove, call);
    close();
    onCodes(recoveryCodes);
    await changed();
  };
  const turnOff = async (code: string) => {
    const body = { code };
    const call = () => api('POST /api/member/second-factor/off', { body });
    const { message } = await withProof(prove, call);
    close();
    toast.success(message);
    await changed();
  };
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 text-md">
        <Badge tone="tide">켜짐</Badge>
        <span className="text-ink-2">{formatDay(since)}부터</span>
        <span aria-hidden="true" className="text-ink-3">
          ·
        </span>
        <span className={left < FEW_CODES ? 'font-semibold text-buoy' : 'text-ink-2'}>
          남은 복구 코드 {left}개
        </span>
      </p>
      {left < FEW_CODES && (
        <p className="mt-2 text-ink-2 text-md">
          복구 코드가 얼마 남지 않았습니다. 새로 만들어 보관해 주세요.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setAsked('renew')}>복구 코드 새로 만들기</Button>
        <Button variant="danger-ghost" onClick={() => setAsked('off')}>
          2단계 인증 끄기
        </Button>
      </div>
      <Passkeys prove={prove} />
      {asked === 'renew' && (
        <CodeDialog
          title="복구 코드 새로 만들기"
          lead="지금 있는 복구 코드는 모두 쓸 수 없게 됩니다."
          confirmLabel="새로 만들기"
          onCode={renew}
          onClose={close}
        />
      )}
      {asked === 'off' && (
        <CodeDialog
          title="2단계 인증을 끌까요?"
          lead={
            state.isRequired
              ? '끄면 다시 켤 때까지 운영 기능을 쓸 수 없습니다. 복구 코드와 패스키도 삭제됩니다.'
              : '끄면 비밀번호만으로 로그인합니다. 복구 코드와 패스키도 삭제됩니다.'
          }
          confirmLabel="끄기"
          danger
          onCode={turnOff}
          onClose={close}
        />
      )}
    </>
  );
}
