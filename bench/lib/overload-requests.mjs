import sharp from 'sharp';
import { createHashing } from '../../apps/server/src/platform/hashing.ts';
import { wordsFor } from './content/fill.mjs';
import { frequentPair } from './content/words.mjs';
import { createMix, openRooms } from './mix-requests.mjs';
import { bytesOf } from './wire.mjs';
import { anyOf, asMember, readableOf, searchPath, writeComment } from './workloads.mjs';

const PASSWORD = 'bench-password-1';
const PICTURE = { width: 1_600, height: 1_200 };
const PRESIGNED_AT_ONCE = 8;
/** Limits of those without a token count by address. */
const ADDRESSES = 200;

/** Shares of the mix beside lists, posts and writes: one in 70 signs in, one in 300 sends a picture. */
const SHARES = { signIn: 1 / 70, upload: 1 / 300, search: 0.04, file: 0.04 };

/**
 * Requests of every load for an installation: `mixed()` draws one of the mix, `of[load]()` one of a load.
 * `presign(count)` makes so many addresses for pictures, which are good for five minutes; without one
 * left, an upload becomes a read.
 */
export async function overloadRequests(installation, draw) {
  const { server, people, query } = installation;
  const { newest } = await readableOf(installation);
  const { sentences } = wordsFor();
  const usernames = await givePasswords(query, people);
  const picture = await makePicture();
  const mix = createMix({ people, newest, rooms: await openRooms(server.url, people), draw });
  const addresses = [];
  let turn = 0;

  const address = () => ({ 'x-forwarded-for': `10.0.0.${1 + Math.floor(draw() * ADDRESSES)}` });

  const signIn = () => {
    turn += 1;
    const username = usernames[turn % usernames.length];
    return bytesOf({
      method: 'POST',
      path: '/api/member/login',
      headers: { 'content-type': 'application/json', ...address() },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
  };
  const read = () =>
    bytesOf(asMember(anyOf(people, draw()), { path: `/api/post/${anyOf(newest, draw() ** 2)}` }));
  const write = () => {
    turn += 1;
    return bytesOf(writeComment(people[turn % people.length], anyOf(newest, draw()), draw));
  };
  const search = () => {
    const path = searchPath('title', frequentPair(sentences, draw));
    return bytesOf(asMember(anyOf(people, draw()), { path }));
  };
  const upload = () => {
    const path = addresses.pop();
    const headers = { 'content-type': 'image/jpeg', connection: 'close', ...address() };
    return path === undefined ? null : bytesOf({ method: 'PUT', path, headers, body: picture });
  };
  const file = () => bytesOf({ path: '/', headers: address() });
  const of = { signIn, read, write, search, upload, file };

  function mixed() {
    let left = draw();
    for (const [kind, share] of Object.entries(SHARES)) {
      left -= share;
      const bytes = left < 0 ? of[kind]() : null;
      if (bytes !== null) return { kind, bytes };
    }
    const request = mix();
    return { kind: request.method === 'GET' ? 'read' : 'write', bytes: bytesOf(request) };
  }

  async function presign(count) {
    const wanted = Array.from({ length: count }, (_, n) => people[n % people.length]);
    const presignOne = async () => {
      for (let person = wanted.pop(); person !== undefined; person = wanted.pop()) {
        const { path, ...init } = asMember(person, {
          path: '/api/aws/S3/presign?filename=a.jpg&contentType=image/jpeg',
        });
        const response = await fetch(`${server.url}${path}`, init);
        if (!response.ok) throw new Error(await response.text());
        addresses.push(new URL((await response.json()).uploadUrl, server.url).pathname);
      }
    };
    addresses.length = 0;
    await Promise.all(Array.from({ length: PRESIGNED_AT_ONCE }, presignOne));
  }

  return { mixed, of, presign, uploadShare: SHARES.upload };
}

/** One password for all, hashed once. Returns the user names. */
async function givePasswords(query, people) {
  const hash = await createHashing().inTurn((turn) => turn.hash(PASSWORD));
  const ids = people.map(({ id }) => id);
  const rows = await query(
    `update members set password_hash = $1 where id = any($2) returning username`,
    [hash, ids],
  );
  return rows.map(({ username }) => username);
}

/** With the grain of a phone's camera. */
function makePicture() {
  const noise = { type: 'gaussian', mean: 128, sigma: 4 };
  return sharp({ create: { ...PICTURE, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 75 })
    .toBuffer();
}
