import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { readHex } from '@naru/contract/brand-color';
import { imageVariantUrl } from '@naru/contract/images';
import type { SiteConfig } from '@naru/contract/site';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { isLocalRequest } from '../platform/origin.ts';
import type { StoredObject } from '../platform/storage/storage.ts';
import { APP_ICONS, drawIcon, PRODUCT_COLOR } from './app-icons.draw.ts';

type Look = Pick<SiteConfig, 'color' | 'logoUrl'>;

const FOLDER = '/app-icons/';
/** Raised with every change of a drawing. */
const DRAWING = 1;

interface Options {
  getConfig(request: { isLocal: boolean }): Promise<SiteConfig>;
  /** Opens the picture at `/files/{name}`; null when there is none. */
  openPicture(name: string): Promise<StoredObject | null>;
}

/** Address of an icon in the site's colour or with its logo; it changes with them. */
export function appIconUrl(name: string, look: Look): string {
  return `${FOLDER}${name}.png?v=${versionOf(look)}`;
}

function versionOf({ color, logoUrl }: Look): string {
  const text = JSON.stringify([DRAWING, color, logoUrl]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** Serves the icons of the installed app, drawn when they are first asked for and then cached. */
export function serveAppIcons(app: FastifyInstance, options: Options): void {
  const draw = createDrawer(options.openPicture);
  const config = { rateLimit: false } as const; // The limit of files counts it.
  app.get<{ Params: { file: string }; Querystring: { v?: unknown } }>(
    `${FOLDER}:file`,
    { config },
    async (request, reply) => {
      const name = /^([\w-]{1,40})\.png$/.exec(request.params.file)?.[1] ?? '';
      if (!APP_ICONS.has(name)) throw new AppError('NOT_FOUND');
      const look = await options.getConfig({ isLocal: isLocalRequest(request) });
      const isCurrent = request.query.v === versionOf(look);
      const picture = await draw(name, look);
      reply
        .type('image/png')
        .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache');
      return picture;
    },
  );
}

/** Caches the icons of one look, some 300 kB; those that fail are drawn again. */
function createDrawer(openPicture: Options['openPicture']) {
  let version = '';
  let drawn = new Map<string, Promise<Buffer>>();
  return (name: string, look: Look): Promise<Buffer> => {
    if (version !== versionOf(look)) {
      version = versionOf(look);
      drawn = new Map();
    }
    const own = drawn;
    const picture = own.get(name) ?? draw(name, look, openPicture);
    own.set(name, picture);
    picture.catch(() => own.delete(name));
    return picture;
  };
}

async function draw(
  name: string,
  { color, logoUrl }: Look,
  openPicture: Options['openPicture'],
): Promise<Buffer> {
  const icon = APP_ICONS.get(name);
  if (icon === undefined) throw new AppError('NOT_FOUND');
  const file = imageVariantUrl(logoUrl, 'medium').replace('/files/', '');
  const stored = logoUrl === '' ? null : await openPicture(file);
  const logo = stored === null ? null : await buffer(stored.open());
  return drawIcon(icon, readHex(color) ?? PRODUCT_COLOR, logo);
}

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
  share_target: {
    action: string;
    method: 'POST';
    enctype: 'multipart/form-data';
    params: {
      title: string;
      text: string;
      url: string;
      files: { name: string; accept: string[] }[];
    };
  };
}

/** `public/splash.css` has the same ground. */
const GROUND = '#f3f6fa';
/** The service worker takes what is sent here; see `apps/web/src/service-worker/share.ts`. */
export const SHARE_PATH = '/share';
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
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: ['*/*'] }],
      },
    },
  };
}

/** `누리터: 한빛대학교 컴퓨터공학과 커뮤니티`. */
export function describeSite({ siteName, universityName, departmentName }: SiteConfig): string {
  return `${siteName}: ${`${universityName} ${departmentName}`.trim()} 커뮤니티`;
}
