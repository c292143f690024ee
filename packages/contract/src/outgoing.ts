import * as z from 'zod/mini';
import { dateSchema, messageSchema } from './fields.ts';
import { post } from './route.ts';

/**
 * Why nothing leaves the site: its database was restored, moved or copied, its address is another one, or the
 * operator asked for it.
 */
export const HOLD_REASONS = ['RESTORED', 'MOVED', 'COPIED', 'READDRESSED', 'ASKED'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Everything outgoing while it is held, and how much of it waits. */
export const heldOutgoingSchema = z.object({
  since: dateSchema,
  reason: z.enum(HOLD_REASONS),
  emails: z.number(),
  /** Notifications for devices. */
  pushes: z.number(),
  invitations: z.number(),
  /** Pages of other sites that are due to be read. */
  sources: z.number(),
});
export type HeldOutgoing = z.output<typeof heldOutgoingSchema>;

export const outgoingRoutes = {
  resume: post('/api/admin/outgoing/resume', 'ADMIN', {
    summary: 'Let everything outgoing go on that is held since a restore, a move or a copy',
    body: z.object({
      /** Waiting e-mails, notifications for devices and invitations are dropped instead of sent. */
      drop: z.boolean(),
    }),
    response: messageSchema,
  }),
};
