/** The first ferry of the day, sun just above the sea. */
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

function ferryBoat(x: number, y: number): string {
  const row = (count: number, dx: number, top: number, gap: number) =>
    times(count, (i) => rect(dx + i * gap, top, gap * 0.62, 15, 'rx="4" fill="#2b5f97"')).join('');
  return group(
    `transform="translate(${x} ${y})"`,
    rect(150, -150, 190, 44, 'rx="10" fill="#ffffff"'),
    rect(84, -110, 330, 50, 'rx="8" fill="#f4f8fd"'),
    rect(20, -64, 452, 56, 'rx="6" fill="#ffffff"'),
    rect(310, -142, 26, 22, 'rx="5" fill="#24527f"') + row(4, 168, -140, 32),
    row(9, 102, -96, 33) + row(13, 40, -50, 32),
    path('M206,-150 L214,-200 H262 L270,-150 Z', 'fill="#0b5bd3"'),
    rect(213, -186, 52, 12, 'fill="#fff"'),
    path('M330,-150 V-206 M330,-190 H352', 'stroke="#fff" stroke-width="4"'),
    path('M352,-190 l-22,-9 v18 Z', 'fill="#e4572e"'),
    path('M-12,-12 H520 Q500,44 462,58 H36 Q4,52 -12,-12 Z', 'fill="url(#hull)"'),
    path('M-8,0 H515 l-4,12 H-4 Z', 'fill="#f2b632"'),
    path('M12,40 Q26,56 36,58 H462 Q484,50 496,34 Z', 'fill="#a83b26"'),
    rect(-4, -20, 470, 3, 'fill="#9fb6d4"'),
  );
}

export function ferry(): Picture {
  const random = seeded(5);
  const cloud = (x: number, y: number, s: number, alpha: number) =>
    group(
      `transform="translate(${x} ${y}) scale(${s})" fill="#fff" opacity="${alpha}"`,
      ellipse(0, 0, 120, 16, ''),
      ellipse(-34, -12, 56, 20, ''),
      ellipse(36, -16, 66, 24, ''),
    );
  return picture(
    W,
    H,
    [
      linear('sky', [
        [0, '#5d9fe0'],
        [0.45, '#a9d0ee'],
        [0.78, '#ffdcae'],
        [1, '#ffb681'],
      ]),
      linear('sea', [
        [0, '#f3b68a'],
        [0.12, '#8cb0c8'],
        [0.45, '#2f78ab'],
        [1, '#0c3d70'],
      ]),
      linear('hull', [
        [0, '#12539e'],
        [1, '#0a2c5c'],
      ]),
      radial('sun', [
        [0, '#fffbe8', 1],
        [0.12, '#ffe9a8', 0.9],
        [0.35, '#ffcf7d', 0.35],
        [1, '#ffbf70', 0],
      ]),
      blur('soft', 6),
      blur('spray', 2.5),
    ],
    rect(0, 0, W, 440, 'fill="url(#sky)"'),
    circle(300, 392, 330, 'fill="url(#sun)"') + circle(300, 392, 46, 'fill="#fffdf2"'),
    group(
      'filter="url(#soft)"',
      cloud(860, 120, 1.3, 0.75),
      cloud(1060, 212, 1, 0.55),
      cloud(180, 170, 1.15, 0.5),
      cloud(560, 262, 0.8, 0.45),
    ),
    path(
      'M700,424 Q800,360 900,388 T1090,352 T1200,372 V440 H700 Z',
      'fill="#7fa3c4" opacity=".75"',
    ),
    path('M860,430 Q970,392 1060,404 T1200,392 V440 H860 Z', 'fill="#55819f" opacity=".8"'),
    rect(0, 424, W, H - 424, 'fill="url(#sea)"'),
    glitter(random, 300, 428, 720, 92, '#fff1c9'),
    gull(420, 150, 26, '#fff') + gull(494, 196, 18, '#fff') + gull(364, 226, 14, '#fff'),
    wave({
      width: W,
      bottom: H,
      y: 470,
      height: 4,
      length: 300,
      phase: 0,
      fill: 'fill="#3f86b5" opacity=".5"',
    }),
    ellipse(750, 566, 330, 16, 'fill="#062a52" opacity=".35" filter="url(#soft)"'),
    ferryBoat(520, 506),
    group(
      'filter="url(#spray)"',
      path(
        'M470,578 Q600,546 770,560 T1030,546 Q1060,566 1120,576 Q900,592 700,590 T470,578 Z',
        'fill="#eaf5ff" opacity=".8"',
      ),
    ),
    wave({
      width: W,
      bottom: H,
      y: 588,
      height: 9,
      length: 380,
      phase: 1.3,
      fill: 'fill="#1e6aa3" opacity=".86"',
      foam: 'stroke="#cfe8fb" stroke-opacity=".7" stroke-width="3"',
    }),
    wave({
      width: W,
      bottom: H,
      y: 640,
      height: 13,
      length: 470,
      phase: 3.4,
      fill: 'fill="#135388" opacity=".92"',
      foam: 'stroke="#a9d3f2" stroke-opacity=".55" stroke-width="3"',
    }),
    wave({
      width: W,
      bottom: H,
      y: 698,
      height: 14,
      length: 560,
      phase: 5.1,
      fill: 'fill="#0b3b6b"',
      foam: 'stroke="#86bbe4" stroke-opacity=".5" stroke-width="3"',
    }),
  );
}
