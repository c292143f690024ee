/** Profile pictures: one friendly sea motif each, 512 px square, safe inside a circle. */
import { sea } from './avatar-faces.ts';
import { anchor, compass, flag, gull, lighthouse, waves, whale } from './avatar-harbour.ts';
import { cat, fish, moon, sail, shell, squid, sunset } from './avatar-sea.ts';
import { circle, linear, type Picture, picture, radial, rect } from './svg.ts';

interface Motif {
  top: string;
  bottom: string;
  art: string;
}

const MOTIFS = {
  whale: { top: '#a7d8ff', bottom: '#5aa8ee', art: whale + sea(420, '#0f4c9a', '#d8edff') },
  gull: { top: '#8fd0f5', bottom: '#d6f0fb', art: gull + sea(446, '#2f7fc2', '#ffffff') },
  lighthouse: {
    top: '#22306b',
    bottom: '#f08a6e',
    art: lighthouse + sea(392, '#1b2459', '#ffc2a6'),
  },
  flag: { top: '#ffe7b8', bottom: '#ffc27a', art: flag + sea(408, '#1c6fd6', '#ffffff') },
  anchor: { top: '#1c4fa8', bottom: '#0b2a66', art: anchor },
  compass: { top: '#2c9c94', bottom: '#0e5560', art: compass },
  wave: { top: '#bfe6ff', bottom: '#7cc0f2', art: waves },
  sail: { top: '#ffd9b0', bottom: '#f59a86', art: sail + sea(412, '#22508f', '#ffe7d6') },
  shell: { top: '#d5f1ee', bottom: '#8ad0cd', art: shell },
  cat: { top: '#ffe3a8', bottom: '#f6bf6a', art: cat },
  moon: { top: '#101c4a', bottom: '#2f4d95', art: moon + sea(386, '#0b1638', '#8ba9e6') },
  fish: { top: '#4fc3c9', bottom: '#13788c', art: fish },
  squid: { top: '#3a4aa0', bottom: '#1a2360', art: squid },
  sunset: {
    top: '#6b3f8f',
    bottom: '#ff9a6b',
    art: sunset + sea(330, '#4a2f74', '#ffd9b0') + sea(410, '#2b1f55', '#e6a7b5'),
  },
} satisfies Record<string, Motif>;

export type AvatarKey = keyof typeof MOTIFS;

export const AVATARS = Object.keys(MOTIFS) as AvatarKey[];

export function avatar(key: AvatarKey): Picture {
  const { top, bottom, art } = MOTIFS[key];
  return picture(
    512,
    512,
    [
      linear('sky', [
        [0, top],
        [1, bottom],
      ]),
      linear(
        'cloth',
        [
          [0, '#fff', 0.2],
          [0.3, '#000', 0.08],
          [0.6, '#fff', 0.15],
          [1, '#000', 0.14],
        ],
        1,
        0,
      ),
      radial('halo', [
        [0, '#ffeeb5', 0.5],
        [1, '#ffeeb5', 0],
      ]),
      radial('light', [
        [0, '#fff', 0.4],
        [1, '#fff', 0],
      ]),
    ],
    rect(0, 0, 512, 512, 'fill="url(#sky)"'),
    circle(150, 110, 260, 'fill="url(#light)"'),
    art,
  );
}
