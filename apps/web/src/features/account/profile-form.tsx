import { introField } from '@naru/contract/account';
import { nicknameField } from '@naru/contract/auth';
import { LIMITS } from '@naru/contract/limits';
import type { Me } from '@naru/contract/members';
import { countGraphemes } from '@naru/contract/text';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { api } from '../../lib/api/api.ts';
import { fieldErrorOf, messageOf } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useShowMe } from './account.queries.ts';
import { ACCOUNT_TEXTS } from './account.texts.ts';

type Saving = {
  field: string;
  schema: z.ZodMiniType<string, string>;
  /** Sends the checked value and shows it; throws what the server refused. */
  save: (value: string) => Promise<void>;
  savedText: string;
  failedText: string;
};

/** One text of the profile: checked by its contract field, saved by its own call. */
function useTextSetting(start: string, saving: Saving) {
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  async function submit() {
    const checked = saving.schema.safeParse(text);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? null);
    setPending(true);
    try {
      await saving.save(checked.data);
      // What was typed while the answer was on its way stays.
      setText((now) => (now === text ? checked.data : now));
      toast.success(saving.savedText);
    } catch (error) {
      const complaint = fieldErrorOf(error, saving.field);
      if (complaint) setProblem(complaint);
      else toast.error(messageOf(error, saving.failedText));
    } finally {
      setPending(false);
    }
  }
  return {
    text,
    problem,
    pending,
    isChanged: text.trim() !== start,
    setText: (next: string) => {
      setProblem(null);
      setText(next);
    },
    submit: () => {
      if (!pending) void submit();
    },
  };
}

/** Nickname, intro and whether the address is shown (spec 5, decisions 100). */
export function ProfileForm({ me }: { me: Me }) {
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-[6rem_1fr] gap-y-1.5 text-md">
        <dt className="text-ink-3">이름</dt>
        <dd>
          <bdi>{me.name}</bdi>
        </dd>
        <dt className="text-ink-3">학번·교번</dt>
        <dd>{me.username}</dd>
      </dl>
      <NicknameForm nickname={me.nickname} />
      <IntroForm intro={me.intro} />
      <EmailVisibility shown={me.emailPublic} />
    </div>
  );
}

function NicknameForm({ nickname }: { nickname: string }) {
  const show = useShowMe();
  const setting = useTextSetting(nickname, {
    field: 'nickname',
    schema: nicknameField,
    save: async (value) => {
      const answer = await api('POST /api/member/set-nickname', { body: { nickname: value } });
      show({ nickname: answer.nickname, nickName: answer.nickname });
    },
    savedText: ACCOUNT_TEXTS.nicknameSaved,
    failedText: ACCOUNT_TEXTS.nicknameFailed,
  });
  return (
    <SettingForm setting={setting}>
      <Field label="닉네임" error={setting.problem} hint={ACCOUNT_TEXTS.nicknameHint}>
        <TextInput value={setting.text} onText={setting.setText} autoComplete="nickname" />
      </Field>
    </SettingForm>
  );
}

function IntroForm({ intro }: { intro: string }) {
  const show = useShowMe();
  const setting = useTextSetting(intro, {
    field: 'intro',
    schema: introField,
    save: async (value) => {
      show({ intro: (await api('POST /api/member/set-intro', { body: { intro: value } })).intro });
    },
    savedText: ACCOUNT_TEXTS.introSaved,
    failedText: ACCOUNT_TEXTS.introFailed,
  });
  return (
    <SettingForm setting={setting}>
      <Field
        label="자기소개"
        error={setting.problem}
        counter={{ count: countGraphemes(setting.text.trim()), max: LIMITS.introMax }}
      >
        <TextArea rows={3} value={setting.text} onText={setting.setText} />
      </Field>
    </SettingForm>
  );
}

type SettingFormProps = { setting: ReturnType<typeof useTextSetting>; children: ReactNode };

function SettingForm({ setting, children }: SettingFormProps) {
  return (
    <form
      noValidate
      className="flex items-start gap-2 *:first:flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        setting.submit();
      }}
    >
      {children}
      <Button
        type="submit"
        className="mt-7.5 shrink-0"
        pending={setting.pending}
        disabled={!setting.isChanged}
      >
        저장
      </Button>
    </form>
  );
}

function EmailVisibility({ shown }: { shown: boolean }) {
  const showMe = useShowMe();
  const [pending, setPending] = useState(false);
  async function change(emailPublic: boolean) {
    setPending(true);
    try {
      await api('POST /api/member/set-email-visibility', { body: { emailPublic } });
      showMe({ emailPublic });
      toast.success(ACCOUNT_TEXTS.visibilitySaved);
    } catch (error) {
      toast.error(messageOf(error, ACCOUNT_TEXTS.saveFailed));
    } finally {
      setPending(false);
    }
  }
  return (
    <Checkbox
      label="프로필 카드에 내 이메일 공개"
      checked={shown}
      aria-disabled={pending}
      onChange={(event) => {
        if (!pending) void change(event.target.checked);
      }}
    />
  );
}
