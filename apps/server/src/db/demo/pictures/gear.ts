/** Four second-hand things for the market: keyboard, monitor, board with camera, lamp. */
import {
  blur,
  circle,
  ellipse,
  glitter,
  group,
  linear,
  n,
  type Picture,
  path,
  picture,
  radial,
  rect,
  seeded,
  times,
  wave,
} from './svg.ts';

function room(top: string, bottom: string, defs: string[], ...children: string[]): Picture {
  return picture(
    960,
    720,
    [
      linear('room', [
        [0, top],
        [1, bottom],
      ]),
      blur('shadow', 14),
      ...defs,
    ],
    rect(0, 0, 960, 720, 'fill="url(#room)"'),
    circle(230, 120, 330, `fill="#fff" opacity="${top < '#8' ? 0.05 : 0.22}"`),
    ...children,
  );
}

export function keyboard(): Picture {
  const rows = times(4, (r) => {
    const wide = r === 1 || r === 2;
    return times(13, (c) => {
      const x = 148 + c * 51 + (wide ? 8 : 0);
      const colour = r === 0 && c === 0 ? '#e4572e' : (c + r) % 6 === 5 ? '#8fc3f5' : '#f6f9fd';
      return (
        rect(x, 256 + r * 54, 44, 46, 'rx="9" fill="#9fb0c6"') +
        rect(x + 2, 252 + r * 54, 40, 40, `rx="8" fill="${colour}"`) +
        rect(x + 8, 257 + r * 54, 22, 5, 'rx="2.5" fill="#fff" opacity=".8"')
      );
    }).join('');
  });
  return room(
    '#e8eef8',
    '#c1d0e8',
    [
      linear('body', [
        [0, '#2e4470'],
        [1, '#172749'],
      ]),
    ],
    group(
      'transform="rotate(-6 480 380)"',
      rect(120, 236, 730, 300, 'rx="30" fill="#0c1a36" opacity=".4" filter="url(#shadow)"'),
      path(
        'M300,222 Q310,120 420,130 T600,70',
        'fill="none" stroke="#2e4470" stroke-width="13" stroke-linecap="round"',
      ),
      rect(116, 216, 730, 312, 'rx="30" fill="url(#body)"'),
      rect(132, 232, 698, 280, 'rx="20" fill="#101d38"'),
      rows.join(''),
      rect(260, 468, 380, 34, 'rx="9" fill="#9fb0c6"') +
        rect(262, 464, 376, 32, 'rx="8" fill="#f6f9fd"') +
        rect(152, 464, 92, 34, 'rx="9" fill="#8fc3f5"') +
        rect(656, 464, 92, 34, 'rx="9" fill="#8fc3f5"'),
    ),
  );
}

export function monitor(): Picture {
  const random = seeded(2);
  return room(
    '#f1ecf9',
    '#d3c6ea',
    [
      linear('sky', [
        [0, '#1c2c6b'],
        [0.6, '#d8739a'],
        [1, '#ffc48a'],
      ]),
      linear('sea', [
        [0, '#d58a93'],
        [1, '#1d2a66'],
      ]),
      linear(
        'glass',
        [
          [0, '#fff', 0.28],
          [0.4, '#fff', 0],
          [1, '#fff', 0],
        ],
        1,
        0.7,
      ),
      '<clipPath id="panel"><rect x="172" y="112" width="616" height="366" rx="6"/></clipPath>',
    ],
    path('M0,590 H960 V720 H0 Z', 'fill="#fff" opacity=".5"'),
    ellipse(480, 630, 230, 16, 'fill="#0c1a36" opacity=".45" filter="url(#shadow)"'),
    path('M430,490 H530 L552,616 H408 Z', 'fill="#2a3350"') +
      rect(346, 606, 268, 22, 'rx="11" fill="#38436a"'),
    rect(152, 92, 656, 412, 'rx="18" fill="#131a30"'),
    group(
      'clip-path="url(#panel)"',
      rect(172, 112, 616, 240, 'fill="url(#sky)"'),
      circle(560, 330, 46, 'fill="#fff0c6"'),
      path('M172,340 Q270,250 380,320 T600,346 V352 H172 Z', 'fill="#3a2f6d"'),
      rect(172, 346, 616, 140, 'fill="url(#sea)"'),
      glitter(random, 560, 350, 470, 46, '#ffe6bd'),
      group(
        'transform="translate(160 0)"',
        wave({
          width: 640,
          bottom: 490,
          y: 440,
          height: 6,
          length: 210,
          phase: 1,
          fill: 'fill="#1a2258" opacity=".85"',
          foam: 'stroke="#ffc9c2" stroke-opacity=".5" stroke-width="2"',
        }),
      ),
    ),
    rect(172, 112, 616, 366, 'rx="6" fill="url(#glass)"') + circle(480, 491, 4, 'fill="#6ee7b7"'),
  );
}

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
