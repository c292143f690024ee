import { banners } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** An event banner unless told; answers its id. */
export async function createBanner(
  t: TestApp,
  values: Partial<typeof banners.$inferInsert> = {},
): Promise<number> {
  const [row] = await t.db
    .insert(banners)
    .values({ bannerType: 'NORMAL', title: '행사', createdAt: t.clock.now(), ...values })
    .returning({ id: banners.id });
  if (row === undefined) throw new Error('no banner was made');
  return row.id;
}
