import type { SourcePreset } from '@naru/contract/source-presets';
import { boardFieldsOf } from './board-fields.ts';

/** What Naru knows of a kind of board. Selectors are tried in their order. */
export interface Preset {
  /** Parameters of an article's address, one of which is its id. */
  parameters?: readonly string[];
  /** What such an address must have beside it. */
  beside?: RegExp;
  /** Paths of an article's address; the group `id` is its id. */
  paths?: readonly RegExp[];
  /** Names of script calls that lead to an article. */
  calls?: RegExp;
  /** Names of data attributes and hidden fields that are the id. */
  fields?: readonly string[];
  /** Links whose `data-id` is the id. */
  buttons?: string;
  /** Address of an article whose link is a script. */
  address?: (link: ScriptLink) => string | null;
  /** Words of a page that belong to such a board alone; needed where the address is not enough. */
  mark?: RegExp;
  body: readonly string[];
  title: readonly string[];
  date: readonly string[];
  files: readonly string[];
  /** Address of a file by the values of its script call. */
  fileAddress?: (values: readonly string[]) => string | null;
}

/** A link without an address, and the page on which it is. */
export interface ScriptLink {
  id: string;
  /** Name of the script call, where there is one. */
  name: string | null;
  values: readonly string[];
  fields: ReadonlyMap<string, string>;
  list: URL;
  /** Source of the page. */
  html: string;
}

type Known = Exclude<SourcePreset, 'auto'>;

export const PRESETS: Record<Known, Preset> = {
  k2web: {
    paths: [/\/(?<id>[\w-]{1,40})\/(?:artclView|view)\.do$/i],
    beside: /\/(?:bbs|combBbs)\//,
    calls: /^jf_(?:comb)?view(?:Artcl)?$/i,
    address: k2webAddress,
    body: [
      '.artclView',
      '.view-con',
      '._fnctWrap .view-content',
      '.board-view .txt',
      '.artclContents',
    ],
    title: ['.artclViewTitle', '.view-title', '.artclViewHead h2', '.board-view h2'],
    date: ['.artclViewHead .right dd', '.view-util .write', '.view-info .date'],
    files: ['.artclInsert a', '.view-file a', '.artclItem.viewForm a', 'a[href*="/download.do"]'],
  },
  egov: {
    parameters: ['nttId', 'nttNo', 'nttSn'],
    calls:
      /^(?:fn_?egov_(?:inqire|select|detail)_?\w*|fn_?(?:inqire|nttView|goNttView|view_?ntt)\w*)$/i,
    fields: ['nttId', 'nttNo', 'nttSn', 'nttid', 'nttno', 'nttsn'],
    buttons: '.nttInfoBtn',
    address: egovAddress,
    body: [
      '.bbs_detail_content',
      '.view_cont',
      '.bbs--view--cont',
      '.board_view_con',
      '#bbsView .content',
      '.bbsV_cont',
      '.bbs-view-content',
      '.nttCn',
      '.view_con',
      '.dbdata',
    ],
    title: [
      '.view_tit',
      '.bbs--view--tit',
      '.bbs_detail_tit h2',
      '.bbsV_data strong',
      '.board_view h3',
    ],
    date: ['.bbs_date', '.bbsV_date', '.view_date'],
    files: [
      'a[href*="fn_egov_downFile"]',
      'a[onclick*="fn_egov_downFile"]',
      'a[href*="FileDown.do"]',
      'a[href*="fileDown"]',
      '.bbs--view--file a',
      '.view_file a',
      '.file_list a',
    ],
    fileAddress: ([id, place]) =>
      id === undefined || place === undefined
        ? null
        : `/cmm/fms/FileDown.do?atchFileId=${encodeURIComponent(id)}&fileSn=${encodeURIComponent(place)}`,
  },
  'mode-view': {
    parameters: ['articleNo', 'article_no', 'articleno'],
    beside: /[?&]mode=view\b/i,
    body: [
      '.b-content-box',
      '.board-view-content-wrap .fr-view',
      '.fr-view',
      '.board-view-content-wrap',
      '.board-view-contents',
      '.view-content',
      '.b-con-box',
    ],
    title: [
      '.b-title-box .b-title',
      '.board-view-title-wrap h4',
      '.b-view-title',
      '.b-title-box p',
    ],
    date: ['.b-date-box span', '.b-etc-box .b-date', '.board-view-date'],
    files: [
      '.b-file-box a',
      '.board-view-file-wrap a',
      'a.file-down-btn',
      'a[href*="mode=download"]',
    ],
  },
  gnuboard: {
    parameters: ['wr_id'],
    paths: [/^\/(?:bbs\/)?[a-z][\w-]{0,40}\/(?<id>\d{1,10})\/?$/i],
    mark: /\bbo_table\b|g5_bbs_url|g5_url|id="bo_list"|class="bo_tit"/,
    body: ['#bo_v_con', '#bo_v_atc', '.bo_v_con', '.view-content', '#writeContents'],
    title: ['.bo_v_tit', '#bo_v_title', '.view-wrap h1'],
    date: ['#bo_v_info .if_date', '.if_date', '#bo_v_info time', '.view-head .pull-right'],
    files: ['#bo_v_file a.view_file_download', '#bo_v_file li a', 'a[href*="download.php"]'],
  },
  kboard: {
    parameters: ['uid'],
    beside: /[?&]mod=document\b/,
    paths: [/\/kboard\/(?:\w+\/)?(?<id>\d{1,10})\/?$/],
    body: [
      '.kboard-document-wrap .content-view',
      '.kboard-content .content-view',
      '.kboard-content',
      '.kboard-document-content',
    ],
    title: ['.kboard-title h1', '.kboard-title', '.kboard-document-title'],
    date: [
      '.detail-date .detail-value',
      '.kboard-date .detail-value',
      '.kboard-detail .detail-date',
    ],
    files: [
      '.kboard-attach a',
      'button.kboard-button-download',
      '.kboard-attach button',
      'a[href*="kboard_file_download"]',
    ],
  },
  rhymix: {
    parameters: ['document_srl'],
    paths: [/^\/(?:[\w-]{1,60}\/){0,2}(?<id>\d{1,12})\/?$/],
    mark: /\bxe_content\b|\/(?:common|modules)\/[\w/.-]{0,80}(?:xe|rhymix|board)|content="(?:Rhymix|XpressEngine)|\brhymix\b|\brequest_uri\b/i,
    body: [
      '.xe_content',
      '.rhymix_content',
      '[class*="document_"][class*="_0"]',
      '.read_body',
      '.rd_body',
    ],
    title: ['.read_header h1', '.rd_hd h1', '.board_read h1', '.np_18px'],
    date: ['.read_header .time', '.rd_hd .date', '.board_read .date'],
    files: ['.attachedFile a', '.fileList a', '.rd_file a', 'a[href*="procFileDownload"]'],
  },
};

