import { describe, expect, it } from 'vitest';
import { paste, storedHtml } from './paste.fixture.ts';

/** What was copied, its HTML in the clipboard, what is stored, and the notice to the writer if there is one. */
type Fragment = [name: string, html: string, stored: string, notice?: string];

const WORD: Fragment[] = [
  [
    'a list with two levels and numbers that go on',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoListParagraph {margin-left:40pt}</style></head><body lang=KO><!--StartFragment-->
<p class=MsoListParagraph style='margin-left:38.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>신청서
작성<span lang=EN-US><o:p></o:p></span></p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:Wingdings;mso-list:Ignore'>§<span>&nbsp; </span></span><![endif]>학번</p>
<p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>§<span>&nbsp; </span></span><![endif]>이름</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>제출</p>
<p class=MsoNormal>끝</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>5.<span>&nbsp;</span></span>다섯째</p><!--EndFragment--></body></html>`,
    '<ol><li><p>신청서 작성</p><ul><li><p>학번</p></li><li><p>이름</p></li></ul></li><li><p>제출</p></li></ol><p>끝</p><ol start="5"><li><p>다섯째</p></li></ol>',
  ],
  [
    'headings, an empty line, a power, a remark in the margin, hidden text and a picture',
    `<h1 style='mso-list:none'>연구 <span lang=EN-US>계획</span></h1><h2>배경</h2><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>면적 30m<span style='vertical-align:super'>2</span><span style='display:none;mso-hide:all'>비밀</span><a style='mso-comment-reference:K_1'>이다</a><span class=MsoCommentReference>[K1]</span></p><p style='mso-outline-level:3'>소제목</p><p class=MsoNormal><img width=200 height=100 src="file:///C:/Temp/image001.png"></p><div style='mso-element:comment-list'><p>메모</p></div>`,
    '<h2>연구 계획</h2><h3>배경</h3><p></p><p>면적 30m<sup>2</sup>이다</p><h3>소제목</h3>',
    '사진 1장은 붙여 넣지 못했습니다. 사진은 파일로 저장해 올려 주세요.',
  ],
  [
    'a list with Korean letters',
    `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>가.<span>&nbsp;</span></span>개요</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>나.<span>&nbsp;</span></span>일정</p>`,
    '<ol><li><p>개요</p></li><li><p>일정</p></li></ol>',
    '번호 모양은 붙여 넣지 못했습니다.',
  ],
];

const SHEETS: Fragment[] = [
  [
    'Excel with a hidden column and a hidden row',
    `<table><col width=72><col width=0 style='display:none;mso-width-source:userset'><col width=72 span=1><tr><td colspan=3 class=xl65>명단</td></tr><tr><td>이름</td><td style='display:none'>010-0000-0000</td><td>점수</td></tr><tr height=0 style='display:none'><td>숨김</td><td></td><td>0</td></tr><tr><td>김나루</td><td>010-1111-1111</td><td align=right>90</td></tr></table>`,
    '<table><tbody><tr><td colspan="2"><p>명단</p></td></tr><tr><td><p>이름</p></td><td><p>점수</p></td></tr><tr><td><p>김나루</p></td><td style="text-align: right;"><p>90</p></td></tr></tbody></table>',
  ],
  [
    'Excel with a column without width, in which a merged cell begins in a hidden row',
    `<table><tr style="display:none"><td rowspan=2>1조</td><td>숨김</td><td width=0>a</td></tr><tr><td>나루</td><td width=0>b</td></tr></table>`,
    '<table><tbody><tr><td><p>1조</p></td><td><p>나루</p></td></tr></tbody></table>',
  ],
  [
    'Excel with a hidden row that has no height',
    `<table><tr height=20><td>이름</td></tr><tr height=0><td>숨김</td></tr><tr style="mso-height-source:userset;height:0"><td>숨김</td></tr></table>`,
    '<table><tbody><tr><td><p>이름</p></td></tr></tbody></table>',
  ],
  [
    'Google Sheets with merged cells and lines in a cell',
    `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" border="1" data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td rowspan="2" colspan="1" style="font-weight:bold;">1주차</td><td>개강<br/>안내</td></tr><tr style="height:21px;"><td>실습</td></tr></tbody></table></google-sheets-html-origin>`,
    '<table><tbody><tr><td rowspan="2"><p><strong>1주차</strong></p></td><td><p>개강<br>안내</p></td></tr><tr><td><p>실습</p></td></tr></tbody></table>',
  ],
];

