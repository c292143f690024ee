import type { Articles, Found, SourceFault } from './content.ts';
import { type Elements, linesOf, type Page } from './pages.ts';
import { layoutChanged } from './source-error.ts';

/** What boards write in place of articles; comments and schedules that are absent say nothing of a board. */
const EMPTY =
  /^(?:(?:현재|아직|검색된|조회된|등록된|작성된|게시된|해당하는|표시할|존재하는|조건에|맞는|새로운) ?){0,3}(?:(?:게시|공지|소식|안내)? ?(?:글|게시물|게시글|공지사항|자료|데이터|내용|항목|정보|목록|결과|콘텐츠|컨텐츠|list|data))(?:이|가|은|는)? ?(?:(?:존재|등록|조회|검색)(?:하지|되지|되어 있지) ?않습니다|않습니다|없습니다|없음|없어요|존재하지 않음)[.!]*$/i;
const EMPTY_ENGLISH =
  /^(?:there (?:is|are) )?no (?:data|posts?|articles?|records?|results?|items?|entries|contents?|notices?)(?: (?:found|available|yet|to display|registered|in table))*[.!]*$/i;
const LINE_MAX = 60;
/** Lines of a page that are looked at. */
const LINES_MAX = 5000;

/** An empty list, or LAYOUT_CHANGED where nothing says that the board is empty. */
export function emptyOr(isEmpty: boolean, fault?: SourceFault): Found<Articles> {
  if (isEmpty) return { content: { kind: 'articles', articles: [] }, faults: [] };
  const why = fault?.message ?? '페이지의 모양이 바뀌었을 수 있습니다.';
  throw layoutChanged(`목록에서 글을 찾지 못했습니다. ${why}`);
}

/** Whether a page says that its board has no article: in the only row, or anywhere when there is no row. */
export function saysEmpty($: Page, rows: readonly Elements[]): boolean {
  const [first, ...others] = rows.filter((row) => row.children('th').length === 0);
  if (first === undefined) return linesOf($('body')).slice(0, LINES_MAX).some(isEmptyLine);
  if (others.length > 0) return false;
  const cells = first.children('td');
  const isOneCell = cells.length === 1 && Number(cells.attr('colspan') ?? 1) > 1;
  const leads = first.find('a[href], [onclick]').length > 0;
  return linesOf(first).some(isEmptyLine) || (isOneCell && !leads);
}

function isEmptyLine(line: string): boolean {
  if (line.length > LINE_MAX) return false;
  return EMPTY.test(line) || EMPTY_ENGLISH.test(line);
}
