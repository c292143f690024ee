import { LIMITS } from '@naru/contract/limits';
import { itemForm, readPrice } from '@naru/contract/market-fields';
import type { PostDetail } from '@naru/contract/posts';
import { countGraphemes } from '@naru/contract/text';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { TRADE_OPTIONS, tradeStatusOf } from '../../../entities/market/trade-badge.tsx';
import { picturesBody, picturesOf } from '../../../entities/posts/post-pictures.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useReachable } from '../../../lib/api/until-reached.ts';
import { uploadImage } from '../../../lib/api/upload.ts';
import { formatPrice } from '../../../lib/format/numbers.ts';
import { useSchemaForm } from '../../../lib/forms.ts';
import { sentInDraft, useFormDraft, useSent } from '../../../lib/forms-draft.ts';
import { useRestoredNote } from '../../../lib/typed-draft.ts';
import { useStoredDraft } from '../../../lib/use-stored-draft.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormAlert } from '../../../ui/form-alert.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextArea, TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { WaitingNote } from '../../../ui/waiting-note.tsx';
import { useSaveItem } from '../save-post.ts';
import { LecturePicker } from '../write/lecture-picker.tsx';
import { useLectureChoice } from '../write/use-lecture-choice.ts';
import { htmlToText, textToHtml } from './item-html.ts';
import { type Picture, PictureField } from './picture-field.tsx';

type ItemDialogProps = {
  /** Undefined for a new item. */
  post?: PostDetail;
  onClose: () => void;
};

function inputOf(post: PostDetail | undefined) {
  if (post === undefined) return { title: '', price: '', description: '' };
  const price = post.price === null ? '' : String(post.price);
  return { title: post.title, price, description: htmlToText(post.content) };
}

/** A description that nobody changed stays as it is stored, with what a plain text cannot have. */
function contentOf(description: string, post: PostDetail | undefined): string {
  const isSame = post !== undefined && htmlToText(post.content) === description;
  return isSame ? post.content : textToHtml(description);
}

const itemDraft = z.object({
  title: z.string(),
  price: z.string(),
  description: z.string(),
  /** Addresses of uploaded ones. */
  pictures: z.array(z.string()),
  lecture: z.optional(z.string()),
  sent: sentInDraft,
});
type ItemDraft = z.infer<typeof itemDraft>;
const isDraft = (value: unknown): value is ItemDraft => z.safeParse(itemDraft, value).success;

const NEW_ITEM = {
  title: '물품 등록',
  submit: '등록',
  done: '물품이 등록되었습니다.',
  failed: '물품을 등록하지 못했습니다. 다시 시도해 주세요.',
};
const EDITED_ITEM = {
  title: '물품 수정',
  submit: '수정',
  done: '물품 정보를 수정했습니다.',
  failed: '물품 정보를 수정하지 못했습니다. 다시 시도해 주세요.',
};

/** A new item begins with its name; text of before is read first. */
function firstFocus(post: PostDetail | undefined, before: ItemDraft | undefined) {
  return post === undefined && before === undefined ? { 'data-autofocus': '' } : {};
}

