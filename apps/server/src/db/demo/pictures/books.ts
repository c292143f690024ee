/** Ten book covers for the market: one cover layout, ten abstract motifs. */

import { bars, bell, compassRose, curves, hull, lattice, maze, net, plane } from './book-art.ts';
import { hangul } from './hangul.ts';
import {
  blur,
  circle,
  ellipse,
  group,
  linear,
  type Picture,
  path,
  picture,
  rect,
  times,
} from './svg.ts';

const BW = 380;
const BH = 520;

interface Cover {
  title: string[];
  /** Room behind the book: top and bottom colour. */
  room: [string, string];
  /** Cover: top and bottom colour. */
  cloth: [string, string];
  ink: string;
  accent: string;
  art: () => string;
}

function book(cover: Cover): string {
  const size = 68;
  const title = cover.title.map((line, i) => hangul(line, 42, 42 + i * 84, size, cover.ink, 0.098));
  return group(
    '',
    rect(12, 8, BW, BH, 'rx="8" fill="#f7f1e3"'),
    times(5, (i) =>
      path(`M${BW + 2 + i * 2},12 V${BH + 6}`, 'stroke="#cdbf9f" stroke-width="1"'),
    ).join(''),
    times(4, (i) =>
      path(`M14,${BH + 1.6 + i * 2} H${BW + 8}`, 'stroke="#cdbf9f" stroke-width="1"'),
    ).join(''),
    rect(0, 0, BW, BH, 'rx="8" fill="url(#cloth)"'),
    group('clip-path="url(#cover)"', cover.art()),
    title.join(''),
    rect(46, 60 + cover.title.length * 84, 76, 8, `rx="4" fill="${cover.accent}"`),
    rect(44, BH - 46, 96, 9, `rx="4.5" fill="${cover.ink}" opacity=".7"`) +
      rect(BW - 82, BH - 50, 16, 16, `fill="${cover.ink}" opacity=".85"`) +
      rect(BW - 66, BH - 34, 16, 16, `fill="${cover.ink}" opacity=".85"`),
    rect(0, 0, 22, BH, 'rx="6" fill="#000" opacity=".16"') +
      path(`M23,0 V${BH}`, 'stroke="#fff" stroke-opacity=".28" stroke-width="2"'),
    rect(0, 0, BW, BH, 'rx="8" fill="url(#sheen)"'),
  );
}

/** 4:3 picture of a book leaning on a shelf, lit from the upper left. */
export function bookPicture(cover: Cover): Picture {
  return picture(
    960,
    720,
    [
      linear('room', [
        [0, cover.room[0]],
        [1, cover.room[1]],
      ]),
      linear(
        'cloth',
        [
          [0, cover.cloth[0]],
          [1, cover.cloth[1]],
        ],
        0.35,
        1,
      ),
      linear(
        'sheen',
        [
          [0, '#fff', 0.2],
          [0.35, '#fff', 0],
          [0.8, '#000', 0],
          [1, '#000', 0.16],
        ],
        1,
        0.8,
      ),
      linear('table', [
        [0, '#ffffff', 0.75],
        [1, '#ffffff', 0.3],
      ]),
      blur('shadow', 14),
      `<clipPath id="cover"><rect width="${BW}" height="${BH}" rx="8"/></clipPath>`,
    ],
    rect(0, 0, 960, 720, 'fill="url(#room)"'),
    circle(240, 120, 320, 'fill="#fff" opacity=".16"') +
      circle(780, 520, 220, 'fill="#fff" opacity=".1"'),
    path('M0,610 H960 V720 H0 Z', 'fill="url(#table)"'),
    ellipse(500, 632, 270, 18, 'fill="#0c1a36" opacity=".5" filter="url(#shadow)"'),
    group('transform="translate(320 92) rotate(-4 190 260)"', book(cover)),
  );
}

