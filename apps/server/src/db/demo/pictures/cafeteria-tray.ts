/** A generous cutlet on a steel tray. */
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

function well(x: number, y: number, w: number, h: number): string {
  return (
    rect(x, y, w, h, 'rx="34" fill="url(#well)" stroke="#8d99a6" stroke-width="3"') +
    rect(
      x + 7,
      y + 8,
      w - 14,
      h - 14,
      'rx="28" fill="none" stroke="#fff" stroke-opacity=".55" stroke-width="3"',
    )
  );
}

function rice(random: () => number): string {
  const grains = times(300, () => {
    const a = random() * 6.283;
    const r = Math.sqrt(random());
    const x = 302 + Math.cos(a) * r * 108;
    const y = 510 + Math.sin(a) * r * 88;
    return group(
      `transform="translate(${n(x)} ${n(y)}) rotate(${n(random() * 180)})"`,
      ellipse(
        0,
        0,
        7.5,
        3.2,
        `fill="${random() > 0.5 ? '#ffffff' : '#efe9db'}" stroke="#dcd3c0" stroke-width=".6"`,
      ),
    );
  });
  return (
    ellipse(302, 514, 120, 98, 'fill="#e3dac6"') +
    ellipse(302, 510, 114, 92, 'fill="#f3ecdd"') +
    grains.join('')
  );
}

function soup(random: () => number): string {
  const tofu = times(6, (i) =>
    group(
      `transform="translate(${n(590 + Math.cos(i * 1.1) * 62)} ${n(510 + Math.sin(i * 1.1) * 54)}) rotate(${n(random() * 60)})"`,
      rect(-15, -13, 30, 26, 'rx="5" fill="#fff7e4" stroke="#e3d4ad" stroke-width="2"'),
    ),
  );
  const scallion = times(16, () =>
    circle(
      590 + (random() - 0.5) * 170,
      510 + (random() - 0.5) * 150,
      6,
      `fill="none" stroke="${random() > 0.4 ? '#5f9f3f' : '#86bd58'}" stroke-width="4"`,
    ),
  );
  return (
    circle(590, 512, 126, 'fill="#eef1f4" stroke="#aab4bf" stroke-width="4"') +
    circle(590, 512, 110, 'fill="url(#soup)"') +
    tofu.join('') +
    scallion.join('') +
    path(
      'M510,470 Q540,426 600,420',
      'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="7" stroke-linecap="round"',
    )
  );
}

function cutlet(random: () => number): string {
  const crumbs = times(150, () =>
    circle(
      340 + random() * 290,
      168 + random() * 142,
      1.6 + random() * 3,
      `fill="${random() > 0.5 ? '#f3c67a' : '#a96422'}" opacity="${n(0.4 + random() * 0.5)}"`,
    ),
  );
  const cuts = times(5, (i) => `M${386 + i * 48},150 l-18,176`);
  return (
    group(
      'clip-path="url(#cutlet)"',
      rect(300, 130, 380, 220, 'fill="url(#crust)"'),
      crumbs.join(''),
      path(
        'M338,150 Q420,128 500,168 T660,170 L654,262 Q600,232 560,276 T450,262 Q400,316 352,262 Z',
        'fill="url(#sauce)"',
      ),
      path(
        'M370,178 Q440,158 500,190',
        'fill="none" stroke="#d98a5b" stroke-width="6" stroke-linecap="round" opacity=".7"',
      ),
    ) + path(cuts.join(' '), 'stroke="#5d2d12" stroke-opacity=".45" stroke-width="3.5"')
  );
}

