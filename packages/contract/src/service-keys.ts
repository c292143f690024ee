import * as z from 'zod/mini';
import { dateSchema, idParams, lineField, messageSchema } from './fields.ts';
import { del, get, post } from './route.ts';

/** Graphemes of a key's name. */
export const KEY_NAME_MAX = 30;

const NAME_TEXT = `키의 이름을 1자 이상 ${KEY_NAME_MAX}자 이하로 입력해 주세요.`;

export const serviceKeyBody = z.object({
  /** What posts with it. Keys of one name are one source: they change each other's notices. */
  name: lineField(KEY_NAME_MAX, NAME_TEXT, NAME_TEXT),
});

const serviceKeySchema = z.object({
  id: z.number(),
  name: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  /** Nickname of the ADMIN who made it. */
  madeBy: z.string(),
  madeAt: dateSchema,
  lastUsedAt: z.nullable(dateSchema),
  uses: z.number(),
  /** Null while it works. */
  revokedAt: z.nullable(dateSchema),
});
export type ServiceKey = z.output<typeof serviceKeySchema>;

/** Keys with which programs of others post notices. */
export const serviceKeyRoutes = {
  list: get('/api/admin/service-keys', 'ADMIN', {
    summary: 'Service keys, those that work first, then the last revoked ones',
    response: z.object({ keys: z.array(serviceKeySchema) }),
  }),
  create: post('/api/admin/service-keys', 'ADMIN', {
    summary: 'Make a service key; only this response contains it',
    body: serviceKeyBody,
    status: 201,
    response: z.object({ id: z.number(), key: z.string(), message: z.string() }),
    errors: ['SERVICE_KEYS_FULL'],
  }),
  revoke: del('/api/admin/service-keys/:id', 'ADMIN', {
    summary: 'End a service key at once; a second time nothing changes',
    params: idParams,
    response: messageSchema,
    errors: ['SERVICE_KEY_NOT_FOUND'],
  }),
};
