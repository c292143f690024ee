import { BOARDS } from '@naru/contract/boards';
import { SOURCE_BOARDS } from '@naru/contract/source-config';
import { PAGES } from './source-ways.ts';
import { partsOf, type SourceField, type SourceType } from './source-words.ts';

export interface FieldGroup {
  title: string;
  /** Behind 더 보기, where nothing has to be filled in. */
  isFolded?: true;
  hint: string;
  fields: readonly SourceField[];
}

const INTERVALS = [
  ['10', '10분마다'],
  ['30', '30분마다'],
  ['60', '1시간마다'],
  ['180', '3시간마다'],
  ['360', '6시간마다'],
  ['720', '12시간마다'],
  ['1440', '하루에 한 번'],
  ['10080', '일주일에 한 번'],
].map(([value = '', label = '']) => ({ value, label }));

const COMMON: readonly SourceField[] = [
  { path: 'title', label: '제목', required: true, placeholder: '예: 컴퓨터공학과 공지' },
  {
    path: 'url',
    label: '주소',
    required: true,
    placeholder: 'https://',
    hint: '브라우저에서 그 페이지를 열고 주소를 그대로 붙여 넣어 주세요.',
  },
];

const BOARD: SourceField = {
  path: 'boardType',
  label: '올릴 게시판',
  required: true,
  options: SOURCE_BOARDS.map((value) => ({ value, label: BOARDS[value].name })),
};

const FILES: SourceField = {
  path: 'files',
  label: '사진과 첨부 파일',
  hint: '복사하면 원래 글이 사라져도 여기에 남습니다. 옮겨 실어도 되는 곳인지 먼저 확인해 주세요. 서버의 저장 공간을 씁니다.',
  options: [
    { value: '', label: '원래 글에 링크' },
    { value: 'copy', label: '여기에 복사' },
  ],
};

const CAFETERIA: SourceField = {
  path: 'cafeteria',
  label: '식당',
  required: true,
  options: [
    { value: 'student', label: '학생식당' },
    { value: 'staff', label: '교직원식당' },
  ],
};

const LATER: readonly SourceField[] = [
  { path: 'intervalMinutes', label: '가져오는 간격', options: INTERVALS },
  {
    path: 'charset',
    label: '문자 인코딩',
    hint: '글자가 깨져 보일 때만 바꿔 주세요.',
    options: [
      { value: 'auto', label: '자동' },
      { value: 'utf-8', label: 'UTF-8' },
      { value: 'euc-kr', label: 'EUC-KR' },
    ],
  },
  {
    path: 'hosts',
    label: '추가로 허용할 서버',
    isLong: true,
    placeholder: 'www.example.ac.kr',
    hint: '본문이 다른 서버에 있거나 주소가 다른 서버로 넘어갈 때만, 한 줄에 하나씩 적어 주세요.',
  },
];

const DETAIL: FieldGroup = {
  title: '본문',
  isFolded: true,
  hint: '글을 눌렀을 때 나오는 페이지에서 찾을 자리입니다. 목록에 본문이 있으면 비워 두세요.',
  fields: [
    { path: 'detail.body', label: '본문 위치', placeholder: '예: .view-content' },
    { path: 'detail.title', label: '제목 위치', hint: '목록에서 제목이 잘릴 때만 적어 주세요.' },
    { path: 'detail.date', label: '날짜 위치' },
    { path: 'detail.attachments', label: '첨부 파일 링크', placeholder: '예: .file-list a' },
    {
      path: 'detail.attachmentUrl',
      label: '첨부 주소의 모양',
      hint: '첨부 링크가 스크립트일 때만 적어 주세요. {1}, {2} 자리에 스크립트의 값이 들어갑니다.',
    },
  ],
};

const LIST: FieldGroup = {
  title: '목록',
  hint: '각 자리는 CSS 선택자로 적습니다. 브라우저의 개발자 도구에서 글 제목을 오른쪽 버튼으로 누르고 ‘검사’를 고르면 보입니다.',
  fields: [
    {
      path: 'list.row',
      label: '글 한 줄',
      required: true,
      placeholder: '예: table.board tbody tr',
      hint: '글마다 되풀이되는 자리입니다.',
    },
    { path: 'list.title', label: '제목', required: true, placeholder: '예: td.subject' },
    { path: 'list.date', label: '날짜', placeholder: '예: td.date' },
    { path: 'list.link', label: '링크', hint: '비워 두면 제목의 첫 링크를 씁니다.' },
    {
      path: 'list.number',
      label: '번호 칸',
      placeholder: '예: td.num',
      hint: '번호 대신 ‘공지’라고 적힌 줄을 고정 글로 봅니다.',
    },
    { path: 'list.pinned', label: '고정 글 표시', placeholder: '예: .notice' },
    {
      path: 'list.id.from',
      label: '글 번호가 있는 곳',
      options: [
        { value: '', label: '글 주소를 그대로 씀' },
        { value: 'parameter', label: '주소의 매개변수' },
        { value: 'segment', label: '주소의 뒤에서 몇 번째 조각' },
        { value: 'call', label: '스크립트의 몇 번째 값' },
        { value: 'attribute', label: '태그의 속성' },
        { value: 'input', label: '숨은 입력란이나 버튼' },
      ],
    },
    {
      path: 'list.id.value',
      label: '그 이름이나 순서',
      placeholder: '예: articleNo',
      hint: '매개변수와 속성, 입력란은 이름을, 조각과 값은 순서를 숫자로 적어 주세요.',
    },
    {
      path: 'list.id.within',
      label: '스크립트나 JSON의 이름',
      placeholder: '예: goView, nttNo',
      hint: '스크립트가 여럿이면 그 이름을, 속성의 값이 JSON이면 그 안의 이름을 적어 주세요.',
    },
    {
      path: 'pageUrl',
      label: '글 주소의 모양',
      placeholder: 'https://www.example.ac.kr/view?no={id}',
      hint: '링크가 주소가 아닐 때만 적어 주세요. {id}는 글 번호, {1}은 스크립트의 값, {nttNo}는 그 이름의 값입니다.',
    },
  ],
};

