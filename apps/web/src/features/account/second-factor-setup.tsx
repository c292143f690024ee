import { secondFactorCodeBody } from '@naru/contract/second-factor';
import { Copy } from 'lucide-react';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { api } from '../../lib/api/api.ts';
import { TRY_LATER } from '../../lib/api/api-error.ts';
import { useSchemaForm } from '../../lib/forms.ts';
import { buttonClass } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { CodeInput } from './code-dialog.tsx';
import { type Prove, withProof } from './use-prove.tsx';

export type NewKey = { secret: string; uri: string; qr: { size: number; path: string } };

type SetupProps = {
  newKey: NewKey;
  prove: Prove;
  /** Called with the recovery codes once the second factor is on. */
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

/** Shows the key to an authenticator app and takes its first code. */
export function SecondFactorSetup({ newKey, prove, onDone, onClose }: SetupProps) {
  const formId = useId();
  const form = useSchemaForm(secondFactorCodeBody, { code: '' });
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const submit = form.submit(
    async (body) => {
      const call = () => api('POST /api/member/second-factor/confirm', { body });
      onDone((await withProof(prove, call)).recoveryCodes);
    },
    { text: TRY_LATER },
  );
  return (
    <Dialog
      open
      title="2단계 인증 켜기"
      dismissable={!isSubmitting}
      onClose={onClose}
      footer={
        <DialogButtons
          confirmLabel="켜기"
          form={formId}
          onCancel={onClose}
          pending={isSubmitting}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5">
        <Step number={1} title="휴대전화에 인증 앱을 준비해 주세요.">
          <p className="text-ink-2 text-md">
            Google Authenticator, Microsoft Authenticator처럼 6자리 코드를 보여 주는 앱이면 됩니다.
          </p>
        </Step>
        <Step number={2} title="앱에 계정을 추가해 주세요.">
          {/* A phone cannot take a picture of its own screen. */}
          <a
            href={newKey.uri}
            className={buttonClass({ variant: 'primary', block: true }, 'pointer-fine:hidden')}
          >
            인증 앱에서 바로 열기
          </a>
          <div className="flex items-center gap-4 max-sm:flex-col max-sm:items-stretch">
            <QrCode qr={newKey.qr} />
            <TypedKey secret={newKey.secret} />
          </div>
        </Step>
        <Step number={3} title="앱에 보이는 코드를 입력해 주세요.">
          <Field
            label="인증 코드"
            hint="숫자 6자리이고 30초마다 바뀝니다."
            error={errors.code?.message}
          >
            <Controller
              name="code"
              control={form.control}
              render={({ field }) => (
                <CodeInput
                  ref={field.ref}
                  value={field.value}
                  onText={(code) => form.setValue('code', code, { shouldValidate: isSubmitted })}
                />
              )}
            />
          </Field>
        </Step>
        <FormAlert problem={form.problem} />
      </form>
    </Dialog>
  );
}

function Step(props: { number: number; title: string; children: React.ReactNode }) {
  return (
    <section className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full bg-sea-weak font-bold text-sea text-sm"
      >
        {props.number}
      </span>
      <div className="grid gap-2.5">
        <h3 className="pt-0.5 font-semibold">{props.title}</h3>
        {props.children}
      </div>
    </section>
  );
}

/** Dark on white in both themes: cameras expect it. */
function QrCode({ qr: { size, path } }: Pick<NewKey, 'qr'>) {
  return (
    <svg
      role="img"
      aria-label="인증 앱으로 찍는 QR 코드"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-ctl border border-line bg-white max-sm:mx-auto"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

function TypedKey({ secret }: Pick<NewKey, 'secret'>) {
  const copy = () =>
    copyText(secret, {
      done: '키를 복사했습니다.',
      failed: '복사하지 못했습니다. 키를 직접 골라 복사해 주세요.',
    });
  return (
    <div className="grid min-w-0 flex-1 gap-1.5 text-md">
      <p className="text-ink-2">찍을 수 없으면 앱에 이 키를 입력해 주세요.</p>
      <p className="flex items-center gap-1">
        <output aria-label="키" className="min-w-0 flex-1 rounded-ctl bg-deck px-3 py-2 font-mono">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </output>
        <IconButton label="키 복사" onClick={() => void copy()}>
          <Copy size={16} />
        </IconButton>
      </p>
    </div>
  );
}
