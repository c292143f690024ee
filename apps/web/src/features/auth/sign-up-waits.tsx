import { Hourglass } from 'lucide-react';
import { EmptyState } from '../../ui/states.tsx';

/** After a sign-up that differs from the roster. */
export function SignUpWaits(props: { email: string; isByProvider: boolean }) {
  const { email, isByProvider } = props;
  return (
    <div role="status" className="grid gap-4">
      <EmptyState
        className="py-4"
        icon={<Hourglass size={22} />}
        title="가입 확인을 기다리고 있습니다."
        text="적은 학번(교번), 이름, 이메일이 학과 명부와 달라 운영진이 확인합니다."
      />
      <ul className="grid list-disc gap-1.5 rounded-ctl bg-deck py-3.5 pr-4 pl-8 text-ink-2 text-md">
        <li>
          결과는 <bdi className="font-semibold [overflow-wrap:anywhere]">{email}</bdi> 주소로 알려
          드립니다.
        </li>
        <li>승인되면 방금 정한 비밀번호로 로그인할 수 있습니다. 그 전에는 로그인할 수 없습니다.</li>
        {isByProvider && (
          <li>승인된 뒤 비밀번호로 한 번 로그인해 내 정보의 ‘계정 연결’에서 연결해 주세요.</li>
        )}
        <li>잘못 적었다면 같은 이메일로 다시 가입해 주세요. 새로 적은 내용으로 바뀝니다.</li>
      </ul>
    </div>
  );
}
