import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { LayoutList, Settings, ShieldAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { meQuery } from '../../entities/member/me.ts';
import { RoleList } from '../../entities/member/role-tag.tsx';
import { formatCount } from '../../lib/format/numbers.ts';
import { PATHS } from '../../lib/paths.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadState } from '../../ui/load-state.tsx';
import { Page, PageHeading } from '../../ui/page.tsx';
import { Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import { ACCOUNT_PAGES, findAccountPage, NARROW } from './account-pages.ts';

const ENTRIES = [
  { to: PATHS.mypageActivity, label: '내 활동', Icon: LayoutList },
  { to: PATHS.mypageAccount, label: '계정 설정', Icon: Settings },
  { to: PATHS.mypageHandledList, label: '운영진 조치', Icon: ShieldAlert },
] as const;

export function MypageLayout() {
  const { page } = useParams({ strict: false });
  const opened = findAccountPage(page);
  const isAccount = useLocation({
    select: ({ pathname }) => pathname.startsWith(PATHS.mypageAccount),
  });
  const isNarrow = useMedia(NARROW);
  useFocusOnChange(opened?.page);
  return (
    <Page title={opened?.name ?? '마이페이지'}>
      {!opened && <PageHeading hidden>마이페이지</PageHeading>}
      <div className="grid grid-cols-[17rem_minmax(0,1fr)] items-start gap-5 max-lg:grid-cols-1">
        {!(opened && isNarrow) && (
          <aside className="grid gap-4 lg:sticky lg:top-[calc(var(--header-h)+1.25rem)]">
            {!(isAccount && isNarrow) && (
              <Card className="px-5 py-6 max-lg:py-4">
                <ProfileSummary />
              </Card>
            )}
            <nav aria-label="마이페이지 메뉴" className="grid gap-1 max-lg:grid-cols-3">
              {ENTRIES.map(({ to, label, Icon }) => (
                <Link
                  key={to}
                  to={to}
                  className="flex min-h-11 items-center gap-2.5 rounded-ctl px-4 font-semibold text-ink-2 text-md hover:bg-hover max-lg:justify-center max-md:gap-1.5 max-md:px-1"
                  activeProps={{ className: 'bg-sea-weak text-sea' }}
                >
                  <Icon size={18} />
                  {label}
                </Link>
              ))}
            </nav>
            {isAccount && !isNarrow && (
              <nav aria-label="계정 설정" className="grid border-line border-t pt-3">
                {ACCOUNT_PAGES.map(({ page, name, Icon }) => (
                  <Link
                    key={page}
                    to={PATHS.mypageAccountPage}
                    params={{ page }}
                    className="flex min-h-10 items-center gap-2.5 rounded-ctl px-4 text-ink-2 text-md hover:bg-hover"
                    activeProps={{ className: 'bg-sea-weak font-semibold text-sea' }}
                  >
                    <Icon size={17} />
                    {name}
                  </Link>
                ))}
              </nav>
            )}
          </aside>
        )}
        <Outlet />
      </div>
    </Page>
  );
}

/** A page of the account that opens from the list takes the focus, which was on a link that is gone. */
function useFocusOnChange(page: string | undefined): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('[data-page-heading]')?.focus({ preventScroll: true });
  }, [page]);
}

function ProfileSummary() {
  // Refetches on mount, because the counts change on other screens.
  const query = useQuery({ ...meQuery, refetchOnMount: 'always' });
  const { data: me } = query;
  if (!me) {
    return (
      <LoadState
        query={query}
        failed="사용자 정보를 불러올 수 없습니다."
        skeleton={<ProfileSkeleton />}
      />
    );
  }
  const counts = [
    ['작성한 글', me.postCount, 'posts'],
    ['작성한 댓글', me.commentCount, 'comments'],
  ] as const;
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <Avatar name={me.nickname} src={me.profileThumbnails} size={84} />
      <div className="grid max-w-full gap-1">
        <p className="truncate font-bold text-xl">
          <bdi>{me.nickname}</bdi>
        </p>
        <p className="truncate text-ink-3 text-sm">{me.email}</p>
      </div>
      <RoleList roles={me.roles} />
      {me.intro && <p className="whitespace-pre-line text-ink-2 text-md">{me.intro}</p>}
      <dl className="grid w-full grid-cols-2 border-line border-t pt-3">
        {counts.map(([label, count, focusSection]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-ink-3 text-sm">{label}</dt>
            <dd className="font-bold text-lg">
              <Link
                to={PATHS.mypageActivity}
                state={{ focusSection }}
                className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-md hover:bg-hover"
              >
                {formatCount(count)}
                <span className="sr-only">, 목록 보기</span>
              </Link>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** As high as a profile with one role and a line of intro. */
function ProfileSkeleton() {
  return (
    <SkeletonList rows={1} className="grid justify-items-center gap-3">
      <Skeleton className="size-21 rounded-full" />
      <div className="grid justify-items-center gap-1">
        <Skeleton className="my-1 h-6 w-28" />
        <Skeleton className="my-0.5 w-44" />
      </div>
      <Skeleton className="h-6 w-16" />
      <Skeleton className="my-1 w-56" />
      <div className="grid w-full grid-cols-2 border-line border-t pt-3">
        {[0, 1].map((count) => (
          <div key={count} className="grid justify-items-center">
            <Skeleton className="my-1 h-5 w-8" />
            <Skeleton className="my-0.5 w-16" />
          </div>
        ))}
      </div>
    </SkeletonList>
  );
}