function sides(random: () => number): string {
  const kimchi = times(24, (i) =>
    group(
      `transform="translate(${n(828 + random() * 150)} ${n(172 + random() * 106)}) rotate(${n(random() * 180)})"`,
      rect(
        -22,
        -13,
        44,
        26,
        `rx="9" fill="${['#d8442c', '#e8684a', '#f1a183', '#c23421'][i % 4]}" opacity=".95"`,
      ),
    ),
  );
  const cabbage = times(58, () =>
    path(
      `M${n(230 + random() * 80)},${n(170 + random() * 130)} q${n(random() * 40 - 20)},${n(random() * 34 - 17)} ${n(random() * 60 - 30)},${n(random() * 20 - 10)}`,
      `fill="none" stroke="${random() > 0.35 ? '#d8e8b4' : '#a9cd77'}" stroke-width="5" stroke-linecap="round"`,
    ),
  );
  const radish = times(15, (i) =>
    group(
      `transform="translate(${n(800 + (i % 5) * 46 + random() * 8)} ${n(448 + Math.floor(i / 5) * 52 + random() * 8)}) rotate(${n(random() * 40)})"`,
      rect(
        -17,
        -17,
        34,
        34,
        `rx="6" fill="${i % 2 ? '#ee7a52' : '#e0593a'}" stroke="#b93d22" stroke-width="2"`,
      ),
      rect(-11, -12, 14, 7, 'rx="3" fill="#fff" opacity=".4"'),
    ),
  );
  return kimchi.join('') + cabbage.join('') + radish.join('');
}

export function cafeteriaTray(): Picture {
  const random = seeded(77);
  const planks = times(
    6,
    (i) =>
      rect(0, i * 128, W, 126, `fill="${i % 2 ? '#c8935c' : '#d09c66'}"`) +
      path(
        `M0,${i * 128 + 40} q300,${14 - i * 4} 620,2 t580,-6 M0,${i * 128 + 86} q260,-12 560,4 t640,0`,
        'fill="none" stroke="#a87442" stroke-opacity=".35" stroke-width="3"',
      ),
  );
  return picture(
    W,
    H,
    [
      linear(
        'tray',
        [
          [0, '#f4f7fa'],
          [0.5, '#ccd5dd'],
          [1, '#e8edf1'],
        ],
        1,
        1,
      ),
      linear(
        'well',
        [
          [0, '#b9c3cd'],
          [1, '#e6ebef'],
        ],
        0.4,
        1,
      ),
      linear('crust', [
        [0, '#e6a750'],
        [1, '#b9742c'],
      ]),
      linear('sauce', [
        [0, '#8a4522'],
        [1, '#5a260e'],
      ]),
      radial('soup', [
        [0, '#e0b26b'],
        [0.7, '#cf9748'],
        [1, '#a87230'],
      ]),
      radial('day', [
        [0, '#fff7e0', 0.3],
        [1, '#fff7e0', 0],
      ]),
      blur('shade', 16),
      '<clipPath id="cutlet"><path d="M330,190 Q340,146 420,150 T580,142 Q668,146 672,220 T620,322 Q520,340 430,330 T336,290 Q318,240 330,190 Z"/></clipPath>',
    ],
    rect(0, 0, W, H, 'fill="#9a693a"'),
    planks.join(''),
    rect(128, 90, 960, 598, 'rx="56" fill="#3b1f08" opacity=".45" filter="url(#shade)"'),
    rect(112, 66, 960, 598, 'rx="54" fill="url(#tray)" stroke="#9aa6b1" stroke-width="4"'),
    well(164, 110, 560, 250) +
      well(164, 396, 276, 232) +
      well(770, 110, 252, 230) +
      well(770, 396, 252, 190),
    circle(590, 512, 134, 'fill="url(#well)" stroke="#8d99a6" stroke-width="3"'),
    rice(random),
    soup(random),
    cutlet(random),
    sides(random),
    group(
      'transform="translate(1124 112) rotate(3)"',
      rect(0, 0, 11, 520, 'rx="5" fill="#7d8894"'),
      rect(24, 4, 11, 520, 'rx="5" fill="#919ca8"'),
      rect(2, 10, 3, 480, 'fill="#fff" opacity=".4"'),
    ),
    circle(260, 60, 560, 'fill="url(#day)"'),
  );
}
