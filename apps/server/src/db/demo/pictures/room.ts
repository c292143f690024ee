/** The plain room that things for sale stand in: 960 x 720, lit from the upper left. */
import { blur, circle, linear, type Picture, picture, rect } from './svg.ts';

export function room(top: string, bottom: string, defs: string[], ...children: string[]): Picture {
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
