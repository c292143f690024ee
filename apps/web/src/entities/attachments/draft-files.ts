/** An uploaded file as a draft stores it: its reference, not its bytes. */
export type DraftFile = {
  key: string;
  name: string;
  bytes: number;
  /** Epoch milliseconds; null for a file of the stored post. */
  uploadedAt: number | null;
};

/** The server deletes unused files after 24 hours. */
const STORED_MS = 23 * 60 * 60 * 1000;

/** The uploaded ones among the files; the others have no key yet. */
export function draftFiles(
  files: readonly (Omit<DraftFile, 'key'> & { key: string | null })[],
): DraftFile[] {
  return files.flatMap(({ key, name, bytes, uploadedAt }) =>
    key === null ? [] : [{ key, name, bytes, uploadedAt }],
  );
}

/** The files of a stored draft; empty for anything malformed. */
export function readDraftFiles(stored: unknown): DraftFile[] {
  return Array.isArray(stored) ? stored.filter(isDraftFile) : [];
}

function isDraftFile(value: unknown): value is DraftFile {
  if (typeof value !== 'object' || value === null) return false;
  const { key, name, bytes, uploadedAt }: Partial<Record<keyof DraftFile, unknown>> = value;
  const isTime = uploadedAt === null || typeof uploadedAt === 'number';
  return typeof key === 'string' && typeof name === 'string' && typeof bytes === 'number' && isTime;
}

/** Splits the files into those that the server still has and a message for each of the others. */
export function dropExpired(files: readonly DraftFile[], now: number) {
  const isStored = ({ uploadedAt }: DraftFile) =>
    uploadedAt === null || now - uploadedAt < STORED_MS;
  return {
    stored: files.filter(isStored),
    lines: files
      .filter((file) => !isStored(file))
      .map(({ name }) => `${name}: 올린 지 하루가 지나 삭제되었습니다. 다시 올려 주세요.`),
  };
}
