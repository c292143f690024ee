import { highestRole } from '@naru/contract/roles';
import { LogOut, type LucideIcon, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import type { RefObject } from 'react';
import { useMe } from '../../entities/member/me.ts';
import { RoleTag } from '../../entities/member/role-tag.tsx';
import { logOut } from '../../lib/session/log-out.ts';
import { useStore } from '../../lib/store.ts';
import { chooseTheme, type Theme, theme } from '../../lib/theme.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { PATHS } from '../paths.ts';
import { InstallEntry } from './install-entry.tsx';

const THEMES: readonly [Theme, label: string, LucideIcon][] = [
  ['system', '기기 설정', Monitor],
  ['light', '밝게', Sun],
  ['dark', '어둡게', Moon],
];

const THEME_ITEMS = THEMES.map(([value, name, Icon]) => ({
  value,
  label: (
    <>
      <Icon size={14} className="shrink-0" />
      {name}
    </>
  ),
}));

type ProfilePanelProps = {
  title: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** Loaded when first opened. */
export function ProfilePanel(props: ProfilePanelProps) {
  const { data: me } = useMe();
  const chosen = useStore(theme);
  const role = me && highestRole(me.roles);
  return (
    <Popover {...props} hideTitle className="grid w-80 gap-4 rounded-ctl p-4">
      {me && role && (
        <div className="flex items-center gap-3">
          <Avatar name={me.nickname} src={me.profileThumbnails} size={44} />
          <div className="min-w-0">
            <p className="flex items-center gap-2 font-bold">
              <bdi className="truncate">{me.nickname}</bdi>
              <RoleTag role={role} />
            </p>
            <p className="truncate text-ink-3 text-sm">{me.email}</p>
          </div>
        </div>
      )}
      <LinkButton
        to={PATHS.mypage}
        variant="primary"
        block
        icon={<UserRound size={16} />}
        onClick={props.onClose}
      >
        마이페이지
      </LinkButton>
      <Segmented
        label="화면 테마"
        value={chosen}
        onChange={chooseTheme}
        className="w-full"
        items={THEME_ITEMS}
      />
      <InstallEntry onClose={props.onClose} />
      <Button block icon={<LogOut size={16} />} onClick={() => void logOut()}>
        로그아웃
      </Button>
    </Popover>
  );
}
