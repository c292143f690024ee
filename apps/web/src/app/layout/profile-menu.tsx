import { highestRole, ROLE_TITLES } from '@naru/contract/roles';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { logOut } from '../../lib/session/log-out.ts';
import { useMe } from '../../lib/session/me.ts';
import { useStore } from '../../lib/store.ts';
import { chooseTheme, type Theme, theme } from '../../lib/theme.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { RoleTag } from '../../ui/role-tag.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const THEMES: { value: Theme; label: string; Icon: typeof Sun }[] = [
  { value: 'system', label: '기기 설정', Icon: Monitor },
  { value: 'light', label: '밝게', Icon: Sun },
  { value: 'dark', label: '어둡게', Icon: Moon },
];

export function ThemeSwitch(props: { className?: string }) {
  const chosen = useStore(theme);
  return (
    <Segmented
      label="화면 테마"
      value={chosen}
      onChange={chooseTheme}
      className={props.className}
      items={THEMES.map(({ value, label, Icon }) => ({
        value,
        label: (
          <>
            <Icon size={14} aria-hidden="true" className="shrink-0" />
            {label}
          </>
        ),
      }))}
    />
  );
}

/** Avatar and nickname; opens name, role, theme and logout. */
export function ProfileMenu() {
  const { data: me } = useMe();
  const role = me && highestRole(me.roles);
  return (
    <Popover
      label={me ? `내 메뉴, ${me.nickname}` : '내 메뉴'}
      triggerClassName="flex min-h-11 items-center gap-2 rounded-ctl py-1 pr-2.5 pl-1.5 font-semibold max-md:px-1.5 text-md hover:bg-hover"
      className="w-80"
      trigger={
        <>
          {me ? (
            <Avatar name={me.nickname} src={me.profileThumbnails} size={32} />
          ) : (
            <Skeleton className="size-8 rounded-full" />
          )}
          {me && (
            <span className="max-w-28 truncate max-md:hidden">
              <bdi>{me.nickname}</bdi>
            </span>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {me && role && (
          <div className="flex items-center gap-3">
            <Avatar name={me.nickname} src={me.profileThumbnails} size={44} />
            <div className="min-w-0">
              <p className="flex items-center gap-2 font-bold">
                <bdi className="truncate">{me.nickname}</bdi>
                <RoleTag role={role} title={ROLE_TITLES[role]} />
              </p>
              <p className="truncate text-ink-3 text-sm">{me.email}</p>
            </div>
          </div>
        )}
        <ThemeSwitch className="w-full" />
        <Button
          block
          icon={<LogOut size={16} aria-hidden="true" />}
          onClick={() => {
            void logOut();
          }}
        >
          로그아웃
        </Button>
      </div>
    </Popover>
  );
}
