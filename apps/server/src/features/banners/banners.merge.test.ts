import { bannerBody } from '@naru/contract/banners';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { findFormer, toMerged } from './banners.merge.ts';
import type { BannerRow } from './banners.repo.ts';

const row = (id: number, other: Partial<BannerRow> = {}): BannerRow => ({
  ...{ id, bannerType: 'NORMAL', title: `배너 ${id}`, content: '', targetUrl: null },
  ...{ displayOrder: id - 1, videoId: null, imageUrl: `/files/${id}.webp`, startsOn: null },
  ...{ endsOn: '2026-12-31', captions: null, createdAt: new Date(0), ...other },
});
const video = row(4, {
  ...{ bannerType: 'MEDIA', title: '소개', targetUrl: 'https://youtu.be/abcdefghijk' },
  displayOrder: 0,
});
const sent = (body: object) => z.parse(bannerBody, body);
/** As an existing client sends it: without an id, and with what it knows alone. */
const plain = (title: string | null, displayOrder: number, other: object = {}) =>
  sent({ ...{ title, content: '', targetUrl: '', bannerType: 'NORMAL' }, displayOrder, ...other });

describe('a banner without an id', () => {
  it.each([
    ['its title', plain('배너 2', 0), 2],
    ['its place, under a new title', plain('새 제목', 1), 2],
    ['nothing that is stored', plain('새 배너', 7), undefined],
  ])('is found by %s [BANNER-62]', (_, item, id) => {
    expect(findFormer([item], [row(1), row(2), row(3)]).get(item)?.id).toBe(id);
  });

  it('is never two of the stored ones [BANNER-62]', () => {
    const items = [plain('배너 2', 0), plain('배너 2', 1), plain('배너 1', 2)];
    const former = findFormer(items, [row(1), row(2), row(3)]);
    expect(items.map((item) => former.get(item)?.id)).toEqual([2, undefined, 1]);
  });

  it('keeps its picture and period, unless they are named [BANNER-62]', () => {
    expect(toMerged(plain('배너 2', 1), row(2))).toMatchObject({
      imageUrl: '/files/2.webp',
      endsOn: '2026-12-31',
    });
    const named = plain('배너 2', 1, { imageUrl: null, endsOn: null });
    expect(toMerged(named, row(2))).toMatchObject({ imageUrl: null, endsOn: null });
  });

  it('has no period of the one that it is found by its place alone [BANNER-62]', () => {
    const item = plain('개강 안내', 1);
    const former = findFormer([item], [row(1), row(2)]).get(item);
    expect(former?.id).toBe(2);
    expect(toMerged(item, former)).toMatchObject({ startsOn: null, endsOn: null });
    const linked = plain('개강 안내', 1, { targetUrl: 'https://a.example/' });
    const stored = row(2, { targetUrl: 'https://a.example/' });
    expect(toMerged(linked, stored)).toMatchObject({ endsOn: '2026-12-31' });
  });

  it('keeps the title of a video that is sent without one [BANNER-62]', () => {
    const { targetUrl } = video;
    const item = sent({ title: null, content: null, targetUrl, bannerType: 'MEDIA' });
    expect(findFormer([item], [video]).get(item)?.id).toBe(4);
    expect(toMerged(item, video)).toMatchObject({ title: '소개', content: '' });
  });
});
