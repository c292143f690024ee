/** Second-hand things for the market: board with camera, and a lamp. */
import { room } from './room.ts';
import {
  circle,
  ellipse,
  group,
  linear,
  n,
  type Picture,
  path,
  radial,
  rect,
  seeded,
  times,
} from './svg.ts';

export function board(): Picture {
  const random = seeded(31);
  const traces = times(26, (i) => {
    const x = 250 + (i % 13) * 34;
    const y = i < 13 ? 214 : 560;
    const dy = (i < 13 ? 1 : -1) * (34 + random() * 46);
    return `M${x},${y} v${n(dy)} l${n((random() - 0.5) * 50)},${n(dy * 0.6)}`;
  });
  const pins = times(
    20,
    (i) =>
      rect(236 + i * 22, 186, 13, 13, 'rx="2" fill="#e9c46a"') +
      rect(236 + i * 22, 204, 13, 13, 'rx="2" fill="#e9c46a"'),
  );
  const fins = times(9, (i) => rect(392 + i * 20, 300, 11, 168, 'rx="3" fill="#d8dfe8"'));
  const chip = (x: number, y: number, w: number, h: number) =>
    rect(x, y, w, h, 'rx="5" fill="#171d2b"') + circle(x + 11, y + 11, 3.5, 'fill="#55607a"');
  return room(
    '#e3f3ec',
    '#b3dcc9',
    [
      linear(
        'pcb',
        [
          [0, '#1f9a66'],
          [1, '#0d5b3c'],
        ],
        1,
        1,
      ),
      linear('sink', [
        [0, '#aab5c4'],
        [1, '#6d7888'],
      ]),
      radial('lens', [
        [0, '#5fb2ff'],
        [0.45, '#14305f'],
        [1, '#060c1c'],
      ]),
    ],
    group(
      'transform="rotate(4 480 380)"',
      rect(206, 182, 570, 430, 'rx="28" fill="#06281a" opacity=".45" filter="url(#shadow)"'),
      rect(196, 164, 570, 430, 'rx="26" fill="url(#pcb)"'),
      path(
        traces.join(' '),
        'fill="none" stroke="#7fe0b2" stroke-opacity=".6" stroke-width="3" stroke-linejoin="round"',
      ),
      [
        [222, 190],
        [740, 190],
        [222, 568],
        [740, 568],
      ]
        .map(([x = 0, y = 0]) =>
          circle(x, y, 12, 'fill="#0a3f2a" stroke="#e9c46a" stroke-width="5"'),
        )
        .join(''),
      pins.join(''),
      rect(374, 282, 212, 204, 'rx="12" fill="url(#sink)"') + fins.join(''),
      chip(248, 300, 86, 62) + chip(256, 398, 70, 70) + chip(624, 290, 72, 54),
      rect(690, 380, 92, 66, 'rx="6" fill="#cfd8e3"') +
        rect(690, 466, 92, 66, 'rx="6" fill="#cfd8e3"') +
        rect(704, 392, 78, 42, 'fill="#2b6fd6"') +
        rect(704, 478, 78, 42, 'fill="#2b6fd6"'),
      rect(262, 548, 82, 58, 'rx="6" fill="#cfd8e3"') +
        rect(380, 560, 60, 46, 'rx="6" fill="#252d3f"') +
        circle(520, 560, 9, 'fill="#6dffb0"') +
        circle(548, 560, 9, 'fill="#ff6b57"'),
    ),
    path('M610,180 Q640,96 720,120', 'fill="none" stroke="#f0f3f7" stroke-width="34"') +
      path(
        'M604,176 Q634,92 718,112 M616,184 Q646,104 722,128',
        'fill="none" stroke="#b7c2cf" stroke-width="3"',
      ),
    group(
      'transform="translate(700 70) rotate(10)"',
      rect(0, 0, 124, 112, 'rx="16" fill="#123c2a"'),
      circle(62, 56, 42, 'fill="#0a0f1c" stroke="#2e3a52" stroke-width="6"'),
      circle(62, 56, 26, 'fill="url(#lens)"'),
      circle(52, 46, 6, 'fill="#fff" opacity=".8"'),
    ),
  );
}

export function lamp(): Picture {
  return room(
    '#3a3f66',
    '#20243f',
    [
      linear('light', [
        [0, '#fff1bd', 0.85],
        [1, '#ffd98a', 0],
      ]),
      linear(
        'metal',
        [
          [0, '#ffffff'],
          [1, '#c9d4e4'],
        ],
        1,
        0,
      ),
      radial('pool', [
        [0, '#ffe6a6', 0.7],
        [1, '#ffe6a6', 0],
      ]),
    ],
    path('M0,588 H960 V720 H0 Z', 'fill="#6b4630"') +
      path('M0,588 H960', 'stroke="#b07f58" stroke-width="5"'),
    ellipse(590, 636, 320, 60, 'fill="url(#pool)"'),
    path('M470,232 L700,262 L880,612 H330 Z', 'fill="url(#light)"'),
    ellipse(310, 640, 140, 14, 'fill="#0a0d1c" opacity=".5" filter="url(#shadow)"'),
    rect(214, 606, 184, 30, 'rx="15" fill="url(#metal)"') + circle(350, 621, 7, 'fill="#e4572e"'),
    path(
      'M300,610 L262,392 L430,196',
      'fill="none" stroke="#e8eef7" stroke-width="20" stroke-linejoin="round" stroke-linecap="round"',
    ),
    circle(262, 392, 19, 'fill="#0b5bd3"') + circle(300, 604, 15, 'fill="#0b5bd3"'),
    group(
      'transform="translate(430 190) rotate(8)"',
      path(
        'M-24,-34 Q40,-92 116,-54 L300,20 Q310,60 280,70 L20,44 Q-30,20 -24,-34 Z',
        'fill="url(#metal)"',
      ),
      ellipse(156, 62, 138, 15, 'fill="#fff6d8" transform="rotate(6 156 62)"'),
    ),
    group(
      'transform="translate(560 548)"',
      rect(0, 44, 230, 34, 'rx="5" fill="#1d8f84"') +
        rect(14, 12, 206, 32, 'rx="5" fill="#d1512f"') +
        rect(8, 50, 214, 6, 'fill="#fff" opacity=".35"') +
        rect(22, 18, 190, 6, 'fill="#fff" opacity=".35"'),
    ),
  );
}
