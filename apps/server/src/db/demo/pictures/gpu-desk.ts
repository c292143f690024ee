/** A desk in the lab at night: monitor, two graphics cards, a mug. */
import {
  blur,
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
  seeded,
  times,
} from './svg.ts';

const W = 1200;
const H = 750;

function fan(x: number, y: number, r: number, colour: string): string {
  const blades = times(9, (i) =>
    path(
      `M0,0 Q${n(r * 0.2)},${n(-r * 0.55)} ${n(r * 0.5)},${n(-r * 0.74)} Q${n(r * 0.2)},${n(-r * 0.35)} 0,0`,
      `fill="#29344f" transform="rotate(${i * 40})"`,
    ),
  );
  return group(
    `transform="translate(${x} ${y})"`,
    circle(0, 0, r * 1.16, `fill="${colour}" opacity=".3" filter="url(#glow)"`),
    circle(0, 0, r, `fill="#0c1426" stroke="${colour}" stroke-width="5"`),
    blades.join(''),
    circle(0, 0, r * 0.2, 'fill="#101a30" stroke="#46557c" stroke-width="2"'),
  );
}

export function gpuDesk(): Picture {
  const random = seeded(9);
  const code = times(13, (i) => {
    const indent = [0, 1, 1, 2, 2, 1, 0, 0, 1, 2, 2, 1, 0][i] ?? 0;
    const colour = ['#7cc4ff', '#ffb86b', '#8de0b4', '#c9a7ff'][i % 4];
    return rect(
      236 + indent * 22,
      198 + i * 19,
      50 + random() * 110,
      7,
      `rx="3.5" fill="${colour}" opacity=".85"`,
    );
  });
  const loss = times(
    26,
    (i) =>
      `${n(466 + i * 8)},${n(222 + 96 * (1 - Math.exp(-i / 7)) + (random() - 0.5) * 14 * Math.exp(-i / 16))}`,
  );
  const bars = times(9, (i) =>
    rect(468 + i * 23, 432 - 14 - random() * 46, 15, 60, 'rx="3" fill="#2f7df0" opacity=".75"'),
  );
  const lights = times(34, () =>
    circle(880 + random() * 250, 182 + random() * 26, 1.3 + random(), 'fill="#ffd694"'),
  );
  return picture(
    W,
    H,
    [
      linear('wall', [
        [0, '#1c2544'],
        [1, '#2b3560'],
      ]),
      linear('desk', [
        [0, '#8a5a3c'],
        [1, '#5a3524'],
      ]),
      linear('night', [
        [0, '#0a1738'],
        [0.6, '#274685'],
        [0.62, '#1b3468'],
        [1, '#0a1a3e'],
      ]),
      linear('screen', [
        [0, '#111d3b'],
        [1, '#0b142b'],
      ]),
      linear(
        'case',
        [
          [0, '#202b48'],
          [1, '#0f172c'],
        ],
        1,
        1,
      ),
      radial('warm', [
        [0, '#ffd695', 0.6],
        [1, '#ffd695', 0],
      ]),
      radial('cool', [
        [0, '#4aa3ff', 0.4],
        [1, '#4aa3ff', 0],
      ]),
      blur('glow', 12),
      '<clipPath id="plot"><rect x="452" y="364" width="232" height="66" rx="8"/></clipPath>',
    ],
    rect(0, 0, W, 560, 'fill="url(#wall)"'),
    rect(858, 70, 290, 236, 'rx="10" fill="#0b132b"') +
      rect(868, 80, 270, 216, 'rx="6" fill="url(#night)"'),
    circle(1080, 122, 17, 'fill="#fff1cd"') +
      lights.join('') +
      path('M868,214 Q940,186 1010,206 T1138,196 V216 H868 Z', 'fill="#0f2148"'),
    path('M1003,80 V296 M868,188 H1138', 'stroke="#0b132b" stroke-width="8"'),
    circle(455, 330, 420, 'fill="url(#cool)"') + circle(120, 300, 330, 'fill="url(#warm)"'),
    rect(0, 556, W, 194, 'fill="url(#desk)"') + rect(0, 556, W, 7, 'fill="#c08a60" opacity=".7"'),
    path('M404,480 H506 L524,566 H386 Z', 'fill="#27314d"') +
      rect(340, 560, 230, 14, 'rx="7" fill="#313d5e"'),
    rect(196, 148, 520, 336, 'rx="16" fill="#0a1020"') +
      rect(208, 160, 496, 304, 'rx="8" fill="url(#screen)"'),
    code.join(''),
    rect(452, 186, 232, 164, 'rx="8" fill="#16244a"') +
      path('M466,206 V334 H672', 'fill="none" stroke="#4a5f94" stroke-width="2"'),
    path(
      `M${loss.join(' L')}`,
      'fill="none" stroke="#ff9d5c" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"',
    ),
    rect(452, 364, 232, 66, 'rx="8" fill="#16244a"') +
      group('clip-path="url(#plot)"', bars.join('')),
    rect(752, 296, 348, 278, 'rx="14" fill="url(#case)" stroke="#3a486f" stroke-width="3"'),
    rect(772, 318, 308, 108, 'rx="10" fill="#141e38" stroke="#3d4d78" stroke-width="2"') +
      rect(772, 440, 308, 108, 'rx="10" fill="#141e38" stroke="#3d4d78" stroke-width="2"'),
    fan(834, 372, 42, '#2fd0ff') + fan(926, 372, 42, '#5f8dff') + fan(1018, 372, 42, '#a77bff'),
    fan(834, 494, 42, '#ffb347') + fan(926, 494, 42, '#ff7f6b') + fan(1018, 494, 42, '#ff5fa2'),
    path(
      'M96,566 V352 L168,276',
      'fill="none" stroke="#e9c46a" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"',
    ) +
      path('M136,286 L196,226 L236,286 Z', 'fill="#f1d488"') +
      ellipse(196, 282, 26, 12, 'fill="#fffbe3"') +
      rect(52, 556, 92, 16, 'rx="8" fill="#caa64f"'),
    rect(232, 606, 430, 78, 'rx="12" fill="#1a2440"') +
      times(42, (i) =>
        rect(246 + (i % 14) * 29, 616 + Math.floor(i / 14) * 21, 24, 16, 'rx="4" fill="#3a4a78"'),
      ).join(''),
    rect(698, 612, 56, 74, 'rx="26" fill="#1a2440"') +
      path('M726,612 V642', 'stroke="#3a4a78" stroke-width="3"'),
    path('M842,596 H924 V670 Q924,694 900,694 H866 Q842,694 842,670 Z', 'fill="#f2f5fb"') +
      path('M924,612 q34,2 30,30 q-4,24 -30,24', 'fill="none" stroke="#f2f5fb" stroke-width="10"') +
      ellipse(883, 598, 41, 9, 'fill="#6b3f22"') +
      path(
        'M866,580 q-10,-16 2,-30 t2,-30 M896,580 q-10,-16 2,-30 t2,-26',
        'fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="5" stroke-linecap="round"',
      ),
    path(
      'M852,640 q15,-14 31,0 t31,0',
      'fill="none" stroke="#0b5bd3" stroke-width="6" stroke-linecap="round"',
    ),
  );
}
