/** Parts shared by the profile pictures: water, eyes, cheeks, smiles. */
import { circle, ellipse, n, path, wave } from './svg.ts';

export const sea = (y: number, fill: string, foam: string) =>
  wave({
    width: 512,
    bottom: 512,
    y,
    height: 9,
    length: 210,
    phase: 0.6,
    fill: `fill="${fill}"`,
    foam: `stroke="${foam}" stroke-opacity=".7" stroke-width="4"`,
  });

export const eye = (x: number, y: number, r = 9) =>
  circle(x, y, r, 'fill="#10203f"') + circle(x + r * 0.3, y - r * 0.35, r * 0.34, 'fill="#fff"');
export const cheek = (x: number, y: number) => ellipse(x, y, 16, 10, 'fill="#ff9c93" opacity=".7"');
export const smile = (x: number, y: number, w: number) =>
  path(
    `M${x - w},${y} q${w},${n(w * 0.8)} ${w * 2},0`,
    'fill="none" stroke="#10203f" stroke-width="6" stroke-linecap="round"',
  );
