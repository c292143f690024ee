/** Second-hand things for the market: keyboard and monitor. */
import { room } from './room.ts';
import {
  circle,
  ellipse,
  glitter,
  group,
  linear,
  type Picture,
  path,
  rect,
  seeded,
  times,
  wave,
} from './svg.ts';

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
      'transform="translate(72 54) scale(.85) rotate(-6 480 380)"',
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
