import { lazy, Suspense } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useMe } from '../../entities/member/me.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const ProfilePanel = lazy(async () => ({
  default: (await import('./profile-panel.tsx')).ProfilePanel,
}));

/** Avatar and nickname; opens the panel with theme and logout. */
export function ProfileMenu() {
  const { data: me } = useMe();
  return (
    <Popover
      label={me ? `내 메뉴, ${me.nickname}` : '내 메뉴'}
      triggerClassName="flex min-h-11 items-center gap-2 rounded-ctl py-1 pr-2.5 pl-1.5 font-semibold max-lg:px-1.5 text-md hover:bg-hover"
      className="w-80"
      trigger={
        <>
          {me ? (
            <Avatar name={me.nickname} src={me.profileThumbnails} size={32} />
          ) : (
            <Skeleton className="size-8 rounded-full" />
          )}
          {me && (
            <span className="max-w-28 truncate max-lg:hidden">
              <bdi>{me.nickname}</bdi>
            </span>
          )}
        </>
      }
    >
      {(close) => (
        <ErrorBoundary fallback={<p>메뉴를 불러오지 못했습니다.</p>}>
          <Suspense fallback={<Skeleton className="h-[211px]" />}>
            <ProfilePanel onLeave={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Popover>
  );
}
