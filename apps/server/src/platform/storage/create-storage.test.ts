import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStore, type TestStore } from '../../testing/s3-store.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { reportStorage, type StorageEnv, storeOrigin } from './create-storage.ts';

const clock = createTestClock();
let store: TestStore;
beforeAll(async () => {
  store = await startTestStore(clock);
});
afterAll(() => store.close());

const PAGES = 'http://naru.example';
const envWith = (s3: Partial<TestStore['settings']>, publicUrl = PAGES): StorageEnv => ({
  DATA_DIR: '/nowhere',
  PUBLIC_URL: publicUrl,
  S3: { ...store.settings, ...s3 },
});

it.each([
  [{ bucket: 'other' }, 'S3_BUCKET other does not exist'],
  [{ accessKey: 'nobody' }, 'S3_ACCESS_KEY is unknown to the store'],
  [{ secretKey: 'wrong' }, 'S3_SECRET_KEY does not belong to S3_ACCESS_KEY'],
])('names the setting that %j makes wrong, in one line [OPS-110]', async (s3, line) => {
  expect(await reportStorage(envWith(s3), clock)).toEqual({ fatal: line, warnings: [] });
});

it('names the keys of a store that forbids [OPS-110]', async () => {
  store.fail('forbidden');
  const { fatal } = await reportStorage(envWith({}), clock);
  expect(fatal).toBe('S3_ACCESS_KEY may not list, read and write naru-files');
  store.fail(null);
});

it('warns of a store that is away, and is not stopped by it [REL-09]', async () => {
  store.fail('down');
  const { fatal, warnings } = await reportStorage(envWith({}), clock);
  expect(fatal).toBeNull();
  expect(warnings).toEqual([
    expect.stringMatching(/^S3_ENDPOINT http:\S+ is away \(.+\): files cannot be stored/),
  ]);
  store.fail(null);
});

it('prints the rule that the bucket needs before browsers send files to it [UPLOAD-110]', async () => {
  const { warnings } = await reportStorage(envWith({}), clock);
  expect(warnings[0]).toContain(`"AllowedOrigins":["${PAGES}"],"AllowedMethods":["PUT"]`);
  store.allowed.push(PAGES);
  expect(await reportStorage(envWith({}), clock)).toEqual({ fatal: null, warnings: [] });
  expect([...store.objects.keys()]).toEqual([]);
});

it('pages of an https site send nothing to a store without [UPLOAD-110]', async () => {
  const env = envWith({}, 'https://naru.example');
  expect(storeOrigin(env)).toBeNull();
  expect(storeOrigin(envWith({}))).toBe(store.settings.endpoint);
  const { fatal, warnings } = await reportStorage(env, clock);
  expect([fatal, warnings]).toEqual([null, [expect.stringContaining('is not https')]]);
});
