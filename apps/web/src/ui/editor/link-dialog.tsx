import { isSafeLink, readContactLink } from '@naru/contract/formats';
import { useId, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Field } from '../field.tsx';
import { TextInput } from '../text-input.tsx';

type LinkDialogProps = {
  open: boolean;
  /** URL of the link under the selection, or empty. */
  current: string;
  onClose: () => void;
  onLink: (url: string) => void;
  onUnlink: () => void;
};

/** The link for a typed web address, e-mail address or contact link; null for anything else. */
function linkOf(text: string): string | null {
  if (isSafeLink(text)) return text;
  return readContactLink(text) ?? readContactLink(`mailto:${text}`);
}

export function LinkDialog(props: LinkDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="링크 넣기" size="sm">
      <LinkForm {...props} />
    </Dialog>
  );
}

function LinkForm({ current, onClose, onLink, onUnlink }: LinkDialogProps) {
  const [url, setUrl] = useState(current || 'https://');
  const [error, setError] = useState<string | null>(null);
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);

  function submit(text: string) {
    const link = linkOf(text.trim());
    if (link !== null) return onLink(link);
    setError('올바른 링크 형식을 입력해 주세요 (http:// 또는 https://)');
    field.current?.focus();
  }

  return (
    <form
      id={formId}
      noValidate
      className="grid gap-4 pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through portals: without this the post form would submit too.
        event.stopPropagation();
        submit(url);
      }}
    >
      <Field
        label="주소"
        error={error}
        hint={error ? undefined : 'http:// 또는 https://로 시작하는 주소를 입력해 주세요.'}
      >
        <TextInput
          ref={field}
          value={url}
          onText={(text) => {
            setUrl(text);
            setError(null);
          }}
          onSubmitText={submit}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
        />
      </Field>
      <div className="flex justify-end gap-2">
        {current && (
          <Button variant="danger-ghost" onClick={onUnlink} className="mr-auto">
            링크 없애기
          </Button>
        )}
        <Button onClick={onClose}>취소</Button>
        <Button type="submit" variant="primary">
          넣기
        </Button>
      </div>
    </form>
  );
}
