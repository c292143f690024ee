import { expect, it, vi } from 'vitest';
import { listen } from './listen.ts';

it('lets thousands of new connections wait to be accepted, as after a restart [LIVE-46]', async () => {
  const app = { listen: vi.fn(async () => '') };
  await listen(app as unknown as Parameters<typeof listen>[0], { HOST: '127.0.0.1', PORT: 3000 });
  expect(app.listen).toHaveBeenCalledExactlyOnceWith({
    host: '127.0.0.1',
    port: 3000,
    backlog: 4096,
  });
});
