import { useCallback, useEffect, useRef, useState } from 'react';
import { isUnreachable, messageOf } from '../../lib/api/api-error.ts';
import { toast } from '../../ui/toast.ts';

/** A picture for a comment that is being written; `url` is null until the server has it. */
export type NewPicture = { preview: string; url: string | null; alt: string };

const OFFLINE =
  '연결이 끊겨 사진을 올리지 못했습니다. 쓴 글은 그대로 있으니 연결된 뒤에 다시 골라 주세요.';

/** Uploads the chosen picture at once, so that sending the comment does not wait for it. */
export function useNewPicture() {
  const [picture, setPicture] = useState<NewPicture | null>(null);
  /** The choice that counts: a later one, or none, lets go of an upload under way. */
  const choice = useRef(0);
  const preview = picture?.preview;
  useEffect(() => {
    if (preview === undefined) return;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);
  const clear = useCallback(() => {
    choice.current += 1;
    setPicture(null);
  }, []);

  async function choose(file: File): Promise<void> {
    choice.current += 1;
    const own = choice.current;
    const change = (next: Parameters<typeof setPicture>[0]) => {
      if (choice.current === own) setPicture(next);
    };
    try {
      const url = await upload(file, (preview) => change({ preview, url: null, alt: '' }));
      change((before) => before && { ...before, url });
    } catch (error) {
      if (choice.current === own) toast.error(refusalOf(error));
      change(null);
    }
  }

  return {
    picture,
    choose,
    clear,
    describe: (alt: string) => setPicture((before) => before && { ...before, alt }),
  };
}

/** Uploads the picture once it is prepared; throws what `refusalOf` says. */
async function upload(file: File, onPrepared: (preview: string) => void): Promise<string> {
  const { prepareImage, uploadImage } = await import('../../lib/api/upload.ts');
  const prepared = await prepareImage(file);
  if ('problem' in prepared) throw new Refused(prepared.problem);
  onPrepared(URL.createObjectURL(prepared.file));
  return uploadImage(prepared.file);
}

/** A picture that cannot be uploaded, with the reason for the member. */
class Refused extends Error {}

function refusalOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return isUnreachable(error) ? OFFLINE : messageOf(error, '사진을 올리지 못했습니다.');
}
