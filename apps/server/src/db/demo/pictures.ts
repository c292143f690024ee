/**
 * Every picture of the demo content. They are composed in code (folder `pictures/`) so that the
 * repository carries no binary and no foreign work; `sharp` turns them into files when demo is filled.
 */
import { AVATARS, avatar } from './pictures/avatars.ts';
import { bookPicture, bookStack, COVERS } from './pictures/books.ts';
import { cafeteriaTray } from './pictures/cafeteria-tray.ts';
import { ferry } from './pictures/ferry.ts';
import { keyboard, monitor } from './pictures/gear.ts';
import { board, lamp } from './pictures/gear-small.ts';
import { gpuDesk } from './pictures/gpu-desk.ts';
import { harbourNight } from './pictures/harbour-night.ts';
import { lighthouse } from './pictures/lighthouse.ts';
import { flagsPoster, seminarPoster } from './pictures/posters.ts';
import { seaFog } from './pictures/sea-fog.ts';
import type { Picture } from './pictures/svg.ts';

/** Picture key as used in the content files -> how to draw it. */
export const PICTURES: ReadonlyMap<string, () => Picture> = new Map<string, () => Picture>([
  ['harbour-night', harbourNight],
  ['ferry', ferry],
  ['lighthouse', lighthouse],
  ['sea-fog', seaFog],
  ['cafeteria-tray', cafeteriaTray],
  ['gpu-desk', gpuDesk],
  ['flags-poster', flagsPoster],
  ['seminar-poster', seminarPoster],
  ['book-notes', bookStack],
  ['gear-keyboard', keyboard],
  ['gear-monitor', monitor],
  ['gear-board', board],
  ['gear-lamp', lamp],
  ...Object.entries(COVERS).map(([key, cover]): [string, () => Picture] => [
    key,
    () => bookPicture(cover),
  ]),
  ...AVATARS.map((key): [string, () => Picture] => [`avatar-${key}`, () => avatar(key)]),
]);