const EDITORS: Fragment[] = [
  [
    'Google Docs: title, bold, power, an empty line and a list of two levels',
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;white-space:pre-wrap;">과제</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-weight:700;white-space:pre-wrap;">크기  2</span><span style="font-size:0.6em;vertical-align:super;white-space:pre-wrap;">10</span></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="white-space:pre-wrap;">하나</span></p></li><ul><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>둘</span></p></li></ul><li aria-level="1"><p><span>셋</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    '<h2>과제</h2><p><strong>크기  2</strong><sup>10</sup></p><p></p><ul><li><p>하나</p><ul><li><p>둘</p></li></ul></li><li><p>셋</p></li></ul>',
  ],
  [
    'Google Docs: a part of one line',
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-2"><span style="font-weight:400;font-style:normal;">보통 </span><span style="font-weight:700;">굵게</span></b>`,
    '<p>보통 <strong>굵게</strong></p>',
  ],
  [
    'Google Docs: a list of tasks',
    `<ul><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" width="17.6px" height="17.6px" alt="checked" aria-roledescription="checkbox" /><p style="display:inline-block;"><span>신청</span></p></li><li role="checkbox" aria-checked="false" aria-level="1"><p><span>발표</span></p></li></ul>`,
    '<ul><li><p>☑ 신청</p></li><li><p>☐ 발표</p></li></ul>',
  ],
  [
    'Notion: a small heading, a callout, a task and an equation',
    `<meta charset="utf-8"><h4>메모</h4><div style="display:flex"><div>💡</div><div><p>기억할 것</p></div></div><ul><li><input type="checkbox" checked>완료</li></ul><p>식 <span class="notion-text-equation-token"><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">E=mc2</span></span></span></p>`,
    '<h3>메모</h3><p>💡</p><p>기억할 것</p><ul><li><p>☑ 완료</p></li></ul><p>식 <span data-formula="inline">E=mc^2</span></p>',
  ],
  [
    'HWP: aligned lines, an empty one and a table inside a line',
    `<HTML><BODY><P CLASS=HStyle0 STYLE='text-align:center;'><SPAN STYLE='font-size:16.0pt;font-weight:bold'>공 고</SPAN></P><P CLASS=HStyle0><BR></P><P CLASS=HStyle0 STYLE='text-align:justify'><SPAN>○ 일시:  금요일</SPAN></P><P><TABLE border="1"><TR><TD valign="middle" colspan="2"><P STYLE='text-align:center;'><SPAN>구분</SPAN></P></TD></TR></TABLE></P></BODY></HTML>`,
    '<p style="text-align: center;"><strong>공 고</strong></p><p></p><p>○ 일시: 금요일</p><table><tbody><tr><td colspan="2"><p style="text-align: center;">구분</p></td></tr></tbody></table>',
  ],
  [
    'the editor of Naver: lines, an empty line, a quotation and a line between',
    `<div class="se-component se-text"><div class="se-module se-module-text"><p class="se-text-paragraph se-text-paragraph-align-center" style="text-align:center"><span class="se-fs-fs16"><b>모임</b> 안내</span></p><p class="se-text-paragraph"><span>\u200B</span></p><p class="se-text-paragraph"><span>금요일\u200B 7시</span></p></div></div><div class="se-component se-quotation"><blockquote class="se-quotation-container"><div class="se-module-text se-quote"><p>한 줄</p></div></blockquote></div><div class="se-component"><hr class="se-hr"></div>`,
    '<p style="text-align: center;"><strong>모임</strong> 안내</p><p></p><p>금요일 7시</p><blockquote><p>한 줄</p></blockquote><hr>',
  ],
];

