import * as z from 'zod/mini';
import { STAFF_MEALS, STUDENT_CATEGORIES } from './cafeteria-choices.ts';
import {
  addressTemplate,
  fieldPath,
  fillPlaceholders,
  hostName,
  line,
  MISSING,
  rule,
  SOURCE_LIMITS,
  selector,
  slug,
  webAddress,
  whole,
} from './source-fields.ts';
import { SOURCE_PRESETS, type SourcePreset } from './source-presets.ts';

/** Boards that sources fill. */
export const SOURCE_BOARDS = ['NOTICE_UNIV', 'NOTICE_DEPT'] as const;
const SOURCE_CAFETERIAS = ['student', 'staff'] as const;

const common = {
  /** Identifies it for ever: what it imported belongs to this name. */
  name: slug(SOURCE_LIMITS.nameMax),
  title: line(SOURCE_LIMITS.titleMax),
  url: webAddress,
  intervalMinutes: z.prefault(whole(SOURCE_LIMITS.intervalMin, SOURCE_LIMITS.intervalMax), 60),
  charset: z.prefault(z.enum(['auto', 'utf-8', 'euc-kr']), 'auto'),
  /** Hosts beside the one of `url` to which its pages and redirects may lead. */
  hosts: z.prefault(
    z
      .array(hostName)
      .check(
        rule<unknown[]>(
          (list) => list.length <= SOURCE_LIMITS.hosts,
          `서버는 ${SOURCE_LIMITS.hosts}개까지 적을 수 있습니다.`,
          `must name at most ${SOURCE_LIMITS.hosts} hosts`,
        ),
      ),
    [],
  ),
};

/** Where the page of one article has its parts; what is absent is taken from the list. */
const detailSchema = z.strictObject({
  /** Absent only beside a preset. */
  body: z.optional(selector),
  title: z.optional(selector),
  date: z.optional(selector),
  /** Links to the files. */
  attachments: z.optional(selector),
  /** Address of a file, when its link is a script call. */
  attachmentUrl: z.optional(addressTemplate),
});
export type SourceDetail = z.output<typeof detailSchema>;

/** Where the id of an article is; without it the id is the address of its link. */
const idSchema = z.discriminatedUnion('from', [
  /** Of the address: `articleNo` of `?articleNo=123`. */
  z.strictObject({ from: z.literal('parameter'), name: line(60) }),
  /** A part of the path, counted from the end: 2 is `123` of `/bbs/123/view`. */
  z.strictObject({ from: z.literal('segment'), position: whole(1, 10) }),
  /**
   * A value of a script call, from 1: `12345` of `fnView('12345')`. Without `name` it is the first call of
   * the link that is no well-known helper; `this` and the names in objects are no values.
   */
  z.strictObject({
    from: z.literal('call'),
    name: z.optional(line(60)),
    argument: z.prefault(whole(1, 9), 1),
  }),
  /** An attribute of the link or in the row, such as `data-id`; `path` leads into its JSON. */
  z.strictObject({
    from: z.literal('attribute'),
    name: line(60),
    path: z.optional(fieldPath),
  }),
  /** A field or button in the row or in its form, by its name. */
  z.strictObject({ from: z.literal('input'), name: line(60) }),
]);
export type SourceId = z.output<typeof idSchema>;

/** What becomes of pictures and files of articles: links to the original, or copies on this site. */
const SOURCE_FILES = ['link', 'copy'] as const;

const articles = {
  ...common,
  /** What the server knows of such boards; fields below replace its parts. Of feeds and JSON: for pages. */
  preset: z.optional(z.enum(SOURCE_PRESETS, { error: MISSING })),
  boardType: z.enum(SOURCE_BOARDS, { error: MISSING }),
  /** Absent: links. */
  files: z.optional(z.enum(SOURCE_FILES, { error: MISSING })),
};

const feedSource = z
  .strictObject({
    type: z.literal('feed'),
    ...articles,
    /** Read when the feed has summaries only. */
    detail: z.optional(detailSchema),
  })
  .check(needsBody());

const listSchema = z.strictObject({
  /** Each article of the list. */
  row: z.optional(selector),
  title: z.optional(selector),
  /** The link to the article; absent: the first link of the title, or around it. */
  link: z.optional(selector),
  id: z.optional(idSchema),
  date: z.optional(selector),
  /** The cell of the number: rows with a word or picture in place of it are pinned. */
  number: z.optional(selector),
  /** Rows that match it, or have something that does, are pinned. */
  pinned: z.optional(selector),
});

const htmlSource = z
  .strictObject({
    type: z.literal('html'),
    ...articles,
    /** Absent beside a preset, which then finds all of it. */
    list: z.optional(listSchema),
    /** Address of the page of an article, when its link is a script call. */
    pageUrl: z.optional(addressTemplate),
    detail: z.optional(detailSchema),
  })
  .check(needsList(), needsBody(), leadsToListedHosts());

const jsonSource = z
  .strictObject({
    type: z.literal('json'),
    ...articles,
    /** The list of articles; absent: the whole document is the list. */
    list: z.optional(fieldPath),
    fields: z.strictObject({
      id: fieldPath,
      title: fieldPath,
      url: z.optional(fieldPath),
      content: z.optional(fieldPath),
      date: z.optional(fieldPath),
      pinned: z.optional(fieldPath),
      attachments: z.optional(z.strictObject({ list: fieldPath, name: fieldPath, url: fieldPath })),
    }),
    /** Address of the page of an article, where no field has it. */
    pageUrl: z.optional(addressTemplate),
    detail: z.optional(detailSchema),
  })
  .check(
    rule<{ fields: { url?: string | undefined }; pageUrl?: string | undefined }>(
      ({ fields, pageUrl }) => fields.url !== undefined || pageUrl !== undefined,
      '글 주소의 필드(fields.url)나 글 주소의 모양(pageUrl)이 필요합니다.',
      'needs fields.url or pageUrl',
    ),
    needsBody(),
    leadsToListedHosts(),
  );

