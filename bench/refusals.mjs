import { join } from 'node:path';
import { installEmpty } from './lib/installation.mjs';
import { median, percentile } from './lib/numbers.mjs';
import { printTable } from './lib/rows.mjs';
import { numbersFrom, runBench } from './lib/run-bench.mjs';

/* What it costs to refuse a request with 429: processor time of server and database, and time of the response. */
const MEMBERS = 10;
/** Soon used up. */
const RATE_LIMITS = 'read=5,write=5,anonymous=20,files=20,search=2';

const comment = { content: '한 번 더 적습니다. '.repeat(40) };
const KINDS = {
  'a read of a member': ({ authorization }) => ['/api/board/news', { headers: { authorization } }],
  'a comment of a member': ({ authorization }) => [
    '/api/post/1/comments',
    {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(comment),
    },
  ],
  'a call without a login': () => ['/api/config', {}],
  'a page': () => ['/login', {}],
};

await runBench(async (temp) => {
  const { requests } = numbersFrom(process.argv.slice(2), { requests: 3_000 }, { requests: 50 });
  const env = { RATE_LIMITS };
  const { server, people } = await installEmpty(join(temp.path, 'data'), MEMBERS, { env });
  const rows = [];
  for (const [name, request] of Object.entries(KINDS)) {
    const [path, options] = request(people[0]);
    const send = async () => {
      const response = await fetch(`${server.url}${path}`, options);
      await response.arrayBuffer();
      return response;
    };
    while ((await send()).status !== 429);
    const times = [];
    const before = server.cpu();
    for (let n = 0; n < requests; n += 1) {
      const began = performance.now();
      const { status, headers } = await send();
      times.push(performance.now() - began);
      if (status !== 429 || !headers.has('retry-after')) throw new Error(`${name}: ${status}`);
    }
    const cpu = (server.cpu() - before) / requests;
    rows.push([name, cpu.toFixed(2), median(times).toFixed(2), percentile(times, 0.99).toFixed(2)]);
  }
  console.log(`\n${requests} refusals of each kind, one after the other\n`);
  printTable(['Refused', 'CPU, ms', 'p50, ms', 'p99, ms'], rows);
});
