import { ROLE_TITLES, type Role } from '@naru/contract/roles';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { RoleFlag } from '../../entities/member/role-tag.tsx';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { type Entered, useLogIn } from './use-log-in.ts';

/** One account of the demo content for each side of the app. */
export const DEMO_LOGINS: readonly { role: Role; username: string }[] = [
  { role: 'STUDENT', username: '20250001' },
  { role: 'PROFESSOR', username: 'prof01' },
  { role: 'STUDENT_COUNCIL', username: 'council01' },
  { role: 'MANAGER', username: 'manager01' },
  { role: 'ADMIN', username: 'admin01' },
];
const PASSWORD = 'naru-demo-1';

/** Logs in with one tap per role. Only while the server reports that its demo is on. */
export function DemoLogins({ onDone }: { onDone: (entered: Entered) => void }) {
  const titleId = useId();
  const logIn = useLogIn();
  const entering = useMutation({
    mutationFn: (username: string) => logIn({ username, password: PASSWORD }),
    onSuccess: onDone,
  });
  const { error, isPending, variables } = entering;
  return (
    <section aria-labelledby={titleId} className="mt-6 border-line border-t pt-5">
      <h2 id={titleId} className="font-bold text-md">
        체험용 계정으로 둘러보기
      </h2>
      <p className="mt-0.5 text-ink-3 text-sm">권한을 누르면 바로 들어갑니다.</p>
      <div className="mt-3 grid grid-cols-6 gap-2 *:col-span-2 *:nth-[n+4]:col-span-3">
        {DEMO_LOGINS.map(({ role, username }) => (
          <Button
            key={role}
            pending={isPending && variables === username}
            disabled={isPending && variables !== username}
            icon={
              <span aria-hidden="true">
                <RoleFlag role={role} size={14} />
              </span>
            }
            aria-label={`체험용 ${ROLE_TITLES[role]} 계정으로 들어가기`}
            className="px-2"
            onClick={() => entering.mutate(username)}
          >
            {ROLE_TITLES[role]}
          </Button>
        ))}
      </div>
      {error && (
        <div className="mt-3">
          <FormAlert problem={{ text: messageOf(error, TRY_LATER) }} />
        </div>
      )}
      <p className="mt-3 text-ink-3 text-sm">
        모두 비밀번호가 <strong>{PASSWORD}</strong>입니다. 학생은 학번{' '}
        <strong>{DEMO_LOGINS[0]?.username}</strong>으로 직접 로그인할 수도 있습니다.
      </p>
    </section>
  );
}
