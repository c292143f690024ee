import { afterAll, expect, it } from 'vitest';
import { ChildWorkerError } from '../../../platform/child-worker.ts';
import { createTextReader } from './file-texts.ts';
import { damage, filesWith, pdfOf } from './texts.fixture.ts';

const reader = createTextReader();
afterAll(() => reader.stop());

it('reads a thousand damaged files, each to a text or to the end of its process [FILE-09]', async () => {
  const files = Object.entries({ ...(await filesWith('등대')), pdf: pdfOf(['a', 'b']) });
  for (let seed = 1000; seed < 2000; seed += 1) {
    const [ending, bytes] = files[seed % files.length] ?? ['txt', Buffer.alloc(0)];
    const text = await reader
      .run({ ending, bytes: damage(bytes, seed) })
      .catch((error: unknown) => error);
    expect(
      text === null || typeof text === 'string' || text instanceof ChildWorkerError,
      `${ending} ${seed}`,
    ).toBe(true);
  }
}, 900_000);
