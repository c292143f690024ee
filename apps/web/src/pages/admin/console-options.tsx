import type { AdminUser } from '@naru/contract/admin';
import { containsFolded } from '@naru/contract/folding';
import { initialsPattern } from '@naru/contract/initials';
import type { Role } from '@naru/contract/roles';
import { Search, Settings, User, UserRoundSearch } from 'lucide-react';
import {
  SETTINGS,
  SETTINGS_PAGES,
  type SettingName,
} from '../../features/settings/setting-names.ts';
import { containsTyped } from '../../lib/hangul/starts-with.ts';
import type { AdminSearch } from '../../lib/search-parameters.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import type { Suggestion, SuggestionGroup } from '../../ui/suggestion-box.tsx';
import { ADMIN_ENTRIES, groupsFor, mayOpen } from './console-panels.ts';

/** Where an option leads; `members` asks the server for members, which is on record. */
type Target =
  | { kind: 'place'; search: AdminSearch; hash?: string }
  | { kind: 'members' }
  | { kind: 'everything' };
export type ConsoleOption = Suggestion & { target: Target };
export type ConsoleGroup = SuggestionGroup<ConsoleOption>;

type Named = { label: string; words?: string | undefined };

/** How well the words fit: 0 in the label, 1 in the further words, null not at all. */
function rankOf({ label, words = '' }: Named, text: string): number | null {
  if (isFound(label, text) || hasInitials(label, text)) return 0;
  return isFound(`${label} ${words}`, text) ? 1 : null;
}

/** Also while its last syllable is being composed. */
function isFound(where: string, text: string): boolean {
  return containsFolded(where, text) || containsTyped(where, text);
}

/** ㄱㅅㄱㄹ finds 감사 기록. */
function hasInitials(label: string, text: string): boolean {
  const pattern = initialsPattern(text.replaceAll(' ', ''));
  return pattern !== null && new RegExp(pattern).test(label.replaceAll(' ', ''));
}

/** Those that fit, the best first, in their order. */
function fitting<T extends Named>(all: readonly T[], text: string): T[] {
  const ranked = all.map((one) => ({ one, rank: rankOf(one, text) }));
  return [0, 1].flatMap((rank) => ranked.filter((r) => r.rank === rank).map(({ one }) => one));
}

/** Panels that the roles may open; all of them for an empty text. */
export function panelOptions(text: string, roles: readonly Role[]): ConsoleGroup {
  const panels = groupsFor(roles).flatMap(({ name, panels: menus }) =>
    menus.map((menu) => ({ ...ADMIN_ENTRIES[menu], menu, group: name })),
  );
  return {
    name: '메뉴',
    options: fitting(panels, text).map(({ menu, group, label, icon: Icon }) => ({
      key: `panel ${menu}`,
      icon: <Icon size={18} />,
      label: <MarkedText text={label} words={text} />,
      detail: group,
      target: { kind: 'place', search: { menu } },
    })),
  };
}

/** Pages of the settings and single settings, for those who may change them. */
export function settingOptions(text: string, roles: readonly Role[]): ConsoleGroup {
  if (text === '' || !mayOpen('SETTINGS', roles)) return { name: '설정', options: [] };
  const pages = SETTINGS_PAGES.map(({ value, label, words }) => ({
    ...{ page: value, label: `${label} 설정`, words, hash: undefined },
  }));
  const single = (Object.keys(SETTINGS) as SettingName[]).map((hash) => ({
    ...SETTINGS[hash],
    hash,
  }));
  return {
    name: '설정',
    options: fitting<(typeof pages | typeof single)[number]>([...single, ...pages], text).map(
      ({ page, label, hash }) => ({
        key: `setting ${page} ${hash ?? ''}`,
        icon: <Settings size={18} />,
        label: <MarkedText text={label} words={text} />,
        detail: SETTINGS_PAGES.find(({ value }) => value === page)?.label,
        target: {
          kind: 'place',
          search: { menu: 'SETTINGS', category: page },
          ...(hash && { hash }),
        },
      }),
    ),
  };
}

/** Members that were asked for, or the way to ask: each search is on record, so none is made while typing. */
export function memberOptions(
  text: string,
  roles: readonly Role[],
  found: readonly AdminUser[] | undefined,
): ConsoleGroup {
  if (text === '' || !mayOpen('ROLES', roles)) return { name: '회원', options: [] };
  const ask: ConsoleOption = {
    key: 'members',
    icon: <UserRoundSearch size={18} />,
    label: (
      <>
        <bdi>‘{text}’</bdi> 회원 검색
      </>
    ),
    detail: '감사 기록에 남습니다',
    target: { kind: 'members' },
  };
  return {
    name: '회원',
    options: found?.map((user) => optionOf(user, text)) ?? [ask],
  };
}

function optionOf({ id, name, nickname, username }: AdminUser, text: string): ConsoleOption {
  return {
    key: `member ${id}`,
    icon: <User size={18} />,
    label: <MarkedText text={`${name} (${nickname})`} words={text} />,
    detail: <MarkedText text={username} words={text} />,
    target: { kind: 'place', search: { menu: 'ROLES', query: username } },
  };
}

export function everythingOption(text: string): ConsoleGroup {
  const option: ConsoleOption = {
    key: 'everything',
    icon: <Search size={18} />,
    label: (
      <>
        <bdi>‘{text}’</bdi> 글과 강의 검색
      </>
    ),
    target: { kind: 'everything' },
  };
  return { name: '통합 검색', options: text === '' ? [] : [option] };
}