const CATEGORIES = { student: STUDENT_CATEGORIES, staff: STAFF_MEALS } as const;

const menuTableSource = z
  .strictObject({
    type: z.literal('menu-table'),
    ...common,
    cafeteria: z.enum(SOURCE_CAFETERIAS, { error: MISSING }),
    /** The tables, or what has the cards or lists of a menu without a table. */
    table: z.prefault(selector, 'table'),
    /** Whether each day is a column or a row. */
    days: z.prefault(z.enum(['columns', 'rows']), 'columns'),
    /** Text with the dates of the week, when the table names weekdays only and has no dates above it. */
    week: z.optional(selector),
    /** Part of a heading: of several restaurants on a page only this one is read. */
    restaurant: z.optional(line(40)),
    /**
     * Category by the heading of its row or column: `{ "중식": "LUNCH" }`. Absent: the usual headings of the
     * cafeteria, such as 조식, 중식 and 석식.
     */
    meals: z.optional(
      z
        .record(line(40), z.enum([...STUDENT_CATEGORIES, ...STAFF_MEALS], { error: MISSING }))
        .check(
          rule<object>(
            (meals) => inRange(Object.keys(meals).length, 1, SOURCE_LIMITS.meals),
            `구분은 1개에서 ${SOURCE_LIMITS.meals}개까지 적어 주세요.`,
            `must name 1 to ${SOURCE_LIMITS.meals} headings`,
          ),
        ),
    ),
  })
  .check(
    rule<{ cafeteria: keyof typeof CATEGORIES; meals?: Record<string, string> | undefined }>(
      ({ cafeteria, meals = {} }) => {
        const known: readonly string[] = CATEGORIES[cafeteria];
        return Object.values(meals).every((category) => known.includes(category));
      },
      '이 식당에 없는 구분이 있습니다.',
      'has meals that the other cafeteria serves',
    ),
  );

/** Has the columns of the file that staff import. */
const menuCsvSource = z.strictObject({ type: z.literal('menu-csv'), ...common });

const icsSource = z.strictObject({ type: z.literal('ics'), ...common });

const dateTableSource = z.strictObject({
  type: z.literal('date-table'),
  ...common,
  /** Each entry of the calendar. */
  row: selector,
  /** Its title; `title` is that of the source. */
  event: selector,
  /** The first day, or both days as `3.2 ~ 3.6`. */
  date: selector,
  /** The last day, where it has a place of its own. */
  end: z.optional(selector),
  /**
   * Text of the page with the year, when the days have none. After `2026학년도` January and February
   * are those of 2027.
   */
  year: z.optional(selector),
});

/** A source as its file and the console describe it. */
export const sourceConfigSchema = z.discriminatedUnion('type', [
  feedSource,
  htmlSource,
  jsonSource,
  menuTableSource,
  menuCsvSource,
  icsSource,
  dateTableSource,
]);
export type SourceConfig = z.output<typeof sourceConfigSchema>;

/** The hosts to which pages and redirects of a source may lead. */
export function hostsOf({ url, hosts }: Pick<SourceConfig, 'url' | 'hosts'>): string[] {
  return [new URL(url).hostname, ...hosts];
}

interface WithPages {
  url: string;
  hosts: string[];
  preset?: SourcePreset | undefined;
  pageUrl?: string | undefined;
  detail?: { body?: string | undefined } | undefined;
}

interface WithList {
  preset?: SourcePreset | undefined;
  list?: { row?: string | undefined; title?: string | undefined } | undefined;
}

/** Each selector that is missing has its error at its own place, also beside other faults. */
function needsList() {
  return z.superRefine<WithList>(
    ({ preset, list }, context) => {
      if (preset !== undefined) return;
      for (const name of ['row', 'title'] as const) {
        if (list?.[name] === undefined) context.addIssue(missingAt(['list', name]));
      }
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

function needsBody() {
  return z.superRefine<WithPages>(({ preset, detail }, context) => {
    const isMissing = preset === undefined && detail !== undefined && detail.body === undefined;
    if (isMissing) context.addIssue(missingAt(['detail', 'body']));
  });
}

function missingAt(path: string[]) {
  return { code: 'custom' as const, path, message: MISSING };
}

/** Whether the page of each article is read. */
export function readsPages({ preset, detail }: { preset?: unknown; detail?: unknown }): boolean {
  return preset !== undefined || detail !== undefined;
}

/** Pages of articles are read with `detail` or a preset; otherwise their addresses only become links. */
function leadsToListedHosts() {
  return rule<WithPages>(
    (source) => {
      if (source.pageUrl === undefined || !readsPages(source)) return true;
      return hostsOf(source).includes(new URL(fillPlaceholders(source.pageUrl)).hostname);
    },
    '글 주소의 모양(pageUrl)은 위 주소(url)의 서버나 함께 읽어도 되는 서버(hosts)로 이어져야 합니다.',
    'leads with pageUrl to a host that is neither the one of url nor in hosts',
  );
}

function inRange(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}
