import { prefixKeys } from './prefix-keys.ts';

const WORDS = ['endsOn', 'kind', 'note', 'startsOn', 'targetUrl', 'title'];
const EDITED = [...WORDS, 'id', 'isEdited', 'origin', 'version'];

/** The academic calendar. */
export const ACADEMIC_CALENDAR_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/academic-dates': ['dates', ...prefixKeys('dates[].', [...WORDS, 'id'])],
  'GET /api/admin/academic-dates': [
    'dates',
    ...prefixKeys('dates[].', EDITED),
    'terms',
    ...prefixKeys('terms[].', ['enrolment', 'from', 'named', 'semester', 'to', 'year']),
  ],
  'POST /api/admin/academic-dates': EDITED,
  'PUT /api/admin/academic-dates/:id': EDITED,
  'DELETE /api/admin/academic-dates/:id': ['message'],
  'POST /api/admin/academic-dates/:id/restore': EDITED,
  'POST /api/admin/academic-dates/import': [
    'changes',
    'changes[].after',
    ...prefixKeys('changes[].after.', WORDS),
    'changes[].before',
    'created',
    'errors',
    'hints',
    'kept',
    'saved',
    'unchanged',
    'updated',
    'version',
  ],
};
