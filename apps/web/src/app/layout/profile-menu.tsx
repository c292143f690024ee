import { useRef, useState } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';

const ProfilePanel = lazyPart(
  async () => (await import('./profile-panel.tsx')).ProfilePanel,
  () => toast.error('메뉴를 불러오지 못했습니다.'),
);

export function ProfileMenu() {
  const { data: me } = useMe();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const label = me ? `내 메뉴, ${me.nickname}` : '내 메뉴';
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2 rounded-ctl py-1 pr-2.5 pl-1.5 font-semibold text-md hover:bg-hover max-lg:px-1.5"
      >
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
      </button>
      {open && <ProfilePanel title={label} anchor={button} onClose={() => setOpen(false)} />}
    </>
  );
}
