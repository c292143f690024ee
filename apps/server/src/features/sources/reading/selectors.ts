import type { SourceConfig } from '@naru/contract/source-config';
import { compile } from 'css-select';

export interface ConfigFault {
  /** Such as `list.row`. */
  field: string;
  /** Korean, for the console. */
  message: string;
  /** For operators. */
  english: string;
}

/** Fields with selectors by type. */
const SELECTORS: Record<SourceConfig['type'], readonly string[]> = {
  feed: [],
  html: ['list.row', 'list.title', 'list.link', 'list.date', 'list.number', 'list.pinned'],
  json: [],
  'menu-table': ['table', 'week'],
  'menu-csv': [],
  ics: [],
  'date-table': ['row', 'event', 'date', 'end', 'year'],
};
const OF_DETAIL = ['detail.body', 'detail.title', 'detail.date', 'detail.attachments'];

const NO_SELECTOR =
  'CSS 선택자로 쓸 수 없습니다. 괄호와 따옴표가 닫혔는지, :eq처럼 jQuery에만 있는 말이 없는지 확인해 주세요.';

/** Selectors that no page can be searched by, such as `td[` or `:eq(1)` of jQuery. */
export function findSelectorFaults(config: SourceConfig): ConfigFault[] {
  const fields = [...SELECTORS[config.type], ...('detail' in config ? OF_DETAIL : [])];
  return fields.flatMap((field) => {
    const selector = valueAt(config, field.split('.'));
    const problem = typeof selector === 'string' ? problemOf(selector) : null;
    if (problem === null) return [];
    return [
      {
        field,
        message: NO_SELECTOR,
        english: `is not a CSS selector: ${problem}`,
      },
    ];
  });
}

function problemOf(selector: string): string | null {
  try {
    compile(selector);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  );
}
