/** Round-cropped profile pictures: one friendly sea motif each, 512 px square, safe inside the circle. */
import {
  circle,
  ellipse,
  group,
  linear,
  n,
  type Picture,
  path,
  picture,
  radial,
  rect,
  times,
  wave,
} from './svg.ts';

interface Motif {
  top: string;
  bottom: string;
  art: string;
}

const sea = (y: number, fill: string, foam: string) =>
  wave({
    width: 512,
    bottom: 512,
    y,
    height: 9,
    length: 210,
    phase: 0.6,
    fill: `fill="${fill}"`,
    foam: `stroke="${foam}" stroke-opacity=".7" stroke-width="4"`,
  });

const eye = (x: number, y: number, r = 9) =>
  circle(x, y, r, 'fill="#10203f"') + circle(x + r * 0.3, y - r * 0.35, r * 0.34, 'fill="#fff"');
const cheek = (x: number, y: number) => ellipse(x, y, 16, 10, 'fill="#ff9c93" opacity=".7"');
const smile = (x: number, y: number, w: number) =>
  path(
    `M${x - w},${y} q${w},${n(w * 0.8)} ${w * 2},0`,
    'fill="none" stroke="#10203f" stroke-width="6" stroke-linecap="round"',
  );

const whale =
  path(
    'M256,150 V118 M256,124 q-34,-46 -60,-12 M256,124 q34,-46 60,-12',
    'fill="none" stroke="#ffffff" stroke-width="12" stroke-linecap="round"',
  ) +
  path(
    'M116,300 Q116,168 250,168 Q372,168 392,280 Q430,272 436,222 Q456,246 450,272 Q474,262 482,276 Q462,330 400,338 Q366,396 252,396 Q116,396 116,300 Z',
    'fill="#1f5fc4"',
  ) +
  path(
    'M118,310 Q180,350 260,340 Q330,332 372,356 Q332,396 252,396 Q124,396 118,310 Z',
    'fill="#dcebff"',
  ) +
  path('M262,330 q46,10 50,54 q-52,2 -66,-42 Z', 'fill="#1850a8"') +
  eye(186, 276) +
  cheek(172, 306) +
  smile(206, 304, 14);

const gull =
  ellipse(256, 330, 118, 96, 'fill="#ffffff"') +
  path('M300,292 Q408,270 420,350 Q372,408 296,384 Z', 'fill="#b9c7d8"') +
  path('M372,330 Q416,322 440,352 Q406,372 372,368 Z', 'fill="#33415f"') +
  circle(232, 214, 78, 'fill="#ffffff"') +
  path('M162,214 L98,232 Q120,258 170,246 Z', 'fill="#ffb020"') +
  path('M104,236 L166,228', 'stroke="#d98500" stroke-width="5"') +
  eye(216, 200, 11) +
  cheek(226, 240) +
  path('M226,420 v34 M286,420 v34', 'stroke="#ffb020" stroke-width="13" stroke-linecap="round"');

const lighthouse =
  path('M256,190 L20,110 V236 Z M256,190 L492,110 V236 Z', 'fill="#fff3c0" opacity=".5"') +
  path('M210,400 L226,212 H286 L302,400 Z', 'fill="#ffffff"') +
  path('M215.6,334 H296.4 L292,284 H220 Z', 'fill="#e4572e"') +
  rect(208, 200, 96, 14, 'rx="7" fill="#24345e"') +
  rect(230, 152, 52, 50, 'rx="6" fill="#fff1b0"') +
  path('M222,156 Q256,98 290,156 Z', 'fill="#e4572e"') +
  eye(240, 248, 7) +
  eye(272, 248, 7) +
  smile(256, 262, 8);

const flag =
  path('M150,96 V420', 'stroke="#6d4a2f" stroke-width="16" stroke-linecap="round"') +
  circle(150, 92, 15, 'fill="#ffd23f"') +
  group(
    'transform="translate(162 118) skewY(5)"',
    rect(0, 0, 216, 176, 'fill="#fff"'),
    times(16, (i) =>
      (i + Math.floor(i / 4)) % 2
        ? ''
        : rect((i % 4) * 54, Math.floor(i / 4) * 44, 54, 44, 'fill="#1257c8"'),
    ).join(''),
    path('M0,0 h216 v176 h-216 Z', 'fill="url(#cloth)"'),
  );

const anchor =
  circle(256, 138, 32, 'fill="none" stroke="#fff" stroke-width="22"') +
  path('M256,172 V392 M176,222 H336', 'stroke="#fff" stroke-width="26" stroke-linecap="round"') +
  path(
    'M122,288 Q134,396 256,398 Q378,396 390,288',
    'fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round"',
  ) +
  path('M122,262 L92,318 H156 Z M390,262 L356,318 H420 Z', 'fill="#fff"') +
  path(
    'M216,164 q60,46 8,100 q-40,50 40,92',
    'fill="none" stroke="#ffd23f" stroke-width="9" stroke-linecap="round"',
  );

const compass =
  circle(256, 256, 158, 'fill="#fffaf0" stroke="#c98a2b" stroke-width="20"') +
  times(12, (i) =>
    path(
      'M0,-132 V-112',
      `stroke="#24345e" stroke-width="${i % 3 ? 5 : 10}" stroke-linecap="round" transform="translate(256 256) rotate(${i * 30})"`,
    ),
  ).join('') +
  group(
    'transform="translate(256 256) rotate(32)"',
    path('M0,-112 L30,0 H-30 Z', 'fill="#e4572e"'),
    path('M0,112 L30,0 H-30 Z', 'fill="#24345e"'),
    circle(0, 0, 17, 'fill="#ffd23f"'),
  );