const MESSAGES: Fragment[] = [
  [
    'Slack: lines, an emoji as a picture, inline code, a name and a link',
    `<div class="p-rich_text_section">안녕하세요 <img data-stringify-type="emoji" src="https://a.slack-edge.com/1.png" alt="🙂"> <code class="c-mrkdwn__code">npm test</code><br>둘째 줄 <a role="button" class="c-member_slug">@나루</a> <a class="c-link" href="https://naru.example/a">주소</a></div>`,
    '<p>안녕하세요 🙂 <code>npm test</code><br>둘째 줄 @나루 <a href="https://naru.example/a">주소</a></p>',
  ],
  [
    'Gmail: lines as div, an address and a quoted mail',
    `<div dir="ltr">교수님께<div><br></div><div>첫 줄<div>둘째</div></div><div>문의: <a href="mailto:staff@naru.example" target="_blank">staff@naru.example</a></div></div><blockquote class="gmail_quote" style="margin:0"><div>앞선 글</div></blockquote>`,
    '<p>교수님께</p><p></p><p>첫 줄</p><p>둘째</p><p>문의: <a href="mailto:staff@naru.example">staff@naru.example</a></p><blockquote><p>앞선 글</p></blockquote>',
  ],
  [
    'KakaoTalk: text in one element with its line ends',
    `<span style="white-space: pre-wrap;">공지합니다\n\n  1) 장소: 201호</span>`,
    '<p>공지합니다<br><br>  1) 장소: 201호</p>',
  ],
];

const CODE: Fragment[] = [
  [
    'VS Code, dragged',
    `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Consolas, 'Courier New', monospace;font-weight: normal;white-space: pre;"><div><span style="color: #c586c0;">def</span><span> f():</span></div><br><div><span>    </span><span style="color:#c586c0">return</span> 1</div></div>`,
    '<pre><code>def f():\n\n    return 1</code></pre>',
  ],
  [
    'JetBrains',
    `<html><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;">int </span>a;<br>int b;</pre></body></html>`,
    '<pre><code>int a;\nint b;</code></pre>',
  ],
  [
    'a chat assistant with label and button inside',
    `<p>예:</p><pre class="overflow-visible"><div class="rounded"><div class="flex items-center"><div>python</div><div><button>Copy code</button></div></div><div class="overflow-y-auto"><code class="hljs"><span class="hljs-keyword">import</span> a\nprint(1)\n</code></div></div></pre>`,
    '<p>예:</p><pre><code class="language-python">import a\nprint(1)</code></pre>',
  ],
  [
    'a chat assistant with label and button above',
    `<div class="code-block"><div class="header"><span>TypeScript</span><div class="buttons"><button aria-label="복사">복사</button></div></div><div class="body"><pre><code role="text">let a: string;</code></pre></div></div><p>끝</p>`,
    '<pre><code class="language-typescript">let a: string;</code></pre><p>끝</p>',
  ],
  [
    'lines as div in pre, with numbers',
    `<pre class="language-js"><div class="line"><span class="line-number">1</span>const a = 1;</div><div class="line"><span class="line-number">2</span></div><div class="line"><span class="line-number">3</span>const b = 2;</div></pre>`,
    '<pre><code class="language-javascript">const a = 1;\n\nconst b = 2;</code></pre>',
  ],
  [
    'GitHub, whose lines are rows of a table',
    `<table class="highlight"><tbody><tr>\n<td class="blob-num" data-line-number="1">1</td>\n<td class="blob-code">#include &lt;a.h&gt;</td>\n</tr>\n<tr>\n<td class="blob-num">2</td>\n<td class="blob-code">  int x;</td>\n</tr></tbody></table>`,
    '<pre><code>#include &lt;a.h&gt;\n  int x;</code></pre>',
  ],
  [
    'a blog with numbers in a cell of their own',
    `<figure class="highlight cpp"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">int a;</span><br><span class="line">int b;</span><br></pre></td></tr></table></figure>`,
    '<pre><code class="language-cpp">int a;\nint b;</code></pre>',
  ],
];

