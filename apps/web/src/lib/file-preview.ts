/** How a file is shown, by its extension. */
export type PreviewKind =
  | 'pdf'
  | 'hwp'
  | 'text'
  | 'markdown'
  | 'table'
  | 'notebook'
  | 'sheet'
  | 'picture';

const KINDS: Record<string, PreviewKind> = {
  pdf: 'pdf',
  hwp: 'hwp',
  hwpx: 'hwp',
  csv: 'table',
  tsv: 'table',
  ipynb: 'notebook',
  md: 'markdown',
  xlsx: 'sheet',
  jpg: 'picture',
  jpeg: 'picture',
  png: 'picture',
};
/** Formats that an editor of text does not know. */
const OTHERS = /^(?:docx?|xls|pptx?|zip|parquet|npy|npz|h5|pt|pth|onnx|safetensors)$/;
const MEGABYTE = 1_048_576;
export const PREVIEW_MAX_BYTES = 20 * MEGABYTE;

/** Null for a file that cannot be shown. */
export function previewKindOf(ending: string): PreviewKind | null {
  if (ending === '' || OTHERS.test(ending)) return null;
  return Object.hasOwn(KINDS, ending) ? (KINDS[ending] ?? null) : 'text';
}

/** The page that shows a file. It has an origin of its own, so that nothing of a file reaches the app. */
export const PREVIEW_FRAME = '/preview/frame.html';

/** What the page of the app hands over, with a port for `PreviewEvent`. */
export interface PreviewRequest {
  kind: PreviewKind;
  ending: string;
  bytes: ArrayBuffer;
  /** The font of the app. */
  font: ArrayBuffer | null;
  isDark: boolean;
}

/** What the frame posts to the page of the app once it can take a file. */
export const PREVIEW_READY = 'naru-preview-ready';

export type PreviewEvent =
  /** The library of the format has been loaded. */
  | { type: 'reading' }
  | { type: 'shown' }
  /** With what a reader of the file needs to know. */
  | { type: 'failed'; reason: PreviewFailure }
  | { type: 'close' };

export const PREVIEW_FAILURES = {
  password: '암호가 걸린 파일이라 미리 볼 수 없습니다. 내려받아 암호를 입력해 주세요.',
  damaged: '파일을 읽을 수 없어 미리 볼 수 없습니다. 내려받아 확인해 주세요.',
  late: '파일이 복잡하여 시간 안에 미리 볼 수 없습니다. 내려받아 확인해 주세요.',
  large: '파일이 커서 미리 볼 수 없습니다. 내려받아 확인해 주세요.',
  unknown: '미리 볼 수 없는 형식입니다. 내려받아 확인해 주세요.',
  network: '미리 보기를 불러오지 못했습니다. 네트워크 연결을 확인하고 다시 열어 주세요.',
  empty: '보여 드릴 내용이 없는 파일입니다. 내려받아 확인해 주세요.',
} as const;

export type PreviewFailure = keyof typeof PREVIEW_FAILURES;
