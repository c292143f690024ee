import type { MatrixRequest } from '../matrix/build.ts';
import { REQUESTS } from '../matrix/requests.ts';
import { presign, type World } from '../matrix/world.ts';

/** Valid requests with fields that those of the role matrix lack, and that change what screens show. */
const FULLER: Record<string, (world: World, request: MatrixRequest) => Promise<object> | object> = {
  'POST /api/post/:id/comments': withPicture,
  'POST /api/lecture-room/:postId/comments': withPicture,
  'POST /api/admin/academic-dates/import': (_world, { body }) => ({
    ...(body as object),
    preview: false,
  }),
  'POST /api/admin/notices': ({ t }, { body }) => ({
    ...(body as object),
    targetUrl: `https://example.com/notice/${t.clock.now().getTime()}`,
  }),
};

/** Null where the body is the bytes of a file. */
export async function requestOf(
  world: World,
  call: string,
  caller: World['student'] | null,
): Promise<MatrixRequest | null> {
  const build = REQUESTS[call];
  if (build === undefined) throw new Error(`${call} has no request in the role matrix`);
  const cell = { caller, owner: world.student, variant: undefined, isForged: false };
  const request = await build(world, cell);
  if (request.body instanceof Uint8Array) return null;
  const body = await FULLER[call]?.(world, request);
  return { ...request, ...(body !== undefined && { body }) };
}

async function withPicture({ t, student, png }: World, { body }: MatrixRequest): Promise<object> {
  const { uploadUrl, fileUrl } = await presign(t, student);
  const headers = { 'content-type': 'image/png' };
  await t.call('PUT', uploadUrl, { body: png, headers });
  return { ...(body as object), picture: { url: fileUrl, alt: '사진' } };
}
