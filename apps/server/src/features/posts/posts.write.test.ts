import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPost } from '../../testing/factories/posts.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let student: SignedIn;
beforeAll(async () => {
  t = await createTestApp();
  student = await t.signIn('STUDENT');
});
afterAll(() => t.close());

describe('POST /api/post/post-up', () => {
  it('writes a post that the detail shows', async () => {
    const made = await t.call('POST', '/api/post/post-up', {
      as: student,
      body: {
        boardType: 'free',
        title: '안녕',
        content: '<p>반가워요 <script>x</script></p>',
        imageUrls: null,
      },
    });
    expect(made.status).toBe(201);
    const { status, json } = await t.call('GET', `/api/post/${made.json.id}`, { as: student });
    expect(status).toBe(200);
    expect(json.dto).toMatchObject({
      title: '안녕',
      content: '<p>반가워요 </p>',
      isAuthor: true,
      viewCount: 0,
    });
  });

  it('hides the author of a secret post', async () => {
    const id = await createPost(t, student, { boardType: 'SECRET' });
    expect(id).toBeGreaterThan(2 ** 40);
    const { json } = await t.call('GET', `/api/post/${id}`, { as: student });
    expect(json.dto).toMatchObject({
      writerId: null,
      writerNickname: '익명',
      isAuthor: true,
      viewCount: 1,
    });
  });
});
