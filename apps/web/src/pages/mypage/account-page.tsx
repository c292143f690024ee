import type { Me } from '@naru/contract/members';
import { useMe } from '../../entities/member/me.ts';
import { useGate } from '../../features/account/account.queries.ts';
import { ACCOUNT_TEXTS } from '../../features/account/account.texts.ts';
import { NotificationChoicesForm } from '../../features/account/notification-choices.tsx';
import { DataExport, DeleteAccount } from '../../features/account/own-data.tsx';
import { PasswordForm } from '../../features/account/password-form.tsx';
import { PasswordGate } from '../../features/account/password-gate.tsx';
import { PictureForm } from '../../features/account/picture-form.tsx';
import { ProfileForm } from '../../features/account/profile-form.tsx';
import { AccountSection } from '../../features/account/section.tsx';
import { SessionList } from '../../features/account/session-list.tsx';
import { useProve } from '../../features/account/use-prove.tsx';
import { InquiryHistory } from '../../features/inquiries/inquiry-history.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { EmailChange } from './email-change.tsx';

/** Requires the password first. */
export function AccountPage() {
  const { data: me, error, refetch } = useMe();
  const gate = useGate();
  if (error && !me) {
    return (
      <Card>
        <ErrorState
          title={ACCOUNT_TEXTS.loadFailed}
          text={messageOf(error)}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  if (!me) {
    return (
      <Card>
        <SkeletonRows rows={4} />
      </Card>
    );
  }
  if (!gate.isOpen) {
    return (
      <Card as="section" className="mx-auto w-full max-w-[420px] px-6 py-7 max-md:px-4">
        <h2 className="font-bold text-xl">{ACCOUNT_TEXTS.gateTitle}</h2>
        <p className="mt-1 mb-5 text-ink-2 text-md">{ACCOUNT_TEXTS.gateLead}</p>
        <PasswordGate onProven={gate.open} />
      </Card>
    );
  }
  return <Account me={me} />;
}

function Account({ me }: { me: Me }) {
  const { prove, dialog } = useProve();
  return (
    <div className="grid gap-4">
      <AccountSection title="프로필 이미지">
        <PictureForm me={me} />
      </AccountSection>
      <AccountSection title="개인정보">
        <div className="grid gap-5">
          <ProfileForm me={me} />
          <EmailChange key={me.email} current={me.email} prove={prove} />
        </div>
      </AccountSection>
      <AccountSection title="비밀번호">
        <PasswordForm username={me.username} />
      </AccountSection>
      <AccountSection title="알림">
        <NotificationChoicesForm />
      </AccountSection>
      <AccountSection title="로그인한 기기">
        <SessionList />
      </AccountSection>
      <AccountSection title="문의 내역">
        <div className="-mx-6 -mb-5 max-md:-mx-4">
          <InquiryHistory />
        </div>
      </AccountSection>
      <AccountSection title="내 정보 내려받기" lead={ACCOUNT_TEXTS.exportLead}>
        <DataExport prove={prove} nickname={me.nickname} />
      </AccountSection>
      <AccountSection title="계정 삭제" lead={ACCOUNT_TEXTS.removeLead}>
        <DeleteAccount prove={prove} />
      </AccountSection>
      {dialog}
    </div>
  );
}
