/** A board as a site shows it: its list, the page of its first article, and what they say. */
export interface BoardCase {
  name: string;
  preset: string;
  /** Address of the list. */
  url: string;
  list: string;
  /** Address of the first article, and its page. */
  articleUrl: string;
  article: string;
}

export const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="ko"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
  <body><nav><a href="/intro?id=1">소개</a><a href="/intro?id=2">연혁</a></nav>${body}
  <div class="paging"><a href="?page=1">1</a><a href="?page=2">2</a></div></body></html>`;

/** All boards have these two articles: a pinned one with a file, and one that is not pinned. */
export const FIRST = { title: '등록금 납부 안내', day: '2026-11-20', file: '납부 안내문.hwp' };
export const SECOND = { title: '장학금 신청 안내', day: '2026-11-19' };
export const BODY = '<p>등록금은 12월 11일까지 납부해 주세요.</p><p>문의는 재무팀입니다.</p>';

/** Lists of eGov whose script sends a form: with the board in the call, and with it in the form alone. */
export const EGOV_SCRIPTS: readonly BoardCase[] = [
  { at: 'www', board: '12', call: 'fn_egov_inqire_notice', menu: '&menuNo=5', isInForm: false },
  { at: 'lib', board: '15', call: 'fn_egov_select', menu: '', isInForm: true },
].map(({ at, board, call, menu, isInForm }) => {
  const path = `https://${at}.example.ac.kr/web/bbs/select`;
  const bbsId = `BBSMSTR_0000000000${board}`;
  const names = isInForm ? 'nttId' : 'nttId, bbsId';
  const row = (number: string, id: string, title: string, day: string) =>
    `<li><span class="num">${number}</span><a href="#" onclick="${call}('${id}'${isInForm ? '' : `, '${bbsId}'`}); return false;">${title}</a><em>${day}</em></li>`;
  return {
    name: `an eGov list whose script sends a form${isInForm ? ' that says the board' : ''}`,
    preset: 'egov',
    url: `${path}BoardList.do${isInForm ? '' : `?bbsId=${bbsId}${menu}`}`,
    list: page(
      '공지',
      `<form name="frm" method="post"><input type="hidden" name="bbsId" value="${isInForm ? bbsId : ''}"><input name="nttId" type="hidden" value="0">
      <input type="hidden" name="pageIndex" value="1"></form>
      <ul class="board">${row('공지', '601', FIRST.title, FIRST.day)}${row('8', '600', SECOND.title, SECOND.day)}</ul>`,
      `<script>function ${call}(${names}) { document.frm.nttId.value = nttId;
        ${isInForm ? '' : 'document.frm.bbsId.value = bbsId;'} document.frm.action = "/web/bbs/selectBoardArticle.do"; document.frm.submit(); }</script>`,
    ),
    articleUrl: `${path}BoardArticle.do?bbsId=${bbsId}${menu}&nttId=601`,
    article: page(
      '공지',
      `<div class="view_cont">${BODY}</div><ul class="file_list"><li>납부 안내문.hwp <a href="/cmm/fms/FileDown.do?atchFileId=F1&fileSn=0">다운로드</a></li></ul>`,
    ),
  };
});
