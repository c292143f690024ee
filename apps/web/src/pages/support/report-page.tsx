import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { OutsideReportForm } from '../../features/inquiries/outside-report-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';

const TITLE = '권리 침해 신고';

/** For people without an account, such as the victim of a post. */
export function ReportPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <Page title={TITLE} width="form">
      <Card as="section" className="mt-6 px-6 py-6 max-md:mt-2 max-md:px-4 max-md:py-5">
        <PageHeading className="text-xl">{TITLE}</PageHeading>
        {sentTo === null ? (
          <>
            <p className="mt-1 mb-5 text-ink-2">
              명예 훼손이나 개인정보 노출처럼 권리를 침해하는 게시물을 회원이 아니어도 신고할 수
              있습니다. 회원은 게시물의 ‘신고’를 이용해 주세요.
            </p>
            <OutsideReportForm onSent={setSentTo} />
          </>
        ) : (
          <Sent email={sentTo} onAgain={() => setSentTo(null)} />
        )}
      </Card>
    </Page>
  );
}

function Sent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The form was longer: what replaces it may be above the screen.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="scroll-mt-32 focus:outline-none">
      <EmptyState
        className="py-6"
        icon={<MailCheck size={22} />}
        title="신고를 받았습니다."
        text={`확인한 뒤 ${email} 주소로 답변을 보내 드립니다.`}
        action={<Button onClick={onAgain}>다른 게시물 신고</Button>}
      />
    </div>
  );
}
