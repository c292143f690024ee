/** Abstract motifs of the book covers, drawn on a 380 x 520 cover. */
import { circle, group, n, path, rect, seeded, times, wave } from './svg.ts';

export const net = () => {
  const layers = [3, 4, 4, 2].map((count, l) =>
    times(count, (i): [number, number] => [64 + l * 84, 350 + (i - (count - 1) / 2) * 62]),
  );
  const lines = layers
    .slice(0, -1)
    .flatMap((from, l) =>
      from.flatMap(([x, y]) => (layers[l + 1] ?? []).map(([tx, ty]) => `M${x},${y} L${tx},${ty}`)),
    );
  const dots = layers
    .flat()
    .map(([x, y], i) => circle(x, y, 13, `fill="${i % 4 === 1 ? '#ffb454' : '#ffffff'}"`));
  return (
    path(lines.join(' '), 'stroke="#fff" stroke-opacity=".38" stroke-width="2.5"') + dots.join('')
  );
};

export const lattice = () => {
  const points = times(6, (i): [number, number] => [
    200 + Math.cos(i * 1.047 + 0.5) * 118,
    352 + Math.sin(i * 1.047 + 0.5) * 118,
  ]);
  const edges = points.flatMap(([x, y], i) =>
    points.slice(i + 1).map(([tx, ty]) => `M${n(x)},${n(y)} L${n(tx)},${n(ty)}`),
  );
  return (
    path(edges.join(' '), 'stroke="#fff" stroke-opacity=".6" stroke-width="3"') +
    points
      .map(([x, y]) => circle(x, y, 16, 'fill="#ffd9c9" stroke="#9b2f1d" stroke-width="5"'))
      .join('')
  );
};

export const hull = () =>
  path('M50,330 H330 Q322,412 282,432 H98 Q58,412 50,330 Z', 'fill="#fff" opacity=".92"') +
  path('M128,330 V276 H236 V330 M158,276 V248 H206 V276', 'fill="#fff" opacity=".92"') +
  path(
    'M50,356 H328 M56,382 H322 M70,408 H308 M120,330 V432 M190,330 V432 M260,330 V432',
    'stroke="#0d7a74" stroke-width="2.5"',
  ) +
  wave({
    width: 380,
    bottom: 520,
    y: 420,
    height: 9,
    length: 150,
    phase: 0,
    fill: 'fill="#0a4f56" opacity=".85"',
    foam: 'stroke="#bdf0ea" stroke-width="3"',
  });

export const curves = () =>
  times(9, (k) => {
    const points = times(
      60,
      (i) =>
        `${n(30 + i * 5.6)},${n(360 - Math.sin(i / (5 + k * 0.4)) * (110 - k * 9) * Math.exp(-i / 60))}`,
    );
    return path(
      `M${points.join(' L')}`,
      `fill="none" stroke="${k % 3 ? '#ffe9b5' : '#ffffff'}" stroke-opacity="${n(0.9 - k * 0.08)}" stroke-width="3"`,
    );
  }).join('') +
  path('M30,230 V490 M30,360 H366', 'stroke="#fff" stroke-opacity=".6" stroke-width="2.5"');

export const bell = () => {
  const random = seeded(3);
  const y = (x: number) => 440 - 200 * Math.exp(-(((x - 195) / 68) ** 2));
  const line = times(49, (i) => `${30 + i * 7},${n(y(30 + i * 7))}`).join(' L');
  const dots = times(70, () => {
    const x = 195 + (random() + random() + random() - 1.5) * 190;
    return circle(
      x,
      y(x) + random() * (440 - y(x)),
      4.5,
      `fill="${random() > 0.7 ? '#ffd23f' : '#fff'}" opacity=".85"`,
    );
  });
  return (
    path(`M30,440 L${line} L366,440 Z`, 'fill="#fff" opacity=".14"') +
    dots.join('') +
    path(`M${line}`, 'fill="none" stroke="#fff" stroke-width="4"') +
    path('M30,441 H366', 'stroke="#fff" stroke-width="3"')
  );
};

export const plane = () => {
  const grid = times(9, (i) => `M${40 + i * 18},${470 - i * 3} l150,-210`).join(' ');
  const rows = times(8, (i) => `M${40 + i * 20},${470 - i * 28} h150`).join(' ');
  const arrow = (dx: number, dy: number, colour: string) => {
    const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
    return (
      path(`M110,440 l${dx},${dy}`, `stroke="${colour}" stroke-width="9" stroke-linecap="round"`) +
      group(
        `transform="translate(${110 + dx} ${440 + dy}) rotate(${n(angle)})"`,
        path('M22,0 L-8,-17 V17 Z', `fill="${colour}"`),
      )
    );
  };
  return (
    path(`${grid} ${rows}`, 'fill="none" stroke="#fff" stroke-opacity=".42" stroke-width="2"') +
    arrow(176, 6, '#ffd23f') +
    arrow(96, -168, '#ff8f6b')
  );
};

export const maze = () => {
  const random = seeded(19);
  const cells = times(64, (i) => {
    const x = 46 + (i % 8) * 38;
    const y = 226 + Math.floor(i / 8) * 32;
    return random() > 0.5 ? `M${x},${y} l38,32` : `M${x + 38},${y} l-38,32`;
  });
  return (
    path(
      cells.join(' '),
      'stroke="#fff" stroke-opacity=".75" stroke-width="8" stroke-linecap="round"',
    ) +
    circle(65, 240, 14, 'fill="#ffd23f"') +
    circle(331, 464, 14, 'fill="#ff7f5f"')
  );
};

export const compassRose = () =>
  group(
    'transform="translate(196 356)"',
    circle(0, 0, 118, 'fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"') +
      circle(
        0,
        0,
        104,
        'fill="none" stroke="#fff" stroke-opacity=".3" stroke-width="10" stroke-dasharray="2 14.3"',
      ),
    times(8, (i) => {
      const r = i % 2 ? 66 : 106;
      return group(
        `transform="rotate(${i * 45})"`,
        path(`M0,${-r} L15,-18 L0,0 Z`, 'fill="#ffffff"'),
        path(`M0,${-r} L-15,-18 L0,0 Z`, `fill="${i === 0 ? '#ffb454' : '#b9d4f3'}"`),
      );
    }).join(''),
    circle(0, 0, 11, 'fill="#12365f"'),
  );

export const bars = () => {
  const heights = [60, 96, 84, 142, 120, 176, 210];
  return (
    heights
      .map((h, i) =>
        rect(
          44 + i * 44,
          450 - h,
          30,
          h,
          `rx="6" fill="${i === 6 ? '#ffd23f' : '#fff'}" opacity="${n(0.45 + i * 0.08)}"`,
        ),
      )
      .join('') +
    path(
      'M58,370 L102,336 L146,344 L190,288 L234,306 L278,250 L322,214',
      'fill="none" stroke="#ffd23f" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"',
    )
  );
};
