import { prefixKeys } from './prefix-keys.ts';

const RULES = [
  ...['aheadDays', 'checkInMinutes', 'closesAt', 'drawnAt', 'hours', 'hours[].from', 'hours[].to'],
  ...['id', 'lengthMax', 'name', 'note', 'offerMinutes', 'place', 'slotMinutes', 'span'],
  ...['termEndsOn', 'termStartsOn', 'way', 'weeklyCount', 'weeklyMinutes'],
];
const RESOURCE = [...RULES, 'free', 'units'];
const UNIT = ['id', 'name'];
const EDITED = [
  ...RULES,
  'isOpen',
  'units',
  ...prefixKeys('units[].', [...UNIT, 'isOut']),
  'version',
];
const OWN = [
  ...['checkInBy', 'checkedInAt', 'endsAt', 'id', 'isWanted', 'offeredUntil', 'place', 'position'],
  ...['reason', 'resourceId', 'resourceName', 'span', 'startsAt', 'state', 'unitName'],
];
const SAVED = ['booking', ...prefixKeys('booking.', OWN), 'message'];
const CLOSURE = ['endsOn', 'id', 'reason', 'resourceId', 'startsOn'];
const DESK = [
  ...['checkedInAt', 'createdAt', 'endsAt', 'id', 'member', 'member.id', 'member.missed'],
  ...['member.nickname', 'resourceId', 'resourceName', 'span', 'startsAt', 'state', 'unitId'],
  'unitName',
];
const BOOKINGS = ['bookings', ...prefixKeys('bookings[].', DESK)];
const STAFF = '/api/admin/bookings';

export const BOOKING_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/bookings/resources': ['resources', ...prefixKeys('resources[].', RESOURCE)],
  'GET /api/bookings/resources/:id': [
    'closures',
    ...prefixKeys('closures[].', CLOSURE),
    'mine',
    ...prefixKeys('mine[].', OWN),
    'resource',
    ...prefixKeys('resource.', RESOURCE),
    'taken',
    ...prefixKeys('taken[].', ['endsAt', 'startsAt', 'unitId']),
    'units',
    ...prefixKeys('units[].', UNIT),
  ],
  'GET /api/bookings/resources/:id/draw': [
    ...['drawnAt', 'entries', 'mine', 'seed', 'seedDigest', 'won'],
  ],
  'GET /api/bookings': [
    'open',
    ...prefixKeys('open[].', OWN),
    'past',
    ...prefixKeys('past[].', OWN),
  ],
  'POST /api/bookings': SAVED,
  'POST /api/bookings/:id/check-in': SAVED,
  'POST /api/bookings/:id/accept': SAVED,
  'DELETE /api/bookings/:id': SAVED,
  'POST /api/bookings/:id/restore': SAVED,
  [`GET ${STAFF}/resources`]: ['resources', ...prefixKeys('resources[].', EDITED)],
  [`POST ${STAFF}/resources`]: EDITED,
  [`PUT ${STAFF}/resources/:id`]: EDITED,
  [`DELETE ${STAFF}/resources/:id`]: ['message'],
  [`GET ${STAFF}/resources/:id/week`]: BOOKINGS,
  [`GET ${STAFF}/requests`]: BOOKINGS,
  [`POST ${STAFF}/:id/decide`]: ['message'],
  [`POST ${STAFF}/:id/cancel`]: ['message'],
  [`GET ${STAFF}/closures`]: ['closures', ...prefixKeys('closures[].', CLOSURE)],
  [`POST ${STAFF}/closures`]: [...CLOSURE, 'cancelled'],
  [`DELETE ${STAFF}/closures/:id`]: ['message'],
  [`GET ${STAFF}/usage`]: [
    'resources',
    ...prefixKeys('resources[].', [
      ...['bookings', 'cancelled', 'hours', 'missed', 'name', 'resourceId', 'span'],
    ]),
  ],
};
