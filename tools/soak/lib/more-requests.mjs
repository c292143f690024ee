import { bytesOf } from '../../../bench/lib/wire.mjs';
import { anyOf, asMember } from '../../../bench/lib/workloads.mjs';
import { call } from './site.mjs';

const FILE_BYTES = 4_194_304;
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n';
/** It leads to this machine, which no source may read: the call ends without another site. */
const NOWHERE = 'https://soak.localhost/rss';

/**
 * Requests of the kinds that the mix of the overload lacks: pages of other sites, event streams, exports, and
 * attachments in both directions. `prepare(count)` makes addresses for so many attachments.
 */
export async function moreRequests({ server, people, query }, draw) {
  const { url } = server;
  const [admin] = people;
  await query(`insert into member_roles (member_id, role) values ($1, 'ADMIN')`, [admin.id]);
  await query(`update sessions set reauth_until = now() + interval '1 hour'`);
  const pdf = Buffer.alloc(FILE_BYTES, PDF);
  const addresses = [];
  let turn = 0;

  const presign = () => call(url, admin, { path: '/api/attachments/presign?filename=a.pdf' });
  const file = await storeFile();

  async function storeFile() {
    const { uploadUrl, key } = await presign();
    const address = new URL(uploadUrl, url);
    const headers = { 'content-type': 'application/octet-stream' };
    const response = await fetch(address, { method: 'PUT', headers, body: pdf });
    if (!response.ok) throw new Error(await response.text());
    const body = { boardType: 'FREE', title: '자료', content: '<p>자료</p>', attachments: [key] };
    const { id } = await call(url, admin, { method: 'POST', path: '/api/post/post-up', body });
    const { dto } = await call(url, admin, { path: `/api/post/${id}` });
    return new URL(dto.attachments[0].url, url).pathname;
  }

  const of = {
    outside: () =>
      asMember(admin, {
        method: 'POST',
        path: '/api/admin/sources/dry-run',
        body: {
          ...{ type: 'feed', name: 'soak', title: '소식', url: NOWHERE, boardType: 'NOTICE_DEPT' },
          ...{ intervalMinutes: 60, charset: 'auto', hosts: [] },
        },
      }),
    stream: () => asMember(anyOf(people, draw()), { path: '/api/events' }),
    // Five a day for each.
    export: () => {
      turn += 1;
      return asMember(people[turn % people.length], { path: '/api/member/export' });
    },
    download: () => ({ path: file }),
    attachment: () => {
      const path = addresses.pop();
      const headers = { 'content-type': 'application/octet-stream' };
      return path && { method: 'PUT', path, headers, body: pdf };
    },
  };
  const kinds = Object.keys(of);

  return {
    /** The next of the kinds in turn; null when the addresses of attachments are used up. */
    next(number) {
      const kind = kinds[number % kinds.length];
      const request = of[kind]();
      return request && { kind, bytes: bytesOf(request) };
    },

    async prepare(count) {
      while (addresses.length < count) {
        addresses.push(new URL((await presign()).uploadUrl, url).pathname);
      }
    },
  };
}
