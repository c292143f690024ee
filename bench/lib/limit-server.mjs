import Fastify from 'fastify';
import pg from 'pg';
import { LIMIT_WORK } from './limit-statements.mjs';

/*
 * A bare server that does the work of a call in one prepared statement: what Fastify and `pg` allow
 * at best. The member comes from a header, without any check.
 */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const app = Fastify();
const memberOf = (request) => Number(request.headers['x-member']);

const rows = async (name, values) => (await pool.query({ ...LIMIT_WORK[name], name, values })).rows;

app.get('/api/health', async () => ({ ok: true }));

app.get('/api/post', async (request) => {
  const { boardType, page, query } = request.query;
  const values = [boardType, memberOf(request)];
  let posts;
  if (query !== undefined) posts = await rows('search', [...values, query]);
  else if (page !== undefined) posts = await rows('anyPage', [...values, 10 * Number(page)]);
  else posts = await rows('firstPage', values);
  return { pageResponse: { posts, totalCount: posts[0]?.totalCount ?? 0 } };
});

app.get('/api/post/:id', async (request) => {
  const [dto] = await rows('detail', [Number(request.params.id), memberOf(request)]);
  return { dto };
});

app.get('/api/post/:id/comments', async (request) => ({
  comments: await rows('comments', [Number(request.params.id), memberOf(request)]),
}));

app.get('/api/member/my-notices', async (request) => ({
  notices: await rows('notifications', [memberOf(request)]),
}));

app.post('/api/post/:id/comments', async (request, reply) => {
  const postId = Number(request.params.id);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({ ...LIMIT_WORK.count, name: 'count', values: [postId] });
    const values = [postId, memberOf(request), request.body.content];
    const inserted = await client.query({ ...LIMIT_WORK.insert, name: 'insert', values });
    await client.query('commit');
    reply.code(201);
    return { comment: inserted.rows[0] };
  } finally {
    client.release();
  }
});

process.once('SIGTERM', async () => {
  await app.close();
  await pool.end();
});
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