export function ItemDialog({ post, onClose }: ItemDialogProps) {
  const texts = post === undefined ? NEW_ITEM : EDITED_ITEM;
  const { key: draftKey, typed: before } = useFormDraft(
    post === undefined ? 'item' : null,
    isDraft,
  );
  const {
    pictures: uploadedBefore = [],
    lecture: lectureBefore,
    sent: sentBefore,
    ...typed
  } = before ?? {};
  const form = useSchemaForm(
    itemForm,
    { ...inputOf(post), ...typed },
    post && { draft: `item-${post.id}` },
  );
  const { register, watch, formState } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const [pictures, setPictures] = useState<readonly Picture[]>(() =>
    (post ? picturesOf(post) : uploadedBefore).map((url) => ({ url })),
  );
  const [status, setStatus] = useState(post ? tradeStatusOf(post) : 'ON_SALE');
  const isTouched = useRef(before !== undefined);
  const uploaded = useRef(new Map<File, string>());
  const lecture = useLectureChoice(post?.lectureTag ?? null, lectureBefore);
  const saving = useSaveItem(post?.id ?? null);
  const { sent, clientIdOf } = useSent(sentBefore);
  const { isWaiting, isBusy, run, stop } = useReachable();

  /** Does not upload a picture again when another one or saving failed. */
  async function storePicture(picture: Picture): Promise<string> {
    if ('url' in picture) return picture.url;
    const url = uploaded.current.get(picture.file) ?? (await uploadImage(picture.file));
    uploaded.current.set(picture.file, url);
    return url;
  }

  async function storePictures(): Promise<string[]> {
    const urls: string[] = [];
    for (const picture of pictures) urls.push(await storePicture(picture));
    return urls;
  }

  /** Pictures that the server has deleted since are uploaded again by the next try. */
  function dropDeletedUploads(error: unknown): never {
    if (error instanceof ApiError && error.code === 'IMAGE_NOT_READY') uploaded.current.clear();
    throw error;
  }

  const submit = form.submit(
    async ({ description, ...values }) => {
      await run(async () => {
        const body = {
          ...values,
          boardType: 'MARKET',
          content: contentOf(description, post),
          ...picturesBody(await storePictures()),
          tradeStatus: status,
          ...(lecture.isTouched && { lectureTagId: lecture.lecture?.id ?? null }),
        };
        await saving.mutateAsync({ ...body, clientId: clientIdOf(body) }).catch(dropDeletedUploads);
      });
      draft.end();
      toast.success(texts.done);
      onClose();
    },
    {
      text: texts.failed,
      fieldOf: ({ errors: named }) => (named[0]?.field === 'content' ? 'description' : undefined),
    },
  );

  async function close() {
    if (isSubmitting && !isWaiting) return;
    const leaves =
      !(isDirty || isTouched.current) ||
      (await confirmDialog({
        title: '입력한 내용을 버릴까요?',
        body: '등록하지 않은 내용은 사라집니다.',
        confirmLabel: '버리기',
        cancelLabel: '계속 쓰기',
        danger: true,
      }));
    if (!leaves) return;
    draft.end();
    form.endDraft();
    onClose();
  }

  const [title, priceText, description] = watch(['title', 'price', 'description']);
  const text = { title, price: priceText, description };
  const isBlank = Object.values(text).join('').trim() === '';
  const stored = pictures.flatMap((picture) =>
    'url' in picture ? picture.url : (uploaded.current.get(picture.file) ?? []),
  );
  const draft = useStoredDraft(
    draftKey,
    isBlank ? null : { ...text, pictures: stored, lecture: lecture.text, sent },
  );
  const { draft: note } = useRestoredNote({
    isRestored: before !== undefined,
    read: () => ({ values: form.getValues(), pictures }),
    show: (shown) => {
      form.reset(shown.values, { keepDefaultValues: true });
      setPictures(shown.pictures);
    },
    blank: { values: inputOf(undefined), pictures: [] },
  });
  const price = readPrice(priceText);
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={texts.title}
      footer={
        <>
          <Button onClick={() => void close()}>취소</Button>
          <Button variant="primary" pending={isSubmitting} onClick={submit}>
            {texts.submit}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pt-1">
        <PictureField
          pictures={pictures}
          onPictures={(change) => {
            isTouched.current = true;
            setPictures(change);
          }}
        />
        <Field
          label="물품 이름"
          required
          error={errors.title?.message}
          counter={{ count: countGraphemes(title.trim()), max: LIMITS.titleMax }}
        >
          <TextInput {...register('title')} {...firstFocus(post, before)} />
        </Field>
        <Field
          label="가격(원)"
          required
          error={errors.price?.message}
          hint={price === null ? '나눔이면 0을 입력해 주세요.' : formatPrice(price)}
        >
          <TextInput {...register('price')} inputMode="numeric" autoComplete="off" />
        </Field>
        {post !== undefined && (
          <Segmented
            label="거래 상태"
            items={TRADE_OPTIONS}
            value={status}
            onChange={(next) => {
              isTouched.current = true;
              setStatus(next);
            }}
          />
        )}
        <Field label="설명" required error={errors.description?.message}>
          <TextArea
            rows={5}
            {...(post ? form.area('description') : { ...register('description'), draft: note })}
            placeholder="상태와 거래 장소를 적어 주세요. 전화번호는 적지 않는 것이 좋습니다."
          />
        </Field>
        <LecturePicker
          lecture={lecture.lecture}
          hint="강의 교재라면 강의를 골라 주세요. 강의로 찾는 회원에게 보입니다."
          onLecture={(next) => {
            isTouched.current = true;
            lecture.choose(next);
          }}
        />
        <FormAlert problem={form.problem} />
        <WaitingNote isWaiting={isWaiting} isBusy={isBusy} onStop={stop} />
      </div>
    </Dialog>
  );
}