/** Parts of the pages of boards that nobody has described, the clearest first. */
export const USUAL = {
  body: [
    ...[
      '.view-content',
      '.view_content',
      '.view-con',
      '.view_con',
      '.view_cont',
      '.board-view-content',
    ],
    ...['.board_view_content', '.board-view .content', '.board_view .content', '.bbs-view-content'],
    ...[
      '.bbs_view_content',
      '.article-content',
      '.article_content',
      '.article-body',
      '.article_body',
    ],
    ...['.entry-content', '.post-content', '.board-content', '.board_content', '.contents_view'],
    ...[
      '.content-view',
      '.viewContent',
      '.view-body',
      '.view_body',
      '.fr-view',
      '.board_txt',
      '.view_txt',
    ],
    ...['[itemprop="articleBody"]', 'article .content'],
  ],
  title: [
    ...[
      '.view-title',
      '.view_title',
      '.view_tit',
      '.board-view h1',
      '.board_view h3',
      '.subject h1',
    ],
    ...['.entry-title', '.post-title', 'article h1', '.article-title'],
  ],
  date: ['.view-date', '.view_date', '.date', '.regdate', '.reg_date', 'time'],
  files: [
    ...[
      'a[href*="ownload"]',
      'a[onclick*="ownload"]',
      'a[href*="fileDown"]',
      'a[href*="FileDown"]',
    ],
    ...['a[href*="file_down"]', 'a[href*="filedown"]', 'a[href*="atchFile"]', 'a[href*="attach"]'],
    ...['.file-list a', '.file_list a', '.attach a', '.view-file a', '.view_file a'],
  ],
} as const;

/** `/bbs/{site}/{board}/{id}/artclView.do`; a call with two values leaves the board to the page. */
function k2webAddress({ id, values, list, html }: ScriptLink): string | null {
  const [site = '', board = ''] = values;
  if (!/^[\w-]{1,60}$/.test(site)) return null;
  if (values.length >= 3) return `/bbs/${site}/${board}/${id}/artclView.do`;
  const own = new RegExp(`/bbs/${site}/(\\d{1,10})/`).exec(`${list.pathname}/ ${html}`)?.[1];
  return own === undefined ? null : `/bbs/${site}/${own}/${id}/artclView.do`;
}

/** The page of the list with `List` replaced, as the framework names both; its parameters stay. */
function egovAddress({ id, values, fields, list, html }: ScriptLink): string | null {
  const field = ['nttId', 'nttNo', 'nttSn'].find((name) => fields.has(name));
  const written =
    /["'(=\s]([\w./;-]{0,120}?(?:Article|NttView|NttInfo|BoardDetail|ArticleDetail)\w{0,20}\.do)\b/.exec(
      html,
    )?.[1];
  const path = written ?? list.pathname.replace(/List(?=\w{0,20}\.do$)/, viewWord(list.pathname));
  if (path === list.pathname) return null;
  const url = new URL(path, list);
  for (const [name, value] of list.searchParams) url.searchParams.append(name, value);
  const board = values.find((value) => /^BBSMSTR_/.test(value)) ?? fields.get('bbsId');
  if (board !== undefined) url.searchParams.set('bbsId', board);
  const boardNo = fields.get('bbsNo');
  if (boardNo !== undefined) url.searchParams.set('bbsNo', boardNo);
  for (const [name, value] of boardFieldsOf(html)) {
    if (!url.searchParams.has(name)) url.searchParams.append(name, value);
  }
  url.searchParams.set(field ?? idName(url.pathname), id);
  return url.href;
}

function viewWord(path: string): string {
  if (/NttList/.test(path)) return /\/ntt\//.test(path) ? 'Info' : 'View';
  return 'Article';
}

function idName(path: string): string {
  if (/NttInfo/.test(path)) return 'nttSn';
  return /NttView/.test(path) ? 'nttNo' : 'nttId';
}
