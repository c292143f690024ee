/** International signal flags, drawn on a square of side `s`. */
import { n, path, rect, times } from './svg.ts';

function saltire(s: number, w: number): string {
  const falling = `M0,0 H${n(w)} L${s},${n(s - w)} V${s} H${n(s - w)} L0,${n(w)} Z`;
  return `${falling} M${s},0 V${n(w)} L${n(w)},${s} H0 V${n(s - w)} L${n(s - w)},0 Z`;
}

export function signal(kind: number, s: number): string {
  const h = s / 2;
  const chequer = times(16, (i) =>
    (i + Math.floor(i / 4)) % 2 === 0
      ? rect((i % 4) * (s / 4), Math.floor(i / 4) * (s / 4), s / 4, s / 4, 'fill="#1257c8"')
      : '',
  );
  const designs = [
    rect(0, 0, s, s, 'fill="#fff"') + chequer.join(''),
    rect(0, 0, s, s, 'fill="#fff"') + path(`M${h},0 H${s} V${s} H${h} Z`, 'fill="#1257c8"'),
    rect(0, 0, s, s, 'fill="#d9312b"') +
      path(`M0,${h} H${s} M${h},0 V${s}`, `stroke="#ffd23f" stroke-width="${n(s * 0.22)}"`),
    rect(0, 0, s, s, 'fill="#fff"') +
      path(`M0,0 H${h} V${h} H0 Z M${h},${h} H${s} V${s} H${h} Z`, 'fill="#d9312b"'),
    rect(0, 0, s, s, 'fill="#fff"') +
      path(
        `M${h},${n(s * 0.06)} L${n(s * 0.94)},${h} L${h},${n(s * 0.94)} L${n(s * 0.06)},${h} Z`,
        'fill="#d9312b"',
      ),
    rect(0, 0, s, s, 'fill="#ffd23f"'),
    rect(0, 0, s, s, 'fill="#1257c8"') +
      rect(s * 0.28, s * 0.28, s * 0.44, s * 0.44, 'fill="#fff"'),
    rect(0, 0, s, s, 'fill="#1257c8"') + path(saltire(s, s * 0.13), 'fill="#fff"'),
  ];
  return designs[kind % designs.length] ?? '';
}
