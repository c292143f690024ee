import type { BannerType } from '@naru/contract/banners';
import { and, asc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Executor } from '../../db/client.ts';
import { banners } from '../../db/schema/index.ts';

export async function listBanners(db: Executor, bannerType: BannerType, limit: number) {
  return db
    .select()
    .from(banners)
    .where(eq(banners.bannerType, bannerType))
    .orderBy(asc(banners.displayOrder), asc(banners.id))
    .limit(limit);
}

export type BannerRow = Awaited<ReturnType<typeof listBanners>>[number];

/** Serialises changes of the banner set until the transaction ends, so that the limits hold. */
export async function lockBanners(tx: Executor): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('banners', 0))`);
}

export async function listStored(tx: Executor, types: readonly BannerType[]) {
  return tx
    .select()
    .from(banners)
    .where(inArray(banners.bannerType, [...types]))
    .orderBy(asc(banners.bannerType), asc(banners.displayOrder), asc(banners.id));
}

export async function deleteOthers(
  tx: Executor,
  types: readonly BannerType[],
  retained: readonly number[],
): Promise<void> {
  const isOfTypes = inArray(banners.bannerType, [...types]);
  await tx.delete(banners).where(and(isOfTypes, notInArray(banners.id, [...retained])));
}

type NewBanner = typeof banners.$inferInsert;

export async function updateBanner(tx: Executor, id: number, values: Omit<NewBanner, 'createdAt'>) {
  await tx.update(banners).set(values).where(eq(banners.id, id));
}

export async function insertBanner(tx: Executor, values: NewBanner): Promise<void> {
  await tx.insert(banners).values(values);
}

/** Returns what was deleted, or null when there is no such banner. */
export async function deleteBanner(tx: Executor, id: number) {
  const [row] = await tx
    .delete(banners)
    .where(eq(banners.id, id))
    .returning({ title: banners.title, bannerType: banners.bannerType });
  return row ?? null;
}
