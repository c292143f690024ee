/** Motifs of profile pictures: around the harbour. */
import { cheek, eye, smile } from './avatar-faces.ts';
import { circle, ellipse, group, path, rect, times } from './svg.ts';

export const whale =
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

export const gull =
  ellipse(256, 330, 118, 96, 'fill="#ffffff"') +
  path('M300,292 Q408,270 420,350 Q372,408 296,384 Z', 'fill="#b9c7d8"') +
  path('M372,330 Q416,322 440,352 Q406,372 372,368 Z', 'fill="#33415f"') +
  circle(232, 214, 78, 'fill="#ffffff"') +
  path('M162,214 L98,232 Q120,258 170,246 Z', 'fill="#ffb020"') +
  path('M104,236 L166,228', 'stroke="#d98500" stroke-width="5"') +
  eye(216, 200, 11) +
  cheek(226, 240) +
  path('M226,420 v34 M286,420 v34', 'stroke="#ffb020" stroke-width="13" stroke-linecap="round"');

export const lighthouse =
  path('M256,190 L20,110 V236 Z M256,190 L492,110 V236 Z', 'fill="#fff3c0" opacity=".5"') +
  path('M210,400 L226,212 H286 L302,400 Z', 'fill="#ffffff"') +
  path('M215.6,334 H296.4 L292,284 H220 Z', 'fill="#e4572e"') +
  rect(208, 200, 96, 14, 'rx="7" fill="#24345e"') +
  rect(230, 152, 52, 50, 'rx="6" fill="#fff1b0"') +
  path('M222,156 Q256,98 290,156 Z', 'fill="#e4572e"') +
  eye(240, 248, 7) +
  eye(272, 248, 7) +
  smile(256, 262, 8);

export const flag =
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

export const anchor =
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

export const compass =
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

export const waves =
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
