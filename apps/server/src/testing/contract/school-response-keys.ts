import { prefixKeys, READING } from './prefix-keys.ts';

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
    ...READING,
    'saved',
    'unchanged',
    'updated',
    'version',
  ],
};

const SOURCE = [
  'created',
  'error',
  'failuresInRow',
  'faultCount',
  'id',
  'intervalMinutes',
  'isEnabled',
  'isRunning',
  'lastRunAt',
  'lastSuccessAt',
  'menuMove',
  'name',
  'nextRunAt',
  'origin',
  'refused',
  'state',
  'title',
  'type',
  'unchanged',
  'updated',
  'url',
];
/** Of a calendar file. */
const CONFIG = ['charset', 'hosts', 'intervalMinutes', 'name', 'title', 'type', 'url'];

/** Calls on pages of others. */
export const SOURCE_RESPONSE_KEYS: Record<string, readonly string[]> = {
  'GET /api/admin/sources': ['sources', ...prefixKeys('sources[].', SOURCE)],
  'GET /api/admin/sources/:id': [
    'source',
    'source.config',
    'source.faults',
    'source.version',
    ...prefixKeys('source.', SOURCE),
    ...prefixKeys('source.config.', CONFIG),
  ],
  'POST /api/admin/sources/dry-run': [
    'preview',
    ...prefixKeys('preview.', ['articles', 'dates', 'error', 'faults', 'menus', 'total']),
  ],
  'POST /api/admin/sources': ['id', 'message'],
  'PUT /api/admin/sources/:id': ['id', 'message'],
  'DELETE /api/admin/sources/:id': ['message'],
  'POST /api/admin/sources/:id/run': ['message'],
  'PUT /api/admin/sources/:id/menu-move': ['message'],
  'PUT /api/admin/sources/:id/enabled': ['message'],
};
