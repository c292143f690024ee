/** The harbour at night: bridge, cranes, a container ship, lights on the water. */
import {
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

const W = 1200;
const H = 750;

function crane(x: number, base: number, scale: number): string {
  const d = `M0,0 V-150 M46,0 V-150 M-6,-60 L46,-110 M46,-60 L0,-110 M-70,-150 H150 M23,-150 V-205 L-70,-150 M23,-205 L150,-150 M110,-150 V-96`;
  const lamp = circle(23, -205, 3.5, 'fill="#ff7a59"') + circle(150, -150, 3, 'fill="#ffd9a0"');
  return group(
    `transform="translate(${x} ${base}) scale(${scale})"`,
    path(d, 'fill="none" stroke="#0b1730" stroke-width="6" stroke-linejoin="round"'),
    rect(96, -98, 30, 18, 'fill="#0b1730"'),
    lamp,
  );
}

function bridge(y: number): string {
  const tower = (x: number) =>
    path(`M${x - 9},${y + 6} L${x - 3},${y - 128} H${x + 3} L${x + 9},${y + 6}`, 'fill="#1a2d55"') +
    circle(x, y - 134, 3.5, 'fill="#ff8b6a"');
  const cables = [470, 730].flatMap((x) =>
    times(9, (i) => {
      const reach = 24 + i * 15;
      const top = y - 122 + i * 5;
      return `M${x},${top} L${x - reach},${y} M${x},${top} L${x + reach},${y}`;
    }),
  );
  const lamps = times(27, (i) => circle(300 + i * 23, y - 5, 1.9, 'fill="#ffe3ad"'));
  return (
    path(cables.join(' '), 'stroke="#6f8ec4" stroke-opacity=".5" stroke-width="1.2"') +
    tower(470) +
    tower(730) +
    rect(0, y, W, 6, 'fill="#1a2d55"') +
    lamps.join('')
  );
}

function containerShip(x: number, y: number): string {
  const colours = ['#c4533c', '#2e6fb7', '#d99a3d', '#3f8f86', '#8893a8', '#27508c'];
  const boxes = times(36, (i) => {
    const column = i % 12;
    const row = Math.floor(i / 12);
    const colour = colours[(column * 5 + row * 3) % colours.length];
    return rect(92 + column * 27, -24 - row * 19, 25, 17, `rx="1.5" fill="${colour}"`);
  });
  const windows = times(12, (i) =>
    rect(24 + (i % 4) * 12, -98 + Math.floor(i / 4) * 18, 7, 7, 'rx="1" fill="#ffe2a3"'),
  );
  return group(
    `transform="translate(${x} ${y})"`,
    boxes.join(''),
    rect(16, -106, 58, 106, 'rx="3" fill="#dfe7f3"'),
    rect(10, -112, 70, 8, 'rx="2" fill="#f5f8fd"'),
    windows.join(''),
    rect(32, -142, 24, 32, 'rx="2" fill="#d9532f"'),
    rect(32, -132, 24, 6, 'fill="#fff" opacity=".8"'),
    path('M-6,-6 H446 L420,46 Q416,54 406,54 H26 Q12,54 6,40 Z', 'fill="url(#hull)"'),
    path('M3,30 H429 L420,46 Q416,54 406,54 H26 Q12,54 6,40 Z', 'fill="#7b2c22"'),
    path('M0,2 H444', 'stroke="#fff" stroke-opacity=".35" stroke-width="2"'),
  );
}

export function harbourNight(): Picture {
  const random = seeded(11);
  const stars = times(120, () =>
    circle(
      random() * W,
      random() * 300,
      0.6 + random() * 1.3,
      `fill="#fff" opacity="${n(0.2 + random() * 0.8)}"`,
    ),
  );
  const city = times(90, (i) =>
    circle(
      i * 14 + random() * 12,
      392 - random() * (i < 30 || i > 62 ? 66 : 22),
      1.1 + random() * 1.2,
      `fill="${random() > 0.3 ? '#ffdf9e' : '#a9d6ff'}" opacity="${n(0.4 + random() * 0.6)}"`,
    ),
  );
  const lamps = [70, 190, 322, 470, 560, 640, 730, 862, 980, 1100];
  const water = lamps.map((x, i) =>
    glitter(
      random,
      x,
      436,
      600 + random() * 90,
      15 + random() * 14,
      ['#ffcf87', '#ffb27a', '#9fd3ff'][i % 3] ?? '#fff',
    ),
  );
  return picture(
    W,
    H,
    [
      linear('sky', [
        [0, '#050d24'],
        [0.45, '#12275a'],
        [0.8, '#35508f'],
        [1, '#8b7fae'],
      ]),
      linear('sea', [
        [0, '#304a86'],
        [0.35, '#142a5c'],
        [1, '#060f28'],
      ]),
      linear('hull', [
        [0, '#27406f'],
        [1, '#0d1a38'],
      ]),
      radial('moon', [
        [0, '#fff6df', 0.85],
        [0.25, '#ffe9bd', 0.28],
        [1, '#ffe9bd', 0],
      ]),
      radial('warm', [
        [0, '#ffc987', 0.5],
        [1, '#ffc987', 0],
      ]),
    ],
    rect(0, 0, W, 440, 'fill="url(#sky)"'),
    stars.join(''),
    circle(940, 130, 190, 'fill="url(#moon)"') + circle(940, 130, 36, 'fill="#fff4d6"'),
    path(
      'M0,420 V350 Q90,296 190,330 T390,372 T620,386 T800,360 Q910,300 1020,332 T1200,318 V440 H0 Z',
      'fill="#101f45"',
    ),
    ellipse(600, 428, 620, 90, 'fill="url(#warm)"'),
    city.join(''),
    bridge(404),
    rect(0, 430, W, H - 430, 'fill="url(#sea)"'),
    glitter(random, 940, 440, 730, 52, '#fff0cc'),
    water.join(''),
    crane(60, 452, 0.95) + crane(232, 452, 0.8) + crane(1040, 452, 0.9),
    path('M0,446 H330 L346,462 H0 Z M1000,446 H1200 V462 H986 Z', 'fill="#0a1530"'),
    containerShip(440, 470),
    wave({
      width: W,
      bottom: H,
      y: 528,
      height: 4,
      length: 330,
      phase: 1,
      fill: 'fill="#1b3468" opacity=".55"',
      foam: 'stroke="#8fb0ea" stroke-opacity=".35" stroke-width="1.5"',
    }),
    glitter(random, 640, 534, 640, 120, '#ffd79a'),
    wave({
      width: W,
      bottom: H,
      y: 622,
      height: 9,
      length: 420,
      phase: 2.4,
      fill: 'fill="#0f2148" opacity=".8"',
      foam: 'stroke="#7d9ddb" stroke-opacity=".3" stroke-width="2"',
    }),
    wave({
      width: W,
      bottom: H,
      y: 692,
      height: 12,
      length: 520,
      phase: 0.4,
      fill: 'fill="#081431"',
      foam: 'stroke="#5f80c2" stroke-opacity=".35" stroke-width="2.5"',
    }),
  );
}
