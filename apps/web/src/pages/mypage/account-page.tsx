import type { Me } from '@naru/contract/members';
import { hasRole } from '@naru/contract/roles';
import { Link, Navigate, useLocation, useParams } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { useGate } from '../../features/account/account.queries.ts';
import { AlertWordsForm } from '../../features/account/alert-words-form.tsx';
import { FollowedList } from '../../features/account/followed-list.tsx';
import { LinkedIdentities } from '../../features/account/linked-identities.tsx';
import {
  DigestForm,
  NotificationChoicesForm,
  WorkEmailsForm,
} from '../../features/account/notification-choices.tsx';
import { DataExport, DeleteAccount, REMOVE_LEAD } from '../../features/account/own-data.tsx';
import { PasswordForm } from '../../features/account/password-form.tsx';
import { PictureForm } from '../../features/account/picture-form.tsx';
import { ProfileForm } from '../../features/account/profile-form.tsx';
import { SecondFactorSection } from '../../features/account/second-factor.tsx';
import { SessionList } from '../../features/account/session-list.tsx';
import { StudyYearForm } from '../../features/account/study-year-form.tsx';
import { ThemeChoice } from '../../features/account/theme-choice.tsx';
import {
  FACTOR_DUE_LEAD,
  GATE_LEAD,
  GATE_TITLE,
  PasswordGate,
  type Prove,
  useProve,
} from '../../features/account/use-prove.tsx';
import { InquiryHistory } from '../../features/inquiries/inquiry-history.tsx';
import { PushSettings } from '../../features/push/push-settings.tsx';
import { EMAIL_HASH, PATHS, PROVIDER_HASH, SECOND_FACTOR_HASH } from '../../lib/paths.ts';
import { useMedia } from '../../lib/use-media.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { PageHeading } from '../../ui/page.tsx';
import {
  ACCOUNT_PAGES,
  type AccountPageKey,
  findAccountPage,
  NARROW,
  pageOfAnchor,
} from './account-pages.ts';
import { EmailChange } from './email-change.tsx';

const BlockList = lazyPart(
  async () => (await import('../../features/friends/block-lists.tsx')).BlockList,
);