const FORMULAS: Fragment[] = [
  [
    'KaTeX in a line of its own',
    `<span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">\\sum_{i} x_i &lt; 1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">∑x</span></span></span>`,
    '<p><span data-formula="block">\\sum_{i} x_i &lt; 1</span></p>',
  ],
  [
    'an encyclopaedia, with hidden MathML and a picture',
    `<p>값 <span class="mwe-math-element"><span style="display: none;"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">{\\displaystyle x^{2}}</annotation></semantics></math></span><img src="https://wiki.example/x.svg" class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^{2}}"></span></p>`,
    '<p>값 <span data-formula="inline">x^{2}</span></p>',
  ],
  [
    'MathML without an annotation',
    `<p><math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><msqrt><msup><mi>b</mi><mn>2</mn></msup></msqrt></mfrac><mo>≤</mo><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub><mi>sin</mi><mi>α</mi></math></p>`,
    '<p><span data-formula="inline">\\frac{a+1}{\\sqrt{b^{2}}}\\le \\sum_{i=1}^{n}x_{i}\\sin α</span></p>',
  ],
  [
    'a picture with its source as description',
    `<p>식 <img class="latex" src="https://a.example/f.png" alt="$\\frac{1}{2}$"></p>`,
    '<p>식 <span data-formula="inline">\\frac{1}{2}</span></p>',
  ],
];

