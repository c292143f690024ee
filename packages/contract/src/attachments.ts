/** Files without a format of their own: any text is one. */
// biome-ignore format: one line for each kind of text
export const TEXT_ENDINGS = [
  'txt', 'csv', 'md', 'py', 'ipynb', 'tsv', 'log', 'json', 'jsonl', 'xml', 'yaml', 'yml', 'toml', 'ini',
  'sql', 'tex', 'bib', 'srt', 'java', 'kt', 'c', 'h', 'cc', 'cpp', 'hpp', 'cu', 'cs', 'go', 'rs', 'swift',
  'dart', 'php', 'rb', 'lua', 'scala', 'r', 'rmd', 'm', 'jl', 'asm', 'v', 'sv', 'vhd', 'proto',
  'html', 'htm', 'css', 'svg', 'js', 'jsx', 'ts', 'tsx', 'vue',
] as const;

/** What a department of AI hands in. Nothing that a system runs when it is opened, and no pickles. */
const KINDS = {
  PDF: ['pdf'],
  한글: ['hwp', 'hwpx'],
  '오피스 문서': ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'],
  ZIP: ['zip'],
  '텍스트와 코드': TEXT_ENDINGS,
  '데이터와 모델': ['parquet', 'npy', 'npz', 'h5', 'pt', 'pth', 'onnx', 'safetensors'],
} as const;

/** File extensions that the server can check; an installation may accept fewer. */
export const ATTACHMENT_ENDINGS = Object.values(KINDS).flat();

export type AttachmentEnding = (typeof ATTACHMENT_ENDINGS)[number];

/** Pictures that inquiries accept besides files, such as a photo of a student card. */
export const PICTURE_ENDINGS = ['jpg', 'jpeg', 'png'] as const;

export type PictureEnding = (typeof PICTURE_ENDINGS)[number];

const MEGABYTE = 1_048_576;

/** What this installation accepts as files of posts and inquiries. */
export interface AttachmentPolicy {
  endings: readonly AttachmentEnding[];
  maxBytes: number;
}

export const DEFAULT_ATTACHMENT_MEGABYTES = 50;

export const DEFAULT_ATTACHMENT_POLICY: AttachmentPolicy = {
  endings: ATTACHMENT_ENDINGS,
  maxBytes: DEFAULT_ATTACHMENT_MEGABYTES * MEGABYTE,
};

export const megabytesOf = ({ maxBytes }: Pick<AttachmentPolicy, 'maxBytes'>): number =>
  Math.floor(maxBytes / MEGABYTE);

/** `PDF, 한글, 텍스트와 코드`; a kind of which only a part is accepted is listed by extension. */
export function namesOfTypes({ endings }: Pick<AttachmentPolicy, 'endings'>): string {
  const known: readonly string[] = endings;
  return Object.entries(KINDS)
    .flatMap(([name, all]) => {
      const accepted = all.filter((ending) => known.includes(ending));
      return accepted.length === all.length ? [name] : accepted.map((one) => one.toUpperCase());
    })
    .join(', ');
}

/** Why a file is refused, with what to do instead. */
export const ATTACHMENT_REFUSALS = {
  empty: '빈 파일입니다. 내용이 있는 파일을 선택해 주세요.',
  password: '암호가 걸린 파일입니다. 암호를 해제하고 저장한 뒤 다시 올려 주세요.',
  rights: '문서 보안(DRM)이 걸린 파일입니다. 보안을 해제한 뒤 올리거나 PDF로 내보내어 올려 주세요.',
  webPage:
    '내용이 웹 문서(HTML)입니다. 엑셀이나 한글에서 연 뒤 다른 이름으로 저장하여 올려 주세요.',
  mismatch: '파일 내용이 확장자와 다릅니다. 파일을 다시 확인해 주세요.',
  notText: '텍스트로 읽을 수 없는 파일입니다. UTF-8로 저장한 뒤 다시 올려 주세요.',
} as const;

export const attachmentNamedWrong = (ending: string): string =>
  `파일 내용이 확장자와 다릅니다. 내용에 맞는 확장자는 .${ending} 입니다. 이름을 고쳐 다시 올려 주세요.`;

/** Why a file is refused: each names what the installation accepts. */
export const attachmentTooLarge = (policy: Pick<AttachmentPolicy, 'maxBytes'>): string =>
  `${megabytesOf(policy)}MB 이하의 파일만 올릴 수 있습니다.`;

export const attachmentTypeRefused = (policy: Pick<AttachmentPolicy, 'endings'>): string =>
  `올릴 수 없는 형식입니다. ${namesOfTypes(policy)} 파일을 올릴 수 있습니다.`;
