import { PETITION_TABS } from '@naru/contract/choices';
import type { AnonymityWorld } from './anonymity-world.ts';

/** Of polls and petitions: who signed is nobody's to know. */
export const PETITION_READS: Record<string, (world: AnonymityWorld) => string[]> = {
  'GET /api/post/:id/poll': ({ posts, chosen }) =>
    [...posts, ...chosen.posts].map((id) => `/api/post/${id}/poll`),
  'GET /api/petitions': () => PETITION_TABS.map((tab) => `/api/petitions?tab=${tab}`),
  'GET /api/petitions/:id': ({ petitions }) => petitions.map((id) => `/api/petitions/${id}`),
};

export const PETITION_WRITES = {
  'PUT /api/petitions/:id/signature': ({ petitions }: AnonymityWorld) =>
    petitions.flatMap((id) =>
      [true, false].map((signed) => ({ url: `/api/petitions/${id}/signature`, body: { signed } })),
    ),
};
