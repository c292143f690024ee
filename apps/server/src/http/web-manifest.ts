import { readHex } from '@naru/contract/brand-color';
import type { SiteConfig } from '@naru/contract/site';
import { appIconUrl } from './app-icons.ts';

interface ManifestIcon {
  src: string;
  sizes: string;
  type: 'image/png';
  purpose?: 'any' | 'maskable' | 'monochrome';
}

/** What a device needs to install the site as an app. */
export interface Manifest {
  id: string;
  name: string;
  short_name: string;
  description: string;
  lang: string;
  start_url: string;
  scope: string;
  display: string;
  theme_color: string;
  background_color: string;
  categories: string[];
  icons: ManifestIcon[];
  shortcuts: { name: string; url: string; icons: ManifestIcon[] }[];
}

/** `public/splash.css` has the same ground. */
const GROUND = '#f3f6fa';
const SHORTCUTS = [
  { name: '게시판', icon: 'boards', url: '/main/community/free' },
  { name: '채팅', icon: 'chat', url: '/chat-mail' },
  { name: '시간표', icon: 'timetable', url: '/main/study-dashboard' },
  { name: '새 글', icon: 'write', url: '/write/free' },
];

/** The web app manifest of the site, with its names, colour and icons. */
export function manifestOf(config: SiteConfig): Manifest {
  const { siteName, shortName, color } = config;
  const icon = (name: string, side: number, purpose?: ManifestIcon['purpose']): ManifestIcon => ({
    src: appIconUrl(name, config),
    sizes: `${side}x${side}`,
    type: 'image/png',
    ...(purpose && { purpose }),
  });
  return {
    id: '/',
    name: siteName,
    short_name: shortName || siteName,
    description: describeSite(config),
    lang: 'ko',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: readHex(color) ?? GROUND,
    background_color: GROUND,
    categories: ['education', 'social'],
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
      icon('badge', 96, 'monochrome'),
    ],
    shortcuts: SHORTCUTS.map(({ name, url, icon: drawing }) => ({
      name,
      url,
      icons: [icon(`shortcut-${drawing}`, 96)],
    })),
  };
}

/** `누리터: 한빛대학교 컴퓨터공학과 커뮤니티`. */
export function describeSite({ siteName, universityName, departmentName }: SiteConfig): string {
  return `${siteName}: ${`${universityName} ${departmentName}`.trim()} 커뮤니티`;
}
