import { FLAG_CHECKS } from '@naru/contract/signal-flag';

/** How much of the side the flag or the logo takes; launchers cut up to 40 % off a maskable icon. */
const SHARES = { tile: 0.84, mask: 0.52, touch: 0.66, splash: 0.3 } as const;

interface Icon {
  /** Pixels. */
  width: number;
  height: number;
  kind: keyof typeof SHARES | 'badge' | 'shortcut';
  /** Of a splash in dark mode. */
  dark?: boolean;
  /** Of a shortcut: what is drawn on the tile. */
  path?: string;
}

const square = (side: number, kind: Icon['kind'], path?: string): Icon => ({
  width: side,
  height: side,
  kind,
  path,
});

/** Strokes on a field of 24 by 24. */
const SHORTCUTS = {
  boards: 'M5 4h14v16H5zM9 9h6M9 13h6',
  chat: 'M4 5h16v11H10l-5 4v-4H4z',
  timetable: 'M4 6h16v14H4zM4 10h16M9 3v4M15 3v4M9 10v10',
  write: 'M4 20l1-4L16 5l3 3L8 19z',
};

/** Screens of iPhones and iPads, upright, in pixels; iOS takes a splash of exactly its own size. */
const SCREENS = [
  [640, 1136],
  [750, 1334],
  [828, 1792],
  [1125, 2436],
  [1170, 2532],
  [1179, 2556],
  [1206, 2622],
  [1242, 2208],
  [1242, 2688],
  [1284, 2778],
  [1290, 2796],
  [1320, 2868],
  [1488, 2266],
  [1536, 2048],
  [1620, 2160],
  [1640, 2360],
  [1668, 2224],
  [1668, 2388],
  [2048, 2732],
] as const;

/** All pictures below `/app-icons/`, by their names without `.png`. */
export const APP_ICONS: ReadonlyMap<string, Icon> = new Map<string, Icon>([
  ['icon-192', square(192, 'tile')],
  ['icon-512', square(512, 'tile')],
  ['maskable-192', square(192, 'mask')],
  ['maskable-512', square(512, 'mask')],
  ['apple-touch', square(180, 'touch')],
  ['badge', square(96, 'badge')],
  ...Object.entries(SHORTCUTS).map(([name, path]): [string, Icon] => [
    `shortcut-${name}`,
    square(96, 'shortcut', path),
  ]),
  ...SCREENS.flatMap(([width, height]): [string, Icon][] => [
    [`splash-${width}x${height}`, { width, height, kind: 'splash' }],
    [`splash-${width}x${height}-dark`, { width, height, kind: 'splash', dark: true }],
  ]),
]);

/** Grounds of the splash in `public/splash.css`. */
const LIGHT = '#f3f6fa';
const DARK = '#0a131d';
/** Colour of the product's flag. */
export const PRODUCT_COLOR = '#0b4aa8';

/**
 * Draws an icon as a PNG: the logo, else the flag in `color` (`#rrggbb`). Takes 5 to 100 ms of other
 * threads. Throws for a logo that is no picture.
 */
export async function drawIcon(icon: Icon, color: string, logo: Buffer | null): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height } = icon;
  const takesLogo = logo !== null && icon.kind in SHARES;
  const base = sharp(Buffer.from(svgOf(icon, color, takesLogo)));
  if (logo === null || !takesLogo) return base.png({ palette: true }).toBuffer();
  const side = Math.round(Math.min(width, height) * SHARES[icon.kind as keyof typeof SHARES]);
  const input = await sharp(logo)
    .resize(side, side, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  return base.composite([{ input }]).png({ compressionLevel: 9 }).toBuffer();
}

function svgOf(icon: Icon, color: string, isForLogo: boolean): string {
  const { width, height } = icon;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${contentOf(icon, color, isForLogo)}</svg>`;
}

function contentOf(icon: Icon, color: string, isForLogo: boolean): string {
  const { width, height, kind, dark, path = '' } = icon;
  const side = Math.min(width, height);
  switch (kind) {
    case 'tile':
      return isForLogo ? tile(width, '#fff') : flag(icon, side, color);
    case 'mask':
    case 'touch':
      return isForLogo
        ? ground(icon, '#fff')
        : ground(icon, color) + flag(icon, side * SHARES[kind], color);
    case 'splash':
      return ground(icon, dark ? DARK : LIGHT) + (isForLogo ? '' : flag(icon, side * 0.24, color));
    case 'badge':
      return `<g transform="scale(${side / 16})"><path fill="#fff" d="${FLAG_CHECKS}"/></g>`;
    case 'shortcut':
      return `${tile(width, color)}<g transform="translate(${side / 4} ${side / 4}) scale(${side / 48})"><path fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" d="${path}"/></g>`;
  }
}

function ground({ width, height }: Icon, color: string): string {
  return `<rect width="${width}" height="${height}" fill="${color}"/>`;
}

function tile(side: number, color: string): string {
  return `<rect width="${side}" height="${side}" rx="${side * 0.22}" fill="${color}"/>`;
}

/** The signal flag N in the middle. */
function flag({ width, height }: Icon, side: number, color: string): string {
  const left = (width - side) / 2;
  const top = (height - side) / 2;
  return `<g transform="translate(${left} ${top}) scale(${side / 16})"><clipPath id="r"><rect width="16" height="16" rx="3.5"/></clipPath><g clip-path="url(#r)"><path fill="#fff" d="M0 0h16v16H0z"/><path fill="${color}" d="${FLAG_CHECKS}"/></g></g>`;
}