const waves =
  circle(344, 156, 52, 'fill="#fff3c4"') +
  path(
    'M0,360 Q60,190 210,186 Q330,190 322,292 Q300,240 246,250 Q186,268 214,330 Q240,372 330,360 Q430,344 512,366 V512 H0 Z',
    'fill="#ffffff"',
  ) +
  path(
    'M0,384 Q70,222 208,214 Q180,262 196,318 Q224,396 338,386 Q430,374 512,390 V512 H0 Z',
    'fill="#1c6fd6"',
  ) +
  path('M0,440 Q120,400 250,436 T512,436 V512 H0 Z', 'fill="#0e4aa3"');

const sail =
  path('M248,92 V350 H112 Q150,230 248,92 Z', 'fill="#ffffff"') +
  path('M268,126 V350 H400 Q380,226 268,126 Z', 'fill="#ffb454"') +
  path('M90,366 H424 Q402,428 352,430 H166 Q112,426 90,366 Z', 'fill="#7b3b22"') +
  rect(94, 366, 326, 13, 'fill="#f4d7b8"');

const shell =
  path(
    'M256,404 L96,262 Q86,170 168,142 Q214,102 256,116 Q298,102 344,142 Q426,170 416,262 Z',
    'fill="#ffc6b3"',
  ) +
  path(
    'M256,404 L136,210 M256,404 L188,158 M256,404 V130 M256,404 L324,158 M256,404 L376,210',
    'stroke="#ef8f7a" stroke-width="10" stroke-linecap="round"',
  ) +
  path('M206,404 H306 L292,436 H220 Z', 'fill="#ef8f7a"') +
  eye(218, 274) +
  eye(294, 274) +
  smile(256, 296, 13) +
  cheek(196, 300) +
  cheek(316, 300);

const cat =
  path('M132,250 L122,124 L208,176 Z M380,250 L390,124 L304,176 Z', 'fill="#4a4f66"') +
  path('M144,206 L140,154 L182,180 Z M368,206 L372,154 L330,180 Z', 'fill="#ffb3a7"') +
  ellipse(256, 278, 142, 122, 'fill="#4a4f66"') +
  path('M256,166 L236,214 H276 Z', 'fill="#343850"') +
  ellipse(256, 330, 76, 54, 'fill="#f4f1ec"') +
  circle(202, 266, 24, 'fill="#ffe08a"') +
  circle(310, 266, 24, 'fill="#ffe08a"') +
  ellipse(202, 266, 8, 19, 'fill="#151a2c"') +
  ellipse(310, 266, 8, 19, 'fill="#151a2c"') +
  path('M244,306 H268 L256,320 Z', 'fill="#e4725a"') +
  path(
    'M256,320 q-16,26 -34,8 M256,320 q16,26 34,8',
    'fill="none" stroke="#4a4f66" stroke-width="6" stroke-linecap="round"',
  ) +
  path(
    'M176,326 L96,312 M176,342 L100,350 M336,326 L416,312 M336,342 L412,350',
    'stroke="#f4f1ec" stroke-width="5" stroke-linecap="round"',
  );

const moon =
  times(16, (i) =>
    circle(
      60 + ((i * 137) % 400),
      60 + ((i * 89) % 230),
      2.5 + (i % 3),
      'fill="#fff" opacity=".8"',
    ),
  ).join('') +
  circle(256, 230, 120, 'fill="url(#halo)"') +
  path('M296,112 A124,124 0 1 0 366,296 A100,100 0 1 1 296,112 Z', 'fill="#ffe9a8"') +
  rect(190, 404, 130, 8, 'rx="4" fill="#ffe9a8" opacity=".8"') +
  rect(214, 428, 90, 8, 'rx="4" fill="#ffe9a8" opacity=".6"') +
  rect(232, 452, 56, 8, 'rx="4" fill="#ffe9a8" opacity=".45"');

const fish =
  path('M350,256 L440,176 Q424,256 440,336 Z', 'fill="#f28c28"') +
  ellipse(232, 256, 142, 100, 'fill="#ffab45"') +
  path('M196,162 Q250,110 306,170 Z M210,350 Q250,396 296,342 Z', 'fill="#f28c28"') +
  path(
    'M246,160 Q282,256 246,352 L276,350 Q314,256 276,162 Z M322,184 Q350,256 322,328 L342,316 Q366,256 342,198 Z',
    'fill="#ffffff"',
  ) +
  eye(160, 238, 13) +
  smile(140, 286, 12) +
  cheek(176, 282) +
  circle(92, 170, 12, 'fill="#fff" opacity=".6"') +
  circle(66, 130, 8, 'fill="#fff" opacity=".6"');

const squid =
  path('M256,82 Q372,150 352,270 H160 Q140,150 256,82 Z', 'fill="#ff8fa3"') +
  path(
    'M256,82 L156,190 Q130,150 170,112 Z M256,82 L356,190 Q382,150 342,112 Z',
    'fill="#f56f88"',
  ) +
  ellipse(256, 286, 96, 54, 'fill="#ff8fa3"') +
  times(6, (i) =>
    path(
      `M${184 + i * 29},316 q${i % 2 ? 18 : -18},46 0,80 q${i % 2 ? -14 : 14},26 ${i % 2 ? -4 : 4},44`,
      'fill="none" stroke="#ff8fa3" stroke-width="20" stroke-linecap="round"',
    ),
  ).join('') +
  eye(222, 262, 13) +
  eye(290, 262, 13) +
  smile(256, 290, 12) +
  cheek(196, 288) +
  cheek(316, 288);

const sunset =
  circle(256, 300, 122, 'fill="#fff0b8"') +
  circle(256, 300, 122, 'fill="url(#halo)"') +
  path(
    'M60,214 H160 M352,160 H452 M86,150 H132',
    'stroke="#ffd7c2" stroke-width="13" stroke-linecap="round"',
  );

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
