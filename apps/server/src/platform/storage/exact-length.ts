import { Transform } from 'node:stream';

/** Passes exactly `size` bytes; fails at the first byte more, or at an end before. */
export function exactLength(size: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > size) done(new Error(`more than the ${size} bytes that were announced`));
      else done(null, chunk);
    },
    flush(done) {
      done(passed < size ? new Error(`${passed} bytes instead of ${size}`) : null);
    },
  });
}
