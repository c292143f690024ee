import { accountRoutes } from '@naru/contract/account';
import { prove } from '../../features/account/account.fixture.ts';
import { feedSource } from '../../features/sources/sources.fixture.ts';
import { makePdf, presignFile } from '../../features/uploads/attachments.fixture.ts';
import { presign } from '../../features/uploads/pictures.fixture.ts';
import { makeMp4 } from '../../features/uploads/videos.fixture.ts';
import type { Load } from '../../http/admission/loads.ts';
import { TEST_PASSWORD } from '../factories/members.ts';
import type { SignedIn } from '../test-app.ts';
import { type CutSite, IMAGE_WORKER, OTHER_SITE } from './site.ts';

export interface Call {
  method: string;
  path: string;
  /** The administrator by default. */
  as?: SignedIn;
  body?: Buffer;
  type?: string;
  /** While it is locked, its handler waits. */
  table: string;
}

export const json = (value: unknown) => ({
  body: Buffer.from(JSON.stringify(value)),
  type: 'application/json',
});

function form(png: Buffer) {
  const field = accountRoutes.setProfileImage.multipart;
  const head = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')]),
    type: 'multipart/form-data; boundary=x',
  };
}

interface Kind {
  load: Load;
  make: (site: CutSite) => Promise<Call> | Call;
}

/** At least one call of each load; each may be sent once. */
export const CALLS: Record<string, Kind> = {
  'a login': {
    load: 'signIn',
    make: ({ admin: { username } }) => ({
      ...{ method: 'POST', path: '/api/member/login', table: 'members' },
      ...json({ username, password: TEST_PASSWORD }),
    }),
  },
  'a post': {
    load: 'read',
    make: ({ postId }) => ({ method: 'GET', path: `/api/post/${postId}`, table: 'posts' }),
  },
  'a draft': {
    load: 'write',
    make: () => ({
      ...{ method: 'PUT', path: '/api/member/drafts/FREE', table: 'drafts' },
      ...json({
        version: 'a'.repeat(32),
        base: null,
        excerpt: '글',
        content: { title: '제목', html: '<p>글</p>', choices: '', files: [] },
      }),
    }),
  },
  'a comment': {
    load: 'write',
    // A member may write one a second.
    make: async ({ t, postId }) => ({
      ...{ method: 'POST', path: `/api/post/${postId}/comments`, table: 'comments' },
      ...{ as: await t.signIn('STUDENT'), ...json({ content: '좋은 글이네요' }) },
    }),
  },
  'a search': {
    load: 'search',
    // A member may have one at once where there are so few places.
    make: async ({ t }) => ({
      ...{ method: 'GET', table: 'inquiries', as: await t.signIn('ADMIN') },
      path: encodeURI('/api/inquiries?page=0&size=10&query=자료'),
    }),
  },
  'an export': {
    load: 'search',
    make: async ({ t }) => {
      const as = await t.signIn('STUDENT');
      await prove(t, as);
      return { method: 'GET', path: '/api/member/export', table: 'comments', as };
    },
  },
  'a picture': {
    load: 'upload',
    make: async ({ t, admin, png }) => ({
      ...{ method: 'PUT', path: (await presign(t, admin)).uploadUrl, table: IMAGE_WORKER },
      ...{ body: png, type: 'image/png' },
    }),
  },
  'a profile picture': {
    load: 'upload',
    make: ({ png }) => ({
      ...{ method: 'POST', path: '/api/member/set-profile-image', table: 'uploads' },
      ...form(png),
    }),
  },
  'an attachment': {
    load: 'upload',
    make: async ({ t, admin }) => ({
      method: 'PUT',
      path: (await presignFile(t, admin, '조류표.pdf')).json.uploadUrl,
      ...{ body: makePdf(), type: 'application/octet-stream', table: 'attachments' },
    }),
  },
  'a video': {
    load: 'upload',
    make: async ({ t, admin: as }) => ({
      method: 'PUT',
      path: (await t.call('GET', '/api/banners/video-presign?contentType=video/mp4', { as })).json
        .uploadUrl,
      ...{ body: makeMp4(12), type: 'video/mp4', table: 'videos' },
    }),
  },
  'a page of another site': {
    load: 'outside',
    make: () => ({
      ...{ method: 'POST', path: '/api/admin/sources/dry-run', table: OTHER_SITE },
      ...json(feedSource()),
    }),
  },
  'a file': {
    load: 'file',
    make: ({ file }) => ({ method: 'GET', path: file.url, table: 'attachments' }),
  },
};

/** The bytes of a call. */
export function bytesOf({ admin }: CutSite, call: Call, version = '1.1'): Buffer {
  const { method, path, as = admin, body, type } = call;
  const lines = [`${method} ${path} HTTP/${version}`, 'host: 127.0.0.1'];
  lines.push(`authorization: ${as.headers.authorization}`);
  if (version === '1.0') lines.push('connection: keep-alive');
  if (body !== undefined) lines.push(`content-type: ${type}`, `content-length: ${body.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body ?? Buffer.alloc(0)]);
}

/** Sends a call without a connection that could be cut. */
export function callWhole({ t, admin }: CutSite, call: Call) {
  const { method, path, as = admin, body, type } = call;
  return t.call(method, path, { as, body, ...(type && { headers: { 'content-type': type } }) });
}
