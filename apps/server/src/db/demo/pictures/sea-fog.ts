/** The same bay in thick sea fog. */
import { tower } from './lighthouse.ts';
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

function buoy(x: number, y: number): string {
  return group(
    `transform="translate(${x} ${y}) rotate(-7)"`,
    path(
      'M-34,0 L-12,-96 H12 L34,0 Z',
      'fill="none" stroke="#b9422b" stroke-width="8" stroke-linejoin="round"',
    ),
    path('M-27,-30 L20,-62 M27,-30 L-20,-62', 'stroke="#b9422b" stroke-width="5"'),
    rect(-20, -116, 40, 20, 'rx="4" fill="#d9532f"'),
    circle(0, -126, 9, 'fill="#fff2c2"'),
    path('M-62,0 H62 L46,34 H-46 Z', 'fill="#d9532f"'),
    rect(-58, 6, 116, 8, 'fill="#fff" opacity=".55"'),
  );
}

export function seaFog(): Picture {
  const random = seeded(41);
  const bank = (y: number, count: number, alpha: number) =>
    times(count, () =>
      ellipse(
        random() * (W + 300) - 150,
        y + (random() - 0.5) * 60,
        280 + random() * 320,
        55 + random() * 65,
        `fill="url(#puff)" opacity="${(alpha * (0.5 + random() * 0.5)).toFixed(2)}"`,
      ),
    ).join('');
  return picture(
    W,
    H,
    [
      linear('sky', [
        [0, '#b9c8d6'],
        [0.5, '#d6dee5'],
        [1, '#e9edf0'],
      ]),
      linear('sea', [
        [0, '#dfe6ea'],
        [0.3, '#b3c3cf'],
        [1, '#6f8da3'],
      ]),
      linear(
        'tower',
        [
          [0, '#e9eef2'],
          [1, '#ccd6de'],
        ],
        1,
        0,
      ),
      radial('lamp', [
        [0, '#fffdf0', 1],
        [0.12, '#fff3c6', 0.85],
        [0.4, '#ffeab0', 0.32],
        [1, '#ffeab0', 0],
      ]),
      radial('dim', [
        [0, '#fff', 0.75],
        [1, '#fff', 0],
      ]),
      radial('puff', [
        [0, '#f4f7f8', 1],
        [0.45, '#f2f5f7', 0.72],
        [1, '#f0f4f6', 0],
      ]),
      blur('far', 3.2),
      blur('near', 0.8),
    ],
    rect(0, 0, W, 480, 'fill="url(#sky)"'),
    circle(860, 130, 260, 'fill="url(#dim)"'),
    group(
      'filter="url(#far)" opacity=".38"',
      path('M0,430 Q130,300 300,350 T560,392 T700,440 H0 Z', 'fill="#7f96a8"'),
    ),
    bank(400, 10, 0.6),
    rect(0, 452, W, H - 452, 'fill="url(#sea)"'),
    group(
      'filter="url(#far)" opacity=".62"',
      path('M520,470 H1200 V500 H500 Z', 'fill="#8397a6"'),
      times(24, (i) =>
        path(
          `M${520 + i * 29},472 l16,-${14 + (i % 3) * 5} l18,${16 + (i % 3) * 4} Z`,
          'fill="#8c9fad"',
        ),
      ).join(''),
      tower(820, 474, 0.72),
    ),
    circle(820, 266, 210, 'fill="url(#lamp)"'),
    glitter(random, 820, 500, 690, 46, '#fff6d8'),
    bank(480, 12, 0.6) + bank(350, 5, 0.42),
    wave({
      width: W,
      bottom: H,
      y: 560,
      height: 5,
      length: 340,
      phase: 0.3,
      fill: 'fill="#93a9b8" opacity=".45"',
      foam: 'stroke="#fff" stroke-opacity=".45" stroke-width="2"',
    }),
    group('filter="url(#near)"', buoy(300, 604)),
    wave({
      width: W,
      bottom: H,
      y: 628,
      height: 9,
      length: 430,
      phase: 1.9,
      fill: 'fill="#6d8aa0" opacity=".82"',
      foam: 'stroke="#fff" stroke-opacity=".5" stroke-width="2.5"',
    }),
    bank(590, 6, 0.5),
    wave({
      width: W,
      bottom: H,
      y: 694,
      height: 12,
      length: 520,
      phase: 4.4,
      fill: 'fill="#4d6d86"',
      foam: 'stroke="#e8f0f5" stroke-opacity=".5" stroke-width="3"',
    }),
    gull(520, 210, 22, '#7f93a3') + gull(590, 250, 14, '#93a5b3'),
  );
}