export const COVERS = {
  'book-deep': {
    title: ['신경망'],
    room: ['#dfe9fb', '#b9cdf3'],
    cloth: ['#0d2f7a', '#0b5bd3'],
    ink: '#ffffff',
    accent: '#ffb454',
    art: net,
  },
  'book-discrete': {
    title: ['이산수학'],
    room: ['#fdebe6', '#f5c5b8'],
    cloth: ['#e4684a', '#b0341f'],
    ink: '#fff6f0',
    accent: '#ffd9c9',
    art: lattice,
  },
  'book-ship': {
    title: ['선박해양', '공학개론'],
    room: ['#def4f1', '#addfd8'],
    cloth: ['#17a398', '#0a6a6c'],
    ink: '#ffffff',
    accent: '#ffd23f',
    art: hull,
  },
  'book-engmath': {
    title: ['공업수학'],
    room: ['#fbf3de', '#eed9a4'],
    cloth: ['#8a5a12', '#5c3708'],
    ink: '#fff3d4',
    accent: '#ffd23f',
    art: curves,
  },
  'book-stat': {
    title: ['확률과', '통계'],
    room: ['#ece6fb', '#cdbff0'],
    cloth: ['#6a48c9', '#3d2790'],
    ink: '#ffffff',
    accent: '#ffd23f',
    art: bell,
  },
  'book-linear': {
    title: ['선형대수'],
    room: ['#e4f0e6', '#bddac2'],
    cloth: ['#2f7d4f', '#14502f'],
    ink: '#f4fff6',
    accent: '#ffd23f',
    art: plane,
  },
  'book-algo': {
    title: ['알고리즘'],
    room: ['#e6e9f0', '#c2c9d8'],
    cloth: ['#39455f', '#161e33'],
    ink: '#ffffff',
    accent: '#ff7f5f',
    art: maze,
  },
  'book-english': {
    title: ['해사영어'],
    room: ['#e2eefa', '#b4d2ee'],
    cloth: ['#2a6fb0', '#133f72'],
    ink: '#ffffff',
    accent: '#ffb454',
    art: compassRose,
  },
  'book-data': {
    title: ['데이터', '과학'],
    room: ['#fce7f0', '#f2bdd3'],
    cloth: ['#c23a74', '#7d1b48'],
    ink: '#fff3f8',
    accent: '#ffd23f',
    art: bars,
  },
} satisfies Record<string, Cover>;

/** Four books in a pile, spines to the viewer: the give-away. */
export function bookStack(): Picture {
  const spines: [string, string, string, number][] = [
    ['운영체제', '#27508c', '#ffffff', 0],
    ['네트워크', '#1d8f84', '#f2fffd', 34],
    ['데이터베이스', '#d1512f', '#fff4ee', -16],
    ['자료구조', '#e5a91f', '#3a2600', 22],
  ];
  const layers = spines.map(([title, colour, ink, shift], i) => {
    const y = 506 - i * 96;
    const x = 200 + shift;
    return group(
      '',
      rect(x + 8, y + 8, 556, 74, 'rx="6" fill="#f5eedc"'),
      rect(x, y, 560, 90, `rx="10" fill="${colour}"`),
      rect(x, y, 560, 90, 'rx="10" fill="url(#round)"'),
      rect(x + 26, y + 8, 7, 74, `fill="${ink}" opacity=".45"`) +
        rect(x + 527, y + 8, 7, 74, `fill="${ink}" opacity=".45"`),
      hangul(title, x + 62, y + 23, 44, ink, 0.12),
      rect(x + 474, y + 34, 22, 22, `fill="${ink}" opacity=".6"`),
    );
  });
  return picture(
    960,
    720,
    [
      linear('room', [
        [0, '#eaf1f6'],
        [1, '#bfd3e0'],
      ]),
      linear('round', [
        [0, '#fff', 0.34],
        [0.3, '#fff', 0.04],
        [1, '#000', 0.28],
      ]),
      blur('shadow', 14),
    ],
    rect(0, 0, 960, 720, 'fill="url(#room)"'),
    circle(240, 140, 330, 'fill="#fff" opacity=".28"'),
    path('M0,584 H960 V720 H0 Z', 'fill="#fff" opacity=".5"'),
    ellipse(486, 600, 320, 20, 'fill="#0c1a36" opacity=".5" filter="url(#shadow)"'),
    layers.join(''),
    group(
      'transform="translate(640 118) rotate(8)"',
      path('M0,0 H96 L118,50 L96,100 H0 Z', 'fill="#fff"'),
      path('M0,0 H96 L118,50 L96,100 H0 Z', 'fill="none" stroke="#e4572e" stroke-width="5"'),
      circle(96, 50, 7, 'fill="#e4572e"'),
      hangul('나눔', 12, 32, 34, '#e4572e', 0.13),
    ),
  );
}
