import { expect, it } from 'vitest';
import { deferred } from '../../platform/deferred.ts';
import { boundImages, type ImageLimits } from './bounded-images.ts';
import type { EncodedImage } from './image-types.ts';

const LIMITS: ImageLimits = { all: 3, ofOne: 2, waitMs: 10_000 };
const REFUSED = { code: 'OVERLOADED', retryAfter: expect.any(Number) };

/** Pictures on a clock of the test, each encoded when its promise is resolved. */
function createWorld(limits: Partial<ImageLimits> = {}) {
  const work: ReturnType<typeof deferred<EncodedImage>>[] = [];
  let time = 0;
  const encode = () => {
    const one = deferred<EncodedImage>();
    work.push(one);
    return one.promise;
  };
  const images = boundImages({ encode }, { ...LIMITS, ...limits }, () => time);
  return {
    images,
    work,
    send: (ownerId: number | null) => images.encode({ ownerId, path: 'a' }),
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

it('refuses pictures beyond those that may wait, of one member and in all [REL-140, UPLOAD-31]', async () => {
  const { images, work, send } = createWorld();
  const running = [send(1), send(1)];
  await expect(send(1)).rejects.toMatchObject(REFUSED);
  expect([1, 2, null].map(images.fullFor)).toEqual([expect.any(Number), null, null]);
  expect(() => images.requireRoom(1)).toThrow(expect.objectContaining(REFUSED));
  images.requireRoom(2);
  running.push(send(2));
  await expect(send(3)).rejects.toMatchObject(REFUSED);
  expect(images.fullFor(9)).toBeGreaterThan(0);
  // Of a job.
  running.push(send(null));
  work[0]?.reject(new Error('broken'));
  for (const one of work) one.resolve({} as EncodedImage);
  await Promise.allSettled(running);
  expect([images.count(), images.fullFor(9)]).toEqual([0, null]);
});

it('lets no picture be sent that would wait too long at the present pace, and always one [REL-140]', async () => {
  const { images, work, send, pass } = createWorld({ all: 100, ofOne: 100 });
  const running = Array.from({ length: 40 }, () => send(1));
  expect(images.fullFor(9)).toBeNull();
  // One in a second, until the mean says so.
  for (const one of work.slice(0, 25)) {
    pass(1_000);
    one.resolve({} as EncodedImage);
    await Promise.all(running.splice(0, 1));
  }
  expect(images.count()).toBe(15);
  // Members take turns, so the pictures of one delay those of another by one.
  expect(images.fullFor(1)).toBeGreaterThan(0);
  expect([images.fullFor(2), images.fullFor(null)]).toEqual([null, null]);
  // What was sent before is still encoded.
  running.push(send(2));
  for (const one of work.slice(25)) one.resolve({} as EncodedImage);
  await Promise.all(running);
  expect(images.fullFor(9)).toBeNull();
});
