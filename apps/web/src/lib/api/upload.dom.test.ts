import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi } from '../../testing/fake-api.tsx';
import { stubPut } from '../../testing/fake-upload.ts';
import { sendFile, uploadImage } from './upload.ts';

const STORE = 'https://store.example/incoming/k';
const SERVER = '/files/attachment-upload/t';
const FILE = new File(['해도'], 'a.pdf', { type: 'application/pdf' });

afterEach(() => vi.unstubAllGlobals());

const sendTo = (storeUrl: string | null) => sendFile({ uploadUrl: SERVER, storeUrl }, FILE);

it('a file that the store refuses goes to the server [UPLOAD-110]', async () => {
  const sent = stubPut((url) => (url === STORE ? 403 : 200));
  await sendTo(STORE);
  expect(sent.map(({ url, bytes }) => [url, bytes])).toEqual([
    [STORE, FILE.size],
    [SERVER, FILE.size],
  ]);
});

it('fails with what the server says', async () => {
  stubPut(503);
  await expect(sendTo(STORE)).rejects.toMatchObject({ status: 503, retryAfter: undefined });
});

it('says when to send a refused upload again [UI-330]', async () => {
  stubPut(503, { headers: { 'retry-after': '7' } });
  await expect(sendTo(null)).rejects.toMatchObject({ status: 503, retryAfter: 7 });
});

it('an aborted upload goes nowhere else', async () => {
  const sent = stubPut(0);
  const stop = new AbortController();
  const sending = sendFile({ uploadUrl: SERVER, storeUrl: STORE }, FILE, { signal: stop.signal });
  stop.abort();
  await expect(sending).rejects.toBe(stop.signal.reason);
  expect(sent).toHaveLength(1);
});

it('sends to the store, then lets the server check it with an empty PUT [UPLOAD-110]', async () => {
  const sent = stubPut(200);
  await sendTo(STORE);
  expect(sent).toEqual([
    { url: STORE, type: FILE.type, bytes: FILE.size },
    { url: SERVER, type: FILE.type, bytes: 0 },
  ]);
});

it('sends to the server where there is no store [UPLOAD-01]', async () => {
  const sent = stubPut(200);
  await sendTo(null);
  expect(sent).toEqual([{ url: SERVER, type: FILE.type, bytes: FILE.size }]);
});

it('takes another address for a picture that the browser has sent twice by itself [REL-18]', async () => {
  const calls = fakeApi({
    'GET /api/aws/S3/presign': () => ({
      body: { uploadUrl: `/files/upload/${calls.length}`, fileUrl: `/files/${calls.length}.webp` },
    }),
  });
  const sent = stubPut((url) => (url === '/files/upload/1' ? 412 : 200), {
    body: {
      error: 'UPLOAD_USED',
      message: '이미 올린 파일입니다. 새로 올리려면 파일을 다시 선택해 주세요.',
    },
  });
  expect(await uploadImage(FILE)).toBe('/files/2.webp');
  expect(sent.map(({ url }) => url)).toEqual(['/files/upload/1', '/files/upload/2']);
});