const PAGES: Fragment[] = [
  [
    'powers and indices',
    '<p>학습률 10<sup>-3</sup>, 10⁻³, CO<sub>2</sub>, <span style="vertical-align:super">각주</span></p>',
    '<p>학습률 10<sup>-3</sup>, 10⁻³, CO<sub>2</sub>, <sup>각주</sup></p>',
  ],
  [
    'letters raised and lowered by a length, and signs that are only fitted to their line',
    '<p>10<span style="font-size:8pt;vertical-align:4.5pt">-3</span>, x<span style="vertical-align: -0.3em">i</span>, y<span style="vertical-align:40%">2</span>, <span style="vertical-align:-1px">☆</span>, <span style="vertical-align:-0.1em">★</span></p>',
    '<p>10<sup>-3</sup>, x<sub>i</sub>, y<sup>2</sup>, ☆, ★</p>',
  ],
  [
    'letters raised by a whole em; not blocks, cells and the pictures of a font',
    '<p>a<span style="vertical-align:1em">n</span><span style="vertical-align:-1.2rem">m</span><span style="vertical-align:120%">k</span> <span class="material-icons" style="vertical-align:-5px">home</span><span style="font-family:x;vertical-align:-5px">\uE88A</span></p><p style="vertical-align:4px">문단</p><h2 style="vertical-align:super">제목</h2><ul><li style="vertical-align:-6px">항목</li></ul>',
    '<p>a<sup>n</sup><sub>m</sub><sup>k</sup> home\uE88A</p><p>문단</p><h2>제목</h2><ul><li><p>항목</p></li></ul>',
  ],
  [
    'items with numbers of their own',
    '<ol><li value="7">일곱</li><li>여덟</li></ol><ol type="a"><li>하나</li><li value="5">다섯</li><li value="6">여섯</li></ol>',
    '<ol start="7"><li><p>일곱</p></li><li><p>여덟</p></li></ol><ol style="list-style-type: lower-alpha;" type="a"><li><p>하나</p></li></ol><ol style="list-style-type: lower-alpha;" start="5" type="a"><li><p>다섯</p></li><li><p>여섯</p></li></ol>',
  ],
  [
    'headings of all levels',
    '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h6>e</h6><div role="heading" aria-level="2">f</div>',
    '<h2>a</h2><h3>b</h3><h3>c</h3><h3>d</h3><h3>e</h3><h3>f</h3>',
  ],
  ['headings that posts have', '<h2>b</h2><h3>c</h3>', '<h2>b</h2><h3>c</h3>'],
  ['lines with two breaks', '하나<br><br>둘<br>', '<p>하나<br><br>둘</p>'],
  [
    'a list that starts at 3 and lists with letters',
    '<ol start="3"><li>셋</li></ol><ol><li style="list-style-type: lower-alpha">a</li></ol><ol style="list-style-type:korean-hangul-formal"><li>가</li></ol>',
    '<ol start="3"><li><p>셋</p></li></ol><ol style="list-style-type: lower-alpha;" type="a"><li><p>a</p></li></ol><ol><li><p>가</p></li></ol>',
    '번호 모양은 붙여 넣지 못했습니다.',
  ],
  [
    'links within the page, to files of it, and buttons',
    '<p><a href="#a">위로</a> <a href="b.html">다음</a> <button>복사</button><button>@나루</button></p>',
    '<p>위로 다음 @나루</p>',
    '링크 1개는 붙여 넣지 못했습니다.',
  ],
  [
    'quotation marks, readings and keys',
    '<p><q>인용</q> <ruby>漢字<rt>한자</rt></ruby> <kbd>Ctrl</kbd></p>',
    '<p>“인용” 漢字(한자) <code>Ctrl</code></p>',
  ],
  [
    'videos, foreign pictures and highlights',
    '<p>a<mark>b</mark></p><iframe src="https://v.example"></iframe><img src="https://a.example/b.png" width="300"><img src="https://a.example/1.gif" width="1" height="1">',
    '<p>ab</p>',
    '사진 1장, 동영상 등 삽입된 콘텐츠 1개, 배경색은 붙여 넣지 못했습니다. 사진은 파일로 저장해 올려 주세요.',
  ],
  [
    'hidden parts',
    '<table><tr><td>이름</td><td style="display:none">010-0000-0000</td></tr><tr style="display:none"><td>숨긴 줄</td><td></td></tr></table><p>앞<span style="display:none">숨김</span><span hidden>숨김2</span><span style="visibility:hidden">숨김3</span><span style="mso-hide:all;display:none">숨김4</span><span style="font-size:0">5</span><span style="opacity: 0;">6</span>뒤</p><style>.h{display:none}</style><p class="h">숨김7</p>',
    '<table><tbody><tr><td><p>이름</p></td></tr></tbody></table><p>앞뒤</p>',
  ],
  [
    'a table with a caption, aligned cells and a hidden one that leaves its place',
    '<table><caption>표 1</caption><tr align="center"><th>a</th><th style="visibility:hidden">b</th></tr></table>',
    '<p style="text-align: center;">표 1</p><table><tbody><tr><th style="text-align: center;"><p>a</p></th><th style="text-align: center;"><p></p></th></tr></tbody></table>',
  ],
  [
    'a mail whose container has no size of text, with parts that have one',
    '<div style="font-size:0;text-align:left"><div style="display:inline-block;font-size:13px">보이는 글</div> <span style="font-size:2em">없음</span>숨김</div><p style="font-size:0px">숨김2</p><p style="font:12px sans-serif">끝</p>',
    '<p>보이는 글</p><p>끝</p>',
  ],
  [
    'parts that pages hide in other ways',
    '<style>p.x, .a, .b { display:none }</style><p class="a">1</p><p class="b">2</p><p class="x">3</p><div style="height:0;overflow:hidden">4</div><div style="max-height:0">5</div><span style="clip:rect(0,0,0,0);position:absolute">6</span><span style="position:absolute;clip: rect(1px 1px 1px 1px)">7</span><a style="position:absolute;left:-9999px">8</a><p>끝</p>',
    '<p>끝</p>',
  ],
  [
    'a column with one cell without a width, and rows that grow with their text',
    '<table><tr style="height:0pt"><td style="width:0;white-space:nowrap">가</td><td>나</td></tr><tr><td>다</td><td width="0">라</td></tr></table>',
    '<table><tbody><tr><td><p>가</p></td><td><p>나</p></td></tr><tr><td><p>다</p></td><td><p>라</p></td></tr></tbody></table>',
  ],
  [
    'items without their list',
    '<li>a</li><li>b</li>',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
  ],
  [
    'text that is not bold in bold text',
    '<p><b>가<span style="font-weight:normal">나</span><i style="font-weight: 400">다</i><b style="font-weight:normal">라</b>마</b></p><p><strong style="font-weight:400">바</strong></p>',
    '<p><strong>가</strong>나<em>다</em>라<strong>마</strong></p><p>바</p>',
  ],
  [
    'a mark around blocks',
    '<b><p>a</p><p>b</p></b>',
    '<p><strong>a</strong></p><p><strong>b</strong></p>',
  ],
];

describe.each([
  ['Word', WORD],
  ['spreadsheets', SHEETS],
  ['text editors', EDITORS],
  ['messengers and mail', MESSAGES],
  ['code', CODE],
  ['formulas', FORMULAS],
  ['web pages', PAGES],
])('a paste of %s', (_source, fragments) => {
  it.each(fragments)('arrives as it was shown: %s [POST-17]', (_name, html, stored, notice) => {
    const pasted = paste(html);
    expect(storedHtml(pasted.text)).toBe(stored);
    expect(pasted.notice).toBe(notice ?? null);
  });
});
