import type { Tx } from '@naru/server/db/client';
import { banners, uploads, videos } from '@naru/server/db/schema';
import { addDays, kstDay } from '@naru/server/platform/clock';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import bannerList from './content/banners.json' with { type: 'json' };
import { fillDates } from './demo-calendar.ts';
import { type StoredPicture, type StoredVideo, uploadRow, videoRow } from './demo-media.ts';

const common = { title: z.string(), content: z.string() };
const bannersSchema = z.strictObject({
  normal: z.array(
    z.strictObject({
      ...common,
      link: z.string(),
      picture: z.optional(z.string()),
      /** First and last day, counted from the day of filling. */
      from: z.optional(z.int()),
      until: z.optional(z.int()),
    }),
  ),
  media: z.array(
    z.strictObject({
      ...common,
      clip: z.string(),
      /** In seconds, below ten. */
      captions: z.array(z.strictObject({ from: z.int(), to: z.int(), text: z.string() })),
    }),
  ),
});

export interface BannerFiles {
  pictures: ReadonlyMap<string, StoredPicture>;
  clips: ReadonlyMap<string, StoredVideo>;
}

const read = () => z.parse(bannersSchema, bannerList);

export function bannerPictureNames(): string[] {
  return read().normal.flatMap(({ picture }) => picture ?? []);
}

export function bannerClipNames(): string[] {
  return read().media.map(({ clip }) => clip);
}

/** Inserts the banners of the main page, one of them waiting and one over, with their files. */
export async function insertDemoBanners(tx: Tx, now: Date, files: BannerFiles): Promise<void> {
  const pictures = bannerPictureNames().flatMap((name) => files.pictures.get(name) ?? []);
  const use = { ownerId: null, postId: null, at: now };
  await tx.insert(uploads).values(pictures.map((picture) => uploadRow(picture, use)));
  await tx.insert(videos).values([...files.clips.values()].map((clip) => videoRow(clip, now)));
  await tx.insert(banners).values(demoBanners(now, files));
}

/** Deletes the banners that are still as the demo made them; the sweep deletes their files. */
export async function removeDemoBanners(tx: Tx): Promise<void> {
  const none = { pictures: new Map(), clips: new Map() };
  for (const banner of await tx.select().from(banners)) {
    const isMine = demoBanners(banner.createdAt, none).some(
      ({ bannerType, title, content, targetUrl }) =>
        banner.bannerType === bannerType &&
        banner.title === title &&
        banner.content === content &&
        (bannerType === 'MEDIA' || banner.targetUrl === targetUrl),
    );
    if (!isMine) continue;
    await tx.delete(banners).where(eq(banners.id, banner.id));
    await release(tx, banner);
  }
}

async function release(tx: Tx, banner: typeof banners.$inferSelect): Promise<void> {
  const keyOf = (url: string | null) => /([\w-]+)\.\w+$/.exec(url ?? '')?.[1] ?? '';
  const status = 'removing';
  await tx
    .update(uploads)
    .set({ status })
    .where(eq(uploads.key, keyOf(banner.imageUrl)));
  await tx
    .update(videos)
    .set({ status })
    .where(eq(videos.key, keyOf(banner.targetUrl)));
}

function demoBanners(now: Date, { pictures, clips }: BannerFiles): (typeof banners.$inferInsert)[] {
  const { normal, media } = read();
  const dayOf = (days: number | undefined) =>
    days === undefined ? null : addDays(kstDay(now), days);
  return [
    ...normal.map(({ title, content, link, picture, from, until }, displayOrder) => ({
      bannerType: 'NORMAL' as const,
      title,
      content: fillDates(content, now),
      targetUrl: link,
      imageUrl: pictures.get(picture ?? '')?.url ?? null,
      startsOn: dayOf(from),
      endsOn: dayOf(until),
      displayOrder,
      createdAt: now,
    })),
    ...media.map(({ title, content, clip, captions }, displayOrder) => ({
      bannerType: 'MEDIA' as const,
      title,
      content,
      targetUrl: clips.get(clip)?.url ?? null,
      captions: toWebVtt(captions),
      displayOrder,
      createdAt: now,
    })),
  ];
}

function toWebVtt(cues: readonly { from: number; to: number; text: string }[]): string {
  const time = (seconds: number) => `00:0${seconds}.000`;
  const lines = cues.map(({ from, to, text }) => `${time(from)} --> ${time(to)}\n${text}\n`);
  return ['WEBVTT\n', ...lines].join('\n');
}
