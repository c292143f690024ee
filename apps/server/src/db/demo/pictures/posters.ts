/** Two posters: the student fair under signal flags, and a seminar. */
import { hangul } from './hangul.ts';
import { signal } from './signal-flags.ts';
import {
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
  wave,
} from './svg.ts';

function flagLine(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  sag: number,
  size: number,
  from: number,
): string {
  const count = Math.floor(Math.hypot(x2 - x1, y2 - y1) / (size * 1.32));
  const flags = times(count, (i) => {
    const t = (i + 0.6) / count;
    const x = x1 + (x2 - x1) * t;
    const y = y1 + (y2 - y1) * t + sag * 4 * t * (1 - t);
    const slope = Math.atan2(y2 - y1 + sag * 4 * (1 - 2 * t), x2 - x1) * 57.3;
    return group(
      `transform="translate(${n(x)} ${n(y)}) rotate(${n(slope)}) skewX(${i % 2 ? 5 : -4})"`,
      rect(4, 7, size, size, 'fill="#041030" opacity=".28"'),
      group('transform="translate(0 1)"', signal(from + i * 3, size)),
      path(`M0,1 h${size} v${size} h${-size} Z`, 'fill="url(#cloth)"'),
    );
  });
  const rope = `M${x1},${y1} Q${(x1 + x2) / 2},${(y1 + y2) / 2 + sag * 2} ${x2},${y2}`;
  return path(rope, 'fill="none" stroke="#e9f0ff" stroke-width="3"') + flags.join('');
}

export function flagsPoster(): Picture {
  return picture(
    900,
    1200,
    [
      linear('sky', [
        [0, '#071b4d'],
        [0.5, '#0d4fb4'],
        [0.78, '#3fa0d8'],
        [1, '#bfe6ee'],
      ]),
      linear(
        'cloth',
        [
          [0, '#fff', 0.22],
          [0.35, '#000', 0.08],
          [0.6, '#fff', 0.16],
          [1, '#000', 0.14],
        ],
        1,
        0.2,
      ),
      radial('sun', [
        [0, '#fff', 0.75],
        [0.3, '#dff4ff', 0.35],
        [1, '#fff', 0],
      ]),
    ],
    rect(0, 0, 900, 1200, 'fill="url(#sky)"'),
    circle(680, 760, 420, 'fill="url(#sun)"'),
    flagLine(-40, 60, 950, 180, 70, 88, 0) +
      flagLine(-60, 330, 960, 250, 80, 76, 2) +
      flagLine(-30, 470, 940, 560, 60, 64, 5),
    hangul('학술제', 112, 716, 190, '#ffffff', 0.1),
    hangul('바다로 나가는', 118, 936, 48, '#d8ecff', 0.1) +
      hangul('인공지능', 508, 936, 48, '#ffd23f', 0.11),
    wave({
      width: 900,
      bottom: 1200,
      y: 1030,
      height: 12,
      length: 360,
      phase: 0.4,
      fill: 'fill="#2f86cf" opacity=".75"',
      foam: 'stroke="#fff" stroke-opacity=".6" stroke-width="3"',
    }),
    wave({
      width: 900,
      bottom: 1200,
      y: 1082,
      height: 15,
      length: 430,
      phase: 2.2,
      fill: 'fill="#1560b3"',
      foam: 'stroke="#cfe9ff" stroke-opacity=".6" stroke-width="3"',
    }),
    wave({
      width: 900,
      bottom: 1200,
      y: 1140,
      height: 15,
      length: 520,
      phase: 4,
      fill: 'fill="#0a3678"',
      foam: 'stroke="#9fcdf5" stroke-opacity=".6" stroke-width="3"',
    }),
  );
}

export function seminarPoster(): Picture {
  const random = seeded(64);
  const layers = [4, 6, 6, 3].map((count, l) =>
    times(count, (i): [number, number] => [
      150 + l * 200,
      300 + (i - (count - 1) / 2) * 84 + Math.sin(l * 2 + i) * 10,
    ]),
  );
  const links = layers
    .slice(0, -1)
    .flatMap((layer, l) =>
      layer.flatMap(([x, y]) =>
        (layers[l + 1] ?? []).map(([tx, ty]) =>
          path(
            `M${n(x)},${n(y)} C${n(x + 90)},${n(y)} ${n(tx - 90)},${n(ty)} ${n(tx)},${n(ty)}`,
            `fill="none" stroke="${random() > 0.75 ? '#ffb454' : '#7fc4e8'}" stroke-opacity="${n(0.15 + random() * 0.5)}" stroke-width="2"`,
          ),
        ),
      ),
    );
  const nodes = layers.flatMap((layer, l) =>
    layer.map(
      ([x, y]) =>
        circle(x, y, 26, 'fill="url(#halo)"') +
        circle(x, y, 11, `fill="${l === 3 ? '#ffb454' : '#e9fbff'}"`),
    ),
  );
  const boat =
    path('M0,0 H150 L128,34 H22 Z', 'fill="#f6fbff"') +
    path('M66,-6 V-118 L134,-14 Z', 'fill="#ffb454"') +
    path('M58,-6 V-92 L14,-12 Z', 'fill="#fff"');
  return picture(
    900,
    1200,
    [
      linear('deep', [
        [0, '#04232e'],
        [0.55, '#0b5566'],
        [1, '#2a9a9a'],
      ]),
      radial('halo', [
        [0, '#bff6ff', 0.75],
        [1, '#bff6ff', 0],
      ]),
      radial('mist', [
        [0, '#dffcff', 0.45],
        [1, '#dffcff', 0],
      ]),
    ],
    rect(0, 0, 900, 1200, 'fill="url(#deep)"'),
    ellipse(450, 600, 640, 330, 'fill="url(#mist)"'),
    links.join('') + nodes.join(''),
    hangul('세미나', 106, 648, 176, '#ffffff', 0.1),
    hangul('흐린 바다에서', 112, 856, 46, '#c9f2f2', 0.1) +
      hangul('배를 알아보는 법', 112, 920, 46, '#ffcf8a', 0.1),
    group('transform="translate(660 974) rotate(-4)"', boat),
    wave({
      width: 900,
      bottom: 1200,
      y: 1020,
      height: 12,
      length: 340,
      phase: 5,
      fill: 'fill="#157a86" opacity=".8"',
      foam: 'stroke="#dffcff" stroke-opacity=".6" stroke-width="3"',
    }),
    wave({
      width: 900,
      bottom: 1200,
      y: 1076,
      height: 14,
      length: 420,
      phase: 1.2,
      fill: 'fill="#0c5a6a"',
      foam: 'stroke="#aee9ee" stroke-opacity=".6" stroke-width="3"',
    }),
    wave({
      width: 900,
      bottom: 1200,
      y: 1138,
      height: 16,
      length: 500,
      phase: 3.4,
      fill: 'fill="#063743"',
      foam: 'stroke="#7fced6" stroke-opacity=".6" stroke-width="3"',
    }),
  );
}
