import { BODY, type BoardCase, EGOV_SCRIPTS, page } from './board-pages.fixture.ts';

export const BOARDS: readonly BoardCase[] = [
  {
    name: 'a table of K2Web with addresses',
    preset: 'k2web',
    url: 'https://cs.example.ac.kr/bbs/cs/77/artclList.do',
    list: page(
      '공지사항 | 컴퓨터공학과',
      `<table class="board"><thead><tr><th>번호</th><th>제목</th><th>작성자</th><th>작성일</th></tr></thead><tbody>
      <tr class="notice"><td>공지</td><td><a href="/bbs/cs/77/9001/artclView.do?layout=unknown">
        <strong>등록금 납부 안내</strong><span class="new">새글</span></a></td><td>재무팀</td><td>2026.11.20</td></tr>
      <tr><td>12</td><td><a href="/bbs/cs/77/9000/artclView.do?layout=unknown"><strong>장학금 신청 안내</strong></a></td>
        <td>학생팀</td><td>2026.11.19</td></tr></tbody></table>`,
    ),
    articleUrl: 'https://cs.example.ac.kr/bbs/cs/77/9001/artclView.do?layout=unknown',
    article: page(
      '공지',
      `<h2 class="view-title">등록금 납부 안내</h2><div class="view-con">${BODY}</div>
      <div class="view-file"><ul><li><a href="/bbs/cs/77/5/download.do">납부 안내문.hwp</a></li></ul></div>`,
    ),
  },
  {
    name: 'a list of K2Web with calls that leave out the board',
    preset: 'k2web',
    url: 'https://www.example.ac.kr/kor/310/subview.do',
    list: page(
      '공지',
      `<form name="f" action="/bbs/kor/88/artclList.do"><input type="hidden" name="page" value="1"></form>
      <ul class="cards"><li class="headline"><a href="javascript:jf_viewArtcl('kor', '7002')">
        <b class="subject">등록금 납부 안내</b><span class="date">작성일 2026.11.20</span></a></li>
      <li><a href="javascript:jf_viewArtcl('kor', '7001')"><b class="subject">장학금 신청 안내</b>
        <span class="date">작성일 2026.11.19</span></a></li></ul>`,
    ),
    articleUrl: 'https://www.example.ac.kr/bbs/kor/88/7002/artclView.do',
    article: page(
      '공지',
      `<div class="artclView">${BODY}</div><dl class="artclInsert"><dd><a href="/bbs/kor/88/6/download.do">납부 안내문.hwp [35 KB]</a></dd></dl>`,
    ),
  },
  {
    name: 'an eGov list with a form for each row',
    preset: 'egov',
    url: 'https://www.example.ac.kr/cop/bbs/selectBoardList.do?bbsId=BBSMSTR_000000000011',
    list: page(
      '학사공지',
      `<table><thead><tr><th>번호</th><th>제목</th><th>등록일</th></tr></thead><tbody>${[
        ['공지', '501', '등록금 납부 안내', '2026-11-20'],
        ['3', '500', '장학금 신청 안내', '2026-11-19'],
      ]
        .map(
          ([
            number,
            id,
            title,
            day,
          ]) => `<tr><td>${number}</td><td><form method="post" action="/cop/bbs/selectBoardArticle.do">
          <input type="hidden" name="bbsId" value="BBSMSTR_000000000011"><input type="hidden" name="nttId" value="${id}">
          <input type="submit" value="${title}"></form></td><td>${day}</td></tr>`,
        )
        .join('')}</tbody></table>`,
    ),
    articleUrl:
      'https://www.example.ac.kr/cop/bbs/selectBoardArticle.do?bbsId=BBSMSTR_000000000011&nttId=501',
    article: page(
      '학사공지',
      `<div class="bbs_detail_content">${BODY}</div>
      <a href="javascript:fn_egov_downFile('FILE_000000000000123','0')">납부 안내문.hwp [35,840 byte]</a>`,
    ),
  },
  ...EGOV_SCRIPTS,
  {
    name: 'an eGov list with buttons that carry data',
    preset: 'egov',
    url: 'https://www.example.ac.kr/main/na/ntt/selectNttList.do?mi=30&bbsId=23',
    list: page(
      '공지',
      `<table><tr><th>번호</th><th>제목</th><th>기간</th><th>등록일</th></tr>
      <tr><td><img src="n.gif" alt="공지"></td><td><a class="nttInfoBtn" data-id="801" href="javascript:">등록금 납부 안내 <em class="hid">새글</em></a></td><td>2026/12/01 ~ 2026/12/11</td><td><em class="m">등록일</em> 2026.11.20</td></tr>
      <tr><td>4</td><td><a class="nttInfoBtn" data-id="800" href="javascript:">장학금 신청 안내</a></td><td></td><td><em class="m">등록일</em> 2026.11.19</td></tr></table>`,
    ),
    articleUrl: 'https://www.example.ac.kr/main/na/ntt/selectNttInfo.do?mi=30&bbsId=23&nttSn=801',
    article: page(
      '공지',
      `<div class="bbsV_cont">${BODY}</div><a href="/common/nttFileDownload.do?fileKey=a1">납부 안내문.hwp</a>`,
    ),
  },
  {
    name: 'a table with mode=view',
    preset: 'mode-view',
    url: 'https://biz.example.ac.kr/biz/notice.do',
    list: page(
      '공지사항 | 경영학과 | 예시대학교',
      `<table class="board-table"><thead><tr><th>번호</th><th>제목</th><th>등록일</th></tr></thead><tbody>
      <tr class="b-top-box"><td>공지</td><td><div class="b-title-box"><span class="b-cate">[학사]</span>
        <a href="?mode=view&amp;articleNo=301&amp;article.offset=0&amp;articleLimit=10" title="등록금 납부 안내 자세히 보기">등록금 납부 안내</a>
        <div class="b-m-con"><span class="b-date">26.11.20</span></div></div></td><td>26.11.20</td></tr>
      <tr><td>9</td><td><div class="b-title-box"><a href="?mode=view&amp;articleNo=300&amp;article.offset=0&amp;articleLimit=10">장학금 신청 안내</a>
        <div class="b-m-con"><span class="b-date">26.11.19</span></div></div></td><td>26.11.19</td></tr></tbody></table>`,
    ),
    articleUrl:
      'https://biz.example.ac.kr/biz/notice.do?mode=view&articleNo=301&article.offset=0&articleLimit=10',
    article: page(
      '공지',
      `<div class="b-title-box"><p class="b-title">등록금 납부 안내</p></div><div class="b-content-box"><div class="fr-view">${BODY}</div></div>
      <div class="b-file-box"><a href="?mode=download&amp;articleNo=301&amp;attachNo=1">납부 안내문.hwp</a></div>`,
    ),
  },
  {
    name: 'a definition list with mode=view',
    preset: 'mode-view',
    url: 'https://www.example.ac.kr/campus/notice01.do',
    list: page(
      '일반공지',
      `<ul class="board-list-wrap"><li><dl class="board-list-content-wrap"><dt><a href="?mode=view&amp;articleNo=401">등록금 납부 안내</a></dt>
        <dd><ul><li>공지</li><li>재무팀</li><li>2026-11-20</li><li>조회수<span>87</span></li></ul></dd></dl></li>
      <li><dl class="board-list-content-wrap"><dt><a href="?mode=view&amp;articleNo=400">장학금 신청 안내</a></dt>
        <dd><ul><li>No.25</li><li>학생팀</li><li>2026-11-19</li><li>조회수<span>312</span></li></ul></dd></dl></li></ul>`,
    ),
    articleUrl: 'https://www.example.ac.kr/campus/notice01.do?mode=view&articleNo=401',
    article: page(
      '공지',
      `<div class="board-view-content-wrap">${BODY}</div><ul><li><a class="file-down-btn" href="?mode=download&amp;articleNo=401&amp;attachNo=7">납부 안내문.hwp</a></li></ul>`,
    ),
  },
  {
    name: 'GNUBoard with parameters',
    preset: 'gnuboard',
    url: 'https://dept.example.ac.kr/bbs/board.php?bo_table=notice',
    list: page(
      '공지사항 1 페이지 | 디자인학과',
      `<div class="lat"><ul><li><a href="/bbs/board.php?bo_table=gallery&amp;wr_id=9">졸업 전시</a></li></ul></div>
      <div class="tbl_head01"><table><thead><tr><th>번호</th><th>제목</th><th>글쓴이</th><th>날짜</th></tr></thead><tbody>
      <tr class="bo_notice"><td class="td_num2"><strong class="notice_icon">공지</strong></td><td class="td_subject"><div class="bo_tit">
        <a href="https://dept.example.ac.kr/bbs/board.php?bo_table=notice&amp;wr_id=21">등록금 납부 안내</a><span class="cnt_cmt">3</span></div></td><td>관리자</td><td class="td_datetime">11-20</td></tr>
      <tr><td class="td_num2">5</td><td class="td_subject"><div class="bo_tit"><a href="https://dept.example.ac.kr/bbs/board.php?bo_table=notice&amp;wr_id=20">장학금 신청 안내</a></div></td><td>관리자</td><td class="td_datetime">11-19</td></tr>
      </tbody></table></div>`,
    ),
    articleUrl: 'https://dept.example.ac.kr/bbs/board.php?bo_table=notice&wr_id=21',
    article: page(
      '공지',
      `<article id="bo_v"><h2 id="bo_v_title"><span class="bo_v_tit">등록금 납부 안내</span></h2><div id="bo_v_con">${BODY}</div>
      <section id="bo_v_file"><ul><li><a class="view_file_download" href="/bbs/download.php?bo_table=notice&amp;wr_id=21&amp;no=0"><strong>납부 안내문.hwp</strong> (35.0K)</a></li></ul></section></article>`,
    ),
  },
  {
    name: 'GNUBoard with short addresses and cards',
    preset: 'gnuboard',
    url: 'https://art.example.ac.kr/notice',
    list: page(
      '공지',
      `<ul id="bo_list"><li class="bo_notice"><div class="bo_subject"><a href="/notice/33"><i class="fa"></i> 등록금 납부 안내</a></div><span class="bo_date">2026.11.20</span></li>
      <li><div class="bo_subject"><a href="/notice/32">장학금 신청 안내</a></div><span class="bo_date">2026.11.19</span></li></ul>`,
      '<script>var g5_bbs_url = "https://art.example.ac.kr/bbs";</script>',
    ),
    articleUrl: 'https://art.example.ac.kr/notice/33',
    article: page(
      '공지',
      `<div id="bo_v_atc"><div id="bo_v_con">${BODY}</div></div><div id="bo_v_file"><ul><li><a href="/bbs/download.php?bo_table=notice&amp;wr_id=33&amp;no=0">납부 안내문.hwp</a></li></ul></div>`,
    ),
  },
  {
    name: 'the table of KBoard',
    preset: 'kboard',
    url: 'https://law.example.ac.kr/notice/',
    list: page(
      '공지사항 – 법학과',
      `<div class="kboard-list"><table><thead><tr><td class="kboard-list-uid">번호</td><td class="kboard-list-title">제목</td><td class="kboard-list-date">작성일</td></tr></thead><tbody>
      <tr class="kboard-list-notice"><td class="kboard-list-uid">공지사항</td><td class="kboard-list-title"><a href="/notice/?uid=61&amp;mod=document&amp;pageid=1"><div class="kboard-default-cut-strings">등록금 납부 안내 <span class="kboard-comments-count">(2)</span></div></a>
        <div class="kboard-mobile-contents"><span class="contents-item kboard-date">2026.11.20</span></div></td><td class="kboard-list-date">2026.11.20</td></tr>
      <tr><td class="kboard-list-uid">7</td><td class="kboard-list-title"><a href="/notice/?uid=60&amp;mod=document&amp;pageid=1"><div class="kboard-default-cut-strings">장학금 신청 안내</div></a></td><td class="kboard-list-date">2026.11.19</td></tr>
      </tbody></table></div>`,
    ),
    articleUrl: 'https://law.example.ac.kr/notice/?uid=61&mod=document&pageid=1',
    article: page(
      '공지',
      `<div class="kboard-document-wrap"><div class="kboard-title"><h1>등록금 납부 안내</h1></div><div class="kboard-content"><div class="content-view">${BODY}</div></div>
      <div class="kboard-attach"><button type="button" onclick="window.location.href='/?action=kboard_file_download&uid=61&file=file1'" title="납부 안내문.hwp 다운로드">납부 안내문.hwp</button></div></div>`,
    ),
  },
  {
    name: 'cards of KBoard',
    preset: 'kboard',
    url: 'https://edu.example.ac.kr/board/?mod=list',
    list: page(
      '소식',
      `<ul class="kboard-list"><li class="kboard-list-notice"><a href="?uid=71&amp;mod=document"><p class="kboard-cut-strings title">등록금 납부 안내</p><span class="date">2026.11.20</span></a></li>
      <li><a href="?uid=70&amp;mod=document"><p class="kboard-cut-strings title">장학금 신청 안내</p><span class="date">2026.11.19</span></a></li></ul>`,
    ),
    articleUrl: 'https://edu.example.ac.kr/board/?uid=71&mod=document',
    article: page(
      '소식',
      `<div class="kboard-content">${BODY}</div><div class="kboard-attach"><a href="/?action=kboard_file_download&amp;uid=71">납부 안내문.hwp</a></div>`,
    ),
  },
  {
    name: 'XpressEngine with parameters',
    preset: 'rhymix',
    url: 'https://phys.example.ac.kr/index.php?mid=notice',
    list: page(
      '물리학과 - 공지',
      `<table class="bd_lst"><thead><tr><th>번호</th><th>제목</th><th>날짜</th></tr></thead><tbody>
      <tr class="notice"><td class="no"><strong>공지</strong></td><td class="title"><a href="/index.php?mid=notice&amp;document_srl=4102">등록금 납부 안내</a> <a href="/index.php?mid=notice&amp;document_srl=4102#comment" class="replyNum">2</a></td><td class="time">2026.11.20</td></tr>
      <tr><td class="no">3</td><td class="title"><a href="/index.php?mid=notice&amp;document_srl=4101">장학금 신청 안내</a></td><td class="time">2026.11.19</td></tr></tbody></table>`,
    ),
    articleUrl: 'https://phys.example.ac.kr/index.php?mid=notice&document_srl=4102',
    article: page(
      '공지',
      `<div class="rd_hd"><h1>등록금 납부 안내</h1></div><div class="document_4102_3 xe_content">${BODY}</div>
      <div class="rd_file"><a href="/?module=file&amp;act=procFileDownload&amp;file_srl=5">납부 안내문.hwp</a></div>`,
    ),
  },
  {
    name: 'Rhymix with short addresses',
    preset: 'rhymix',
    url: 'https://chem.example.ac.kr/notice',
    list: page(
      '화학과',
      `<div class="board"><div class="row notice"><span class="tag">공지</span><a class="title" href="/notice/5102">등록금 납부 안내</a><span class="date">2026-11-20</span></div>
      <div class="row"><a class="title" href="/notice/5101">장학금 신청 안내</a><span class="date">2026-11-19</span></div></div>`,
      '<meta name="generator" content="Rhymix">',
    ),
    articleUrl: 'https://chem.example.ac.kr/notice/5102',
    article: page(
      '화학과',
      `<div class="rhymix_content xe_content">${BODY}</div><ul class="fileList"><li><a href="/files/attach/5/a.hwp">납부 안내문.hwp</a></li></ul>`,
    ),
  },
  {
    name: 'an unknown board with parameters',
    preset: 'auto',
    url: 'https://old.example.ac.kr/notice/list.asp?code=n1',
    list: page(
      '공지사항',
      `<table width="700"><tr><td>공지</td><td><img src="/l.gif"> <a href="view.asp?code=n1&amp;b_idx=92&amp;pg=1">등록금 납부 안내</a></td><td>관리자</td><td>2026.11.20</td></tr>
      <tr><td colspan="4" class="line"></td></tr>
      <tr><td>2</td><td><a href="view.asp?code=n1&amp;b_idx=91&amp;pg=1">장학금 신청 안내</a></td><td>관리자</td><td>2026.11.19</td></tr></table>`,
    ),
    articleUrl: 'https://old.example.ac.kr/notice/view.asp?code=n1&b_idx=92&pg=1',
    article: page(
      '공지사항',
      `<table><tr><td>제목</td><td>등록금 납부 안내</td></tr><tr><td colspan="2"><div>${BODY}</div></td></tr>
      <tr><td>첨부</td><td><a href="/upload/down.asp?f=1">납부 안내문.hwp</a></td></tr></table><ul class="prevnext"><li><a href="view.asp?b_idx=91">장학금 신청 안내</a></li></ul>`,
    ),
  },
  {
    name: 'an unknown board whose function makes the address',
    preset: 'auto',
    url: 'https://lib.example.ac.kr/board/notice/list',
    list: page(
      '도서관 공지',
      `<ul class="list"><li><span class="state">공지</span><a href="javascript:void(0);" onclick="goDetail(this, '112', 'N');"><p class="tit">등록금 납부 안내</p></a><span>2026. 11. 20.</span></li>
      <li><a href="javascript:void(0);" onclick="goDetail(this, '111', 'N');"><p class="tit">장학금 신청 안내</p></a><span>2026. 11. 19.</span></li></ul>`,
      `<script>function goDetail(no, type) { location.href = '/board/notice/view?type=' + type + '&no=' + no; }</script>`,
    ),
    articleUrl: 'https://lib.example.ac.kr/board/notice/view?type=N&no=112',
    article: page(
      '도서관 공지',
      `<main><h1 class="view-title">등록금 납부 안내</h1><div class="contents_view">${BODY}</div><div class="attach"><a href="/file/download/3">납부 안내문.hwp (35KB)</a></div></main>`,
    ),
  },
];