/** The list of the pages, and each page with the way back to it; wide screens have the list beside. */
export function AccountPage() {
  const { page } = useParams({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const isNarrow = useMedia(NARROW);
  const entry = findAccountPage(page);
  const query = useMe();
  if (entry === undefined) {
    const wanted = pageOfAnchor(hash) ?? (isNarrow ? undefined : 'profile');
    if (wanted === undefined) return <PageList />;
    return <Navigate to={PATHS.mypageAccountPage} params={{ page: wanted }} hash={hash} replace />;
  }
  const { data: me } = query;
  const Content = PAGES[entry.page];
  return (
    <div className="grid gap-4">
      {isNarrow && (
        <div className="-mb-3">
          <BackLink to={PATHS.mypageAccount}>계정 설정</BackLink>
        </div>
      )}
      <PageHeading className="max-lg:text-xl">{entry.name}</PageHeading>
      {me ? (
        <Content me={me} />
      ) : (
        <Card>
          <LoadState query={query} failed="사용자 정보를 불러올 수 없습니다." rows={4} />
        </Card>
      )}
    </div>
  );
}

function PageList() {
  return (
    <nav aria-label="계정 설정">
      <Card className="overflow-hidden">
        {ACCOUNT_PAGES.map(({ page, name, text, Icon }) => (
          <Link
            key={page}
            to={PATHS.mypageAccountPage}
            params={{ page }}
            state={{ fromList: true }}
            className="flex min-h-16 items-center gap-3 border-line border-t px-4 py-2.5 first:border-t-0 hover:bg-hover focus-visible:outline-offset-[-2px]"
          >
            <Icon size={20} className="shrink-0 text-ink-3" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{name}</span>
              <span className="block text-ink-3 text-sm">{text}</span>
            </span>
            <ChevronRight size={18} className="shrink-0 text-ink-3" />
          </Link>
        ))}
      </Card>
    </nav>
  );
}

type ContentProps = { me: Me };

function Profile({ me }: ContentProps) {
  return (
    <>
      <AccountSection title="프로필 사진">
        <PictureForm me={me} />
      </AccountSection>
      <AccountSection title="개인정보">
        <div className="grid gap-5">
          <ProfileForm me={me} />
          <StudyYearForm />
        </div>
      </AccountSection>
    </>
  );
}

function Notifications({ me }: ContentProps) {
  return (
    <AccountSection title="받을 알림">
      <NotificationChoicesForm />
      <FollowedList />
      <AlertWordsForm />
      <PushSettings />
      <DigestForm />
      {hasRole(me.roles, 'MANAGER') && <WorkEmailsForm />}
    </AccountSection>
  );
}

function Appearance() {
  return (
    <AccountSection
      title="화면 테마"
      lead="‘기기 설정’은 휴대전화나 컴퓨터가 밝고 어두운 것을 따릅니다. 이 기기에만 적용됩니다."
    >
      <ThemeChoice />
    </AccountSection>
  );
}

/** Requires the password once in a session. */
function Security({ me }: ContentProps) {
  const gate = useGate();
  const { prove, dialog } = useProve();
  const provider = useSiteConfig().data?.signInProvider;
  if (!gate.isOpen) {
    return (
      <Card as="section" className="w-full max-w-[420px] px-6 py-7 max-md:px-4">
        <h2 className="font-bold text-xl">{GATE_TITLE}</h2>
        <p className="mt-1 mb-5 text-ink-2 text-md">
          {me.secondFactorDue ? FACTOR_DUE_LEAD : GATE_LEAD}
        </p>
        <PasswordGate onProven={gate.open} />
      </Card>
    );
  }
  return (
    <>
      <AccountSection title="이메일">
        <EmailSection me={me} prove={prove} />
      </AccountSection>
      <AccountSection title="비밀번호">
        <PasswordForm username={me.username} />
      </AccountSection>
      <AccountSection title="2단계 인증" anchor={SECOND_FACTOR_HASH}>
        <SecondFactorSection prove={prove} />
      </AccountSection>
      {provider && (
        <AccountSection title="계정 연결" anchor={PROVIDER_HASH}>
          <LinkedIdentities name={provider} prove={prove} />
        </AccountSection>
      )}
      <AccountSection title="로그인한 기기">
        <SessionList prove={prove} />
      </AccountSection>
      {dialog}
    </>
  );
}

function OwnData({ me }: ContentProps) {
  const { prove, dialog } = useProve();
  return (
    <>
      <AccountSection title="문의 내역">
        <div className="-mx-6 -mb-5 max-md:-mx-4">
          <InquiryHistory />
        </div>
      </AccountSection>
      <AccountSection
        title="차단 목록"
        lead="차단한 회원과 익명 글에서 차단한 이름입니다. 상대에게는 알리지 않습니다."
      >
        <div className="-mx-5 -mb-5 max-md:-mx-4">
          <BlockList onLeave={() => undefined} />
        </div>
      </AccountSection>
      <AccountSection
        title="내 데이터 내려받기"
        lead="내가 쓴 글과 댓글, 메시지, 설정과 사진을 ZIP 파일 하나로 내려받습니다. 다른 사람의 내용은 들어 있지 않습니다."
      >
        <DataExport prove={prove} nickname={me.nickname} />
      </AccountSection>
      <AccountSection title="계정 삭제" lead={REMOVE_LEAD}>
        <DeleteAccount prove={prove} />
      </AccountSection>
      {dialog}
    </>
  );
}

const PAGES: Record<AccountPageKey, (props: ContentProps) => ReactNode> = {
  profile: Profile,
  notifications: Notifications,
  appearance: Appearance,
  security: Security,
  data: OwnData,
};

/** Focuses the address when a link asks for it, after the password was confirmed. */
function EmailSection({ me, prove }: { me: Me; prove: Prove }) {
  const isWanted = useLocation({ select: ({ hash }) => hash === EMAIL_HASH });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isWanted) box.current?.querySelector('input')?.focus();
  }, [isWanted]);
  return (
    <div ref={box}>
      <EmailChange key={me.email} current={me.email} prove={prove} />
    </div>
  );
}

type SectionProps = {
  title: string;
  lead?: string;
  /** The hash of a link that leads here, also past the question for the password. */
  anchor?: string;
  children: ReactNode;
};

function AccountSection(props: SectionProps) {
  const id = useId();
  const isWanted = useLocation({ select: ({ hash }) => hash !== '' && hash === props.anchor });
  const show = useCallback(
    (section: HTMLElement | null) => {
      if (isWanted) section?.scrollIntoView();
    },
    [isWanted],
  );
  return (
    <Card
      as="section"
      ref={show}
      aria-labelledby={id}
      className="scroll-mt-[calc(var(--header-h)+16px)] px-6 py-5 max-md:px-4"
    >
      <h2 id={id} className="font-bold text-lg">
        {props.title}
      </h2>
      {props.lead && <p className="mt-1 text-ink-2 text-md">{props.lead}</p>}
      <div className="mt-4">{props.children}</div>
    </Card>
  );
}
