import { LIMITS } from '@naru/contract/limits';
import type { PostDetail } from '@naru/contract/posts';
import { countGraphemes } from '@naru/contract/text';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { uploadImage } from '../../../lib/api/upload-image.ts';
import { formatPrice } from '../../../lib/format/numbers.ts';
import { confirmDialog } from '../../../ui/ask.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast.ts';
import { findItemProblem, type ItemInput, type ItemProblem, readPrice } from './check-item.ts';
import { useSaveItem } from './item.calls.ts';
import { ITEM_TEXTS } from './item.texts.ts';
import { htmlToText, textToHtml } from './item-html.ts';
import { type Picture, PictureField } from './picture-field.tsx';
import { TRADE_STATUSES_LIST } from './trade-statuses.ts';

type ItemDialogProps = {
  /** The item to change; absent for a new one. */
  post?: PostDetail;
  onClose: () => void;
};

function inputOf(post: PostDetail | undefined): ItemInput {
  if (post === undefined) return { title: '', price: '', description: '' };
  const price = post.price === null ? '' : String(post.price);
  return { title: post.title, price, description: htmlToText(post.content) };
}

/** Registers or changes a market item (spec 2 and 5, decisions 14). */
export function ItemDialog({ post, onClose }: ItemDialogProps) {
  const [input, setInput] = useState(() => inputOf(post));
  const first = post?.imageUrls[0];
  const [picture, setPicture] = useState<Picture>(first === undefined ? null : { url: first });
  const [status, setStatus] = useState(post?.tradeStatus ?? 'ON_SALE');
  const [problem, setProblem] = useState<ItemProblem | null>(null);
  const [pending, setPending] = useState(false);
  const isDirty = useRef(false);
  const uploaded = useRef<{ file: File; url: string } | null>(null);
  const saving = useSaveItem(post?.id ?? null);

  function change(next: Partial<ItemInput>) {
    isDirty.current = true;
    setProblem(null);
    setInput((current) => ({ ...current, ...next }));
  }

  /** A picture that went up is not sent twice when only the saving failed. */
  async function storePicture(): Promise<string | null> {
    if (picture === null || 'url' in picture) return picture?.url ?? null;
    if (uploaded.current?.file !== picture.file) {
      uploaded.current = { file: picture.file, url: await uploadImage(picture.file) };
    }
    return uploaded.current.url;
  }

  async function submit() {
    const wrong = findItemProblem(input);
    setProblem(wrong);
    const price = readPrice(input.price);
    if (wrong !== null || price === null || pending) return;
    setPending(true);
    try {
      await saving.mutateAsync({
        title: input.title,
        content: textToHtml(input.description),
        price,
        imageUrl: await storePicture(),
        tradeStatus: status,
      });
      toast.success(post === undefined ? ITEM_TEXTS.created : ITEM_TEXTS.updated);
      onClose();
    } catch (error) {
      const fallback = post === undefined ? ITEM_TEXTS.createFailed : ITEM_TEXTS.updateFailed;
      toast.error(messageOf(error, fallback));
    } finally {
      setPending(false);
    }
  }

  async function close() {
    if (pending) return;
    const leaves =
      !isDirty.current ||
      (await confirmDialog({
        title: ITEM_TEXTS.leaveTitle,
        body: ITEM_TEXTS.leaveBody,
        confirmLabel: '버리기',
        cancelLabel: '계속 쓰기',
        danger: true,
      }));
    if (leaves) onClose();
  }

  const errorOf = (field: keyof ItemInput) => (problem?.field === field ? problem.message : null);
  const price = readPrice(input.price);
  return (
    <Dialog
      open
      onClose={() => void close()}
      title={post === undefined ? ITEM_TEXTS.open : '물품 수정'}
      shape="sheet"
      footer={
        <>
          <Button onClick={() => void close()}>취소</Button>
          <Button variant="primary" pending={pending} onClick={() => void submit()}>
            {post === undefined ? '등록' : '수정'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pt-1">
        <PictureField
          picture={picture}
          onPicture={(next) => {
            isDirty.current = true;
            setPicture(next);
          }}
        />
        <Field
          label="물품 이름"
          required
          error={errorOf('title')}
          counter={{ count: countGraphemes(input.title.trim()), max: LIMITS.titleMax }}
        >
          <TextInput value={input.title} onText={(title) => change({ title })} />
        </Field>
        <Field
          label="가격(원)"
          required
          error={errorOf('price')}
          hint={price === null ? '나눔이면 0을 입력해 주세요.' : formatPrice(price)}
        >
          <TextInput
            value={input.price}
            onText={(text) => change({ price: text })}
            inputMode="numeric"
            autoComplete="off"
          />
        </Field>
        {post !== undefined && (
          <Segmented
            label="거래 상태"
            items={TRADE_STATUSES_LIST}
            value={status}
            onChange={(next) => {
              isDirty.current = true;
              setStatus(next);
            }}
          />
        )}
        <Field label="설명" required error={errorOf('description')}>
          <TextArea
            rows={5}
            value={input.description}
            onText={(description) => change({ description })}
            placeholder="상태와 거래 장소를 적어 주세요. 전화번호는 적지 않는 것이 좋습니다."
          />
        </Field>
      </div>
    </Dialog>
  );
}
