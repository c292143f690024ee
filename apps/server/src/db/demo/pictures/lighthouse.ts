/** The lighthouse at dusk. */
import {
  blur,
  circle,
  ellipse,
  glitter,
  group,
  gull,
  linear,
  type Picture,
  path,
  picture,
  radial,
  rect,
  seeded,
  times,
  wave,
} from './svg.ts';

const W = 1200;
const H = 750;

/** Uses the gradient `tower` of the picture it stands in. */
export function tower(x: number, base: number, scale: number): string {
  return group(
    `transform="translate(${x} ${base}) scale(${scale})"`,
    path('M-44,0 L-27,-250 H27 L44,0 Z', 'fill="url(#tower)"'),
    path(
      'M-38.6,-80 H38.6 L35.2,-130 H-35.2 Z M-31.8,-180 H31.8 L28.4,-230 H-28.4 Z',
      'fill="#d9482f"',
    ),
    path('M6,0 L4,-250 H27 L44,0 Z', 'fill="#2a2450" opacity=".16"'),
    rect(-40, -262, 80, 12, 'rx="3" fill="#2b3658"'),
    path(
      'M-40,-262 V-280 H40 V-262 M-20,-280 V-262 M0,-280 V-262 M20,-280 V-262',
      'fill="none" stroke="#2b3658" stroke-width="3"',
    ),
    rect(-20, -312, 40, 50, 'rx="3" fill="#fff1b8"'),
    path('M-10,-312 V-262 M10,-312 V-262', 'stroke="#2b3658" stroke-width="2.5"'),
    path('M-27,-310 Q0,-352 27,-310 Z', 'fill="#d9482f"'),
    path('M0,-332 V-354', 'stroke="#2b3658" stroke-width="4" stroke-linecap="round"'),
    rect(-9, -44, 18, 44, 'rx="9" fill="#2b3658"'),
    rect(-7, -158, 14, 20, 'rx="7" fill="#2b3658"'),
  );
}

export function lighthouse(): Picture {
  const random = seeded(23);
  const stars = times(46, () =>
    circle(
      random() * W,
      random() * 220,
      0.6 + random(),
      `fill="#fff" opacity="${(0.2 + random() * 0.5).toFixed(2)}"`,
    ),
  );
  const streaks = times(11, (i) =>
    ellipse(
      120 + random() * 700,
      190 + i * 19,
      90 + random() * 190,
      3 + random() * 6,
      `fill="${i % 2 ? '#ffd3a3' : '#ff9f87'}" opacity="${(0.2 + random() * 0.35).toFixed(2)}"`,
    ),
  );
  const grass = times(70, (i) => {
    const x = 690 + i * 7.6;
    return `M${x.toFixed(0)},${(505 - Math.min(70, i * 1.9)).toFixed(0)} q${(random() * 6 - 3).toFixed(1)},-10 ${(random() * 8 - 2).toFixed(1)},${(-13 - random() * 9).toFixed(1)}`;
  });
  return picture(
    W,
    H,
    [
      linear('sky', [
        [0, '#2c3372'],
        [0.36, '#7a5596'],
        [0.66, '#ef8a7d'],
        [1, '#ffcf94'],
      ]),
      linear('sea', [
        [0, '#f7ab83'],
        [0.16, '#a86f92'],
        [0.5, '#4a4a86'],
        [1, '#1c2455'],
      ]),
      linear(
        'tower',
        [
          [0, '#fff4e8'],
          [1, '#f3dcd6'],
        ],
        1,
        0,
      ),
      linear('cliff', [
        [0, '#4c3f63'],
        [0.5, '#2f2a50'],
        [1, '#171a3a'],
      ]),
      linear('turf', [
        [0, '#6f7a5d'],
        [1, '#3c4a4c'],
      ]),
      linear(
        'beam',
        [
          [0, '#fff3c4', 0],
          [1, '#fff3c4', 0.72],
        ],
        1,
        0,
      ),
      radial('sun', [
        [0, '#fff3cf', 1],
        [0.14, '#ffdf9b', 0.9],
        [0.45, '#ff9f74', 0.35],
        [1, '#ff8f74', 0],
      ]),
      radial('lamp', [
        [0, '#fffbe0', 1],
        [0.3, '#ffe9a3', 0.55],
        [1, '#ffe08a', 0],
      ]),
      blur('soft', 5),
    ],
    rect(0, 0, W, 470, 'fill="url(#sky)"'),
    stars.join(''),
    group('filter="url(#soft)"', streaks.join('')),
    circle(330, 440, 320, 'fill="url(#sun)"') + circle(330, 440, 50, 'fill="#fff0c6"'),
    path('M0,462 V436 Q70,412 150,432 T290,462 Z', 'fill="#6a4d80" opacity=".8"'),
    rect(0, 456, W, H - 456, 'fill="url(#sea)"'),
    glitter(random, 330, 460, 740, 90, '#ffe0b0'),
    wave({
      width: W,
      bottom: H,
      y: 520,
      height: 4,
      length: 320,
      phase: 0.6,
      fill: 'fill="#5d5390" opacity=".45"',
      foam: 'stroke="#ffd0b5" stroke-opacity=".35" stroke-width="1.5"',
    }),
    path('M912,180 L0,62 V214 Z', 'fill="url(#beam)" opacity=".8" filter="url(#soft)"'),
    path(
      'M690,506 Q760,438 860,432 T1060,424 T1200,398 V750 H640 Q664,690 652,640 Q690,590 676,552 Q700,530 690,506 Z',
      'fill="url(#cliff)"',
    ),
    path(
      'M690,506 Q760,438 860,432 T1060,424 T1200,398 V452 Q1080,470 960,466 T760,500 Q720,512 690,506 Z',
      'fill="url(#turf)"',
    ),
    path(
      'M760,540 L742,640 L772,720 M860,520 L842,600 L880,690 M980,500 L1000,610 L976,730 M1110,490 L1090,600 L1130,720',
      'fill="none" stroke="#0f1230" stroke-opacity=".45" stroke-width="5" stroke-linejoin="round"',
    ),
    path(grass.join(' '), 'fill="none" stroke="#7d8a66" stroke-width="2" stroke-linecap="round"'),
    circle(930, 176, 128, 'fill="url(#lamp)"'),
    rect(960, 372, 96, 62, 'fill="#f6e6de"') +
      path('M950,374 L1008,338 L1066,374 Z', 'fill="#b8432f"'),
    rect(984, 394, 18, 18, 'rx="2" fill="#ffe3a0"') +
      rect(1018, 394, 18, 18, 'rx="2" fill="#ffe3a0"'),
    tower(930, 436, 0.9),
    gull(520, 260, 20, '#3d335f') + gull(580, 292, 14, '#3d335f') + gull(470, 304, 12, '#3d335f'),
    wave({
      width: W,
      bottom: H,
      y: 626,
      height: 9,
      length: 400,
      phase: 2,
      fill: 'fill="#2c2f68" opacity=".78"',
      foam: 'stroke="#e8b8c0" stroke-opacity=".4" stroke-width="2"',
    }),
    path(
      'M610,690 q30,-26 62,-6 q22,-18 50,2 q26,-14 40,8 Z',
      'fill="#f5e3ea" opacity=".75" filter="url(#soft)"',
    ),
    wave({
      width: W,
      bottom: H,
      y: 694,
      height: 12,
      length: 500,
      phase: 4.1,
      fill: 'fill="#181d4a"',
      foam: 'stroke="#b48fb5" stroke-opacity=".45" stroke-width="2.5"',
    }),
  );
}