const JSON_FIELDS: FieldGroup = {
  title: '필드',
  hint: '바깥에서 안쪽으로 필드 이름을 점으로 이어 적습니다. 예: data.items',
  fields: [
    { path: 'list', label: '목록', hint: '문서 전체가 목록이면 비워 두세요.' },
    { path: 'fields.id', label: '글 번호', required: true },
    { path: 'fields.title', label: '제목', required: true },
    { path: 'fields.url', label: '글 주소' },
    {
      path: 'pageUrl',
      label: '글 주소의 모양',
      placeholder: 'https://www.example.ac.kr/view?no={id}',
      hint: '글 주소 필드가 없을 때 적어 주세요.',
    },
    { path: 'fields.content', label: '본문' },
    { path: 'fields.date', label: '날짜' },
    { path: 'fields.pinned', label: '고정' },
    { path: 'fields.attachments.list', label: '첨부 목록' },
    { path: 'fields.attachments.name', label: '첨부 이름' },
    { path: 'fields.attachments.url', label: '첨부 주소' },
  ],
};

const MENU: FieldGroup = {
  title: '식단표',
  hint: '식단이 있는 표나 카드를 읽습니다. 모두 비워 두고 먼저 시험해 보세요.',
  fields: [
    {
      path: 'table',
      label: '표',
      placeholder: 'table',
      hint: '표가 아니라 카드나 목록이면 그 전체를 감싼 자리를 적어 주세요. 비워 두면 스스로 찾습니다.',
    },
    {
      path: 'days',
      label: '요일이 놓인 방향',
      options: [
        { value: 'columns', label: '요일이 위에 있음' },
        { value: 'rows', label: '요일이 왼쪽에 있음' },
      ],
    },
    {
      path: 'week',
      label: '날짜 위치',
      hint: '표에 요일만 있을 때, 그 주의 날짜가 적힌 자리를 적어 주세요.',
    },
    {
      path: 'restaurant',
      label: '식당 이름',
      placeholder: '예: 학생회관',
      hint: '한 페이지에 식당이 여럿일 때만, 제목이나 칸에 적힌 이름의 일부를 적어 주세요.',
    },
    {
      path: 'meals',
      label: '구분',
      isLong: true,
      placeholder: '중식 = 중식\n백반 = 정식',
      hint: '표에 조식, 중식, 석식이나 정식, 양식, 분식, 라면이라고 적혀 있으면 비워 두세요. 아니면 한 줄에 하나씩 ‘표에 적힌 말 = 나루의 구분’으로 적어 주세요.',
    },
  ],
};

const DATES: FieldGroup = {
  title: '일정표',
  hint: '각 자리는 CSS 선택자로 적습니다.',
  fields: [
    { path: 'row', label: '일정 한 줄', required: true, placeholder: '예: .schedule li' },
    { path: 'event', label: '일정 이름', required: true, placeholder: '예: .name' },
    {
      path: 'date',
      label: '날짜',
      required: true,
      hint: '3.2 ~ 3.6이나 3.2 ~ 6처럼 두 날짜가 함께 있어도 됩니다.',
    },
    { path: 'end', label: '종료일', hint: '종료일이 다른 위치에 있을 때만 적어 주세요.' },
    {
      path: 'year',
      label: '연도 위치',
      hint: '날짜에 연도가 없고, ‘2026학년도’나 ‘2026년 3월’ 같은 제목도 찾지 못할 때만 적어 주세요.',
    },
  ],
};

const PARTS: Record<SourceType, { place: readonly SourceField[]; groups: readonly FieldGroup[] }> =
  {
    html: { place: [BOARD, FILES], groups: [LIST, DETAIL] },
    feed: { place: [BOARD, FILES], groups: [DETAIL] },
    json: { place: [BOARD, FILES], groups: [JSON_FIELDS, DETAIL] },
    'menu-table': { place: [CAFETERIA], groups: [MENU] },
    'menu-csv': { place: [], groups: [] },
    ics: { place: [], groups: [] },
    'date-table': { place: [], groups: [DATES] },
  };

const NAME: SourceField = {
  path: 'name',
  label: '이름',
  required: true,
  placeholder: '예: cs-notice',
  hint: '영문 소문자, 숫자, 하이픈으로 적습니다. 가져온 글이 이 이름에 속하므로 나중에 바꿀 수 없습니다.',
};

/** What a preset finds by itself may still be said. */
function optional({ title, fields }: FieldGroup): FieldGroup {
  return {
    title,
    hint: '자동으로 찾습니다. 다르게 찾은 위치만 CSS 선택자로 적어 주세요.',
    isFolded: true,
    fields: fields.map(({ required: _, ...field }) => field),
  };
}

/** The controls of a way of reading, in the order of the screen. */
export function groupsOf(way: string): FieldGroup[] {
  const { type, preset } = partsOf(way);
  const { place, groups } = PARTS[type];
  const [board, ...others] = place;
  const later = { title: '그 밖의 설정', hint: '', isFolded: true as const };
  return [
    { title: '기본', hint: '', fields: [...COMMON, ...(board ? [board] : [])] },
    ...(preset === null ? groups : groups.map(optional)),
    {
      ...later,
      fields: [...(type === 'feed' || type === 'json' ? [PAGES] : []), ...others, ...LATER, NAME],
    },
  ];
}
