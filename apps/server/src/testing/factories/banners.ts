import { asc, desc, eq } from 'drizzle-orm';
import { auditEntries, banners } from '../../db/schema/index.ts';
import type { TestApp } from '../test-app.ts';

/** Creates an event banner by default; returns its id. */
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

export async function readBanners(t: TestApp) {
  return t.db
    .select()
    .from(banners)
    .orderBy(desc(banners.bannerType), asc(banners.displayOrder), asc(banners.id));
}

export function readBannerAudit(t: TestApp) {
  return t.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetType, 'banner'))
    .orderBy(asc(auditEntries.id));
}
