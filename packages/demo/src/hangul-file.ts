const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const HWPML = 'http://www.hancom.co.kr/hwpml/2011';
const SPACES = ['head', 'paragraph', 'section']
  .map((name) => `xmlns:h${name[0]}="${HWPML}/${name}"`)
  .join(' ');
/** Hundredths of a point: an A4 page, and the table on it. */
const PAGE = `<hp:secPr><hp:pagePr landscape="WIDELY" width="59528" height="84188" gutterType="LEFT_ONLY"><hp:margin header="4252" footer="4252" gutter="0" left="8504" right="8504" top="5668" bottom="4252"/></hp:pagePr></hp:secPr>`;
const COLUMN = 20_000;
const ROW = 1_700;
const borders = (id: number, type: string) =>
  `<hh:borderFill id="${id}">${['left', 'right', 'top', 'bottom']
    .map((side) => `<hh:${side}Border type="${type}" width="0.12 mm" color="#000000"/>`)
    .join('')}</hh:borderFill>`;
const LETTERS = ['hangul', 'latin', 'hanja', 'japanese', 'other', 'symbol', 'user']
  .map((kind) => `${kind}="0"`)
  .join(' ');

const paragraph = (content: string) =>
  `<hp:p id="0" paraPrIDRef="0" styleIDRef="0"><hp:run charPrIDRef="0">${content}</hp:run></hp:p>`;
const text = (words: string) => `<hp:t>${words}</hp:t>`;

function tableOf(rows: readonly (readonly string[])[]): string {
  const cell = (words: string, column: number, row: number) =>
    `<hp:tc borderFillIDRef="2"><hp:subList vertAlign="CENTER">${paragraph(text(words))}</hp:subList><hp:cellAddr colAddr="${column}" rowAddr="${row}"/><hp:cellSpan colSpan="1" rowSpan="1"/><hp:cellSz width="${COLUMN}" height="${ROW}"/><hp:cellMargin left="510" right="510" top="141" bottom="141"/></hp:tc>`;
  const lines = rows.map(
    (words, row) => `<hp:tr>${words.map((one, column) => cell(one, column, row)).join('')}</hp:tr>`,
  );
  const columns = rows[0]?.length ?? 0;
  return `<hp:tbl id="1" zOrder="0" textWrap="TOP_AND_BOTTOM" rowCnt="${rows.length}" colCnt="${columns}" cellSpacing="0" borderFillIDRef="2"><hp:sz width="${columns * COLUMN}" widthRelTo="ABSOLUTE" height="${rows.length * ROW}" heightRelTo="ABSOLUTE"/><hp:pos treatAsChar="1" vertRelTo="PARA" horzRelTo="PARA"/>${lines.join('')}</hp:tbl>`;
}

/** The entries of a document of Hangul (HWPX) with these lines and a table below them. */
export function hangulEntries(
  lines: readonly string[],
  rows: readonly (readonly string[])[],
): Record<string, string> {
  const paragraphs = lines.map((line, at) => paragraph((at === 0 ? PAGE : '') + text(line)));
  const item = (name: string) =>
    `<opf:item id="${name}" href="Contents/${name}.xml" media-type="application/xml"/>`;
  return {
    mimetype: 'application/hwp+zip',
    'version.xml': `${HEAD}<hv:HCFVersion xmlns:hv="${HWPML}/version" tagetApplication="WORDPROCESSOR" major="5" minor="1" micro="0" buildNumber="1" xmlVersion="1.2"/>`,
    'META-INF/container.xml': `${HEAD}<ocf:container xmlns:ocf="urn:oasis:names:tc:opendocument:xmlns:container"><ocf:rootfiles><ocf:rootfile full-path="Contents/content.hpf" media-type="application/hwpml-package+xml"/></ocf:rootfiles></ocf:container>`,
    'Contents/content.hpf': `${HEAD}<opf:package xmlns:opf="http://www.idpf.org/2007/opf/"><opf:manifest>${item('header')}${item('section0')}</opf:manifest><opf:spine><opf:itemref idref="header"/><opf:itemref idref="section0"/></opf:spine></opf:package>`,
    'Contents/header.xml': `${HEAD}<hh:head ${SPACES} version="1.4" secCnt="1"><hh:refList><hh:fontfaces itemCnt="1"><hh:fontface lang="HANGUL" fontCnt="1"><hh:font id="0" face="함초롬바탕" type="TTF"/></hh:fontface></hh:fontfaces><hh:borderFills itemCnt="2">${borders(1, 'NONE')}${borders(2, 'SOLID')}</hh:borderFills><hh:charProperties itemCnt="1"><hh:charPr id="0" height="1100" textColor="#000000" borderFillIDRef="1"><hh:fontRef ${LETTERS}/></hh:charPr></hh:charProperties><hh:paraProperties itemCnt="1"><hh:paraPr id="0"><hh:align horizontal="LEFT" vertical="BASELINE"/><hh:lineSpacing type="PERCENT" value="160" unit="HWPUNIT"/></hh:paraPr></hh:paraProperties><hh:styles itemCnt="1"><hh:style id="0" type="PARA" name="바탕글" paraPrIDRef="0" charPrIDRef="0" nextStyleIDRef="0"/></hh:styles></hh:refList></hh:head>`,
    'Contents/section0.xml': `${HEAD}<hs:sec ${SPACES}>${paragraphs.join('')}${paragraph(tableOf(rows) + text(''))}</hs:sec>`,
  };
}
