/** Motifs of profile pictures: at sea. */
import { cheek, eye, smile } from './avatar-faces.ts';
import { circle, ellipse, path, rect, times } from './svg.ts';

export const sail =
  path('M248,92 V350 H112 Q150,230 248,92 Z', 'fill="#ffffff"') +
  path('M268,126 V350 H400 Q380,226 268,126 Z', 'fill="#ffb454"') +
  path('M90,366 H424 Q402,428 352,430 H166 Q112,426 90,366 Z', 'fill="#7b3b22"') +
  rect(94, 366, 326, 13, 'fill="#f4d7b8"');

export const shell =
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

export const cat =
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

export const moon =
  [
    [84, 96],
    [142, 62],
    [96, 190],
    [118, 268],
    [404, 88],
    [350, 64],
    [440, 168],
    [424, 262],
  ]
    .map(([x = 0, y = 0], i) => circle(x, y, 3 + (i % 3), 'fill="#fff" opacity=".85"'))
    .join('') +
  path('M296,112 A124,124 0 1 0 366,296 A100,100 0 1 1 296,112 Z', 'fill="#ffe9a8"') +
  rect(190, 404, 130, 8, 'rx="4" fill="#ffe9a8" opacity=".8"') +
  rect(214, 428, 90, 8, 'rx="4" fill="#ffe9a8" opacity=".6"') +
  rect(232, 452, 56, 8, 'rx="4" fill="#ffe9a8" opacity=".45"');

export const fish =
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

export const squid =
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

export const sunset =
  circle(256, 300, 122, 'fill="#fff0b8"') +
  circle(256, 300, 122, 'fill="url(#halo)"') +
  path(
    'M60,214 H160 M352,160 H452 M86,150 H132',
    'stroke="#ffd7c2" stroke-width="13" stroke-linecap="round"',
  );
