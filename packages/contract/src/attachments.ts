const KINDS = {
  PDF: ['pdf'],
  한글: ['hwp', 'hwpx'],
  '오피스 문서': ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'],
  ZIP: ['zip'],
  '텍스트와 코드': ['txt', 'csv', 'md', 'py', 'ipynb'],
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

/** Why a file is refused: each names what the installation accepts. */
export const attachmentTooLarge = (policy: Pick<AttachmentPolicy, 'maxBytes'>): string =>
  `파일 크기는 ${megabytesOf(policy)}MB 이하만 가능합니다.`;

export const attachmentTypeRefused = (policy: Pick<AttachmentPolicy, 'endings'>): string =>
  `올릴 수 없는 형식입니다. ${namesOfTypes(policy)} 파일을 올릴 수 있습니다.`;
