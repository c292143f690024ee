import { withParticles } from '@naru/contract/particles';
import type { SourceConfig } from '@naru/contract/source-config';
import type { RecognisedSource } from '@naru/contract/sources';
import { CircleAlert, CircleCheck, Info, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form-alert.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type DoneProps, SourceForm } from './source-form.tsx';
import { NEW_VALUES, toValues } from './source-values.ts';
import { kindOf } from './source-words.ts';
import { useAddressForm } from './use-address-form.ts';

/** Adding begins with an address: what it is, and what it would bring, is found out by the server. */
export function AddSource({ onDone, onCancel }: DoneProps) {
  const address = useAddressForm();
  const { form, found, isChecking, needsArticle, onCheck, onChoose } = address;
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('url'), [setFocus]);
  const [manual, setManual] = useState<number | null>(null);
  const isManual = found !== null && manual === found.at;
  const isReady = found !== null && found.result.config !== null && found.result.preview !== null;
  return (
    <div className="grid gap-4">
      <Card as="section" aria-label="주소" className="p-5 max-md:p-4">
        <form noValidate aria-label="주소 확인" onSubmit={onCheck} className="grid gap-4">
          <div className="flex items-start gap-2 max-md:flex-col max-md:items-stretch">
            <Field
              label="주소"
              hint="브라우저에서 게시판, 식단표, 학사일정을 열고 주소를 그대로 붙여 넣어 주세요."
              error={errors.url?.message}
              required
              className="min-w-0 flex-1"
            >
              <TextInput
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://"
                {...form.register('url')}
              />
            </Field>
            <Button
              type="submit"
              variant={isReady ? 'secondary' : 'primary'}
              pending={isChecking}
              icon={<Search size={16} />}
              className="md:mt-7"
            >
              확인
            </Button>
          </div>
          {found !== null && !isChecking && <Verdict result={found.result} />}
          {found !== null && !isChecking && (
            <Restaurants result={found.result} onChoose={onChoose} />
          )}
          {needsArticle && (
            <Field
              label="글 하나의 주소"
              hint="목록에서 아무 글이나 열고, 그때 보이는 주소를 붙여 넣은 다음 ‘확인’을 눌러 주세요."
              error={errors.articleUrl?.message}
            >
              <TextInput
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://"
                {...form.register('articleUrl')}
              />
            </Field>
          )}
          <FormAlert problem={form.problem} />
          {!isReady && !isManual && !isChecking && (
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={onCancel}>취소</Button>
              {found !== null && (
                <Button onClick={() => setManual(found.at)}>다른 방식으로 읽기</Button>
              )}
            </div>
          )}
        </form>
      </Card>
      {isChecking && (
        <Card role="status" aria-label="주소를 확인하고 있습니다." className="grid gap-3 p-5">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-4/5" />
        </Card>
      )}
      {!isChecking && found !== null && (isReady || isManual) && (
        <SourceForm
          key={found.at}
          start={{ source: null, values: valuesOf(found), preview: found.result.preview }}
          onDone={onDone}
          onCancel={onCancel}
        />
      )}
    </div>
  );
}

type RestaurantsProps = {
  result: RecognisedSource;
  onChoose: (config: SourceConfig) => Promise<void>;
};

/** Which restaurant of several is read. */
function Restaurants({ result: { choices = [], config }, onChoose }: RestaurantsProps) {
  if (choices.length < 2) return null;
  const at = choices.findIndex((choice) => restaurantOf(choice.config) === restaurantOf(config));
  return (
    <Field
      label="읽을 식당"
      hint="다른 식당도 읽으려면 저장한 뒤 같은 주소를 한 번 더 추가해 주세요."
    >
      <Select
        value={String(at)}
        options={choices.map(({ name }, index) => ({ value: String(index), label: name }))}
        onChange={(event) => {
          const choice = choices[Number(event.target.value)];
          if (choice) void onChoose(choice.config);
        }}
      />
    </Field>
  );
}

function restaurantOf(config: SourceConfig | null): string | undefined {
  return config?.type === 'menu-table' ? config.restaurant : undefined;
}

function valuesOf({ url, result }: { url: string; result: RecognisedSource }) {
  if (result.config !== null) return { ...NEW_VALUES, ...toValues(result.config) };
  return { ...NEW_VALUES, ...result.suggested, url };
}

/** What the address was found to be, or why nothing can be read. */
function Verdict({ result }: { result: RecognisedSource }) {
  const { config, preview, problem, notes, same } = result;
  const isRead = config !== null && preview !== null && preview.error === null;
  return (
    <div className="grid gap-1.5" role="status">
      {isRead && (
        <Line icon={<CircleCheck size={16} />} tone="font-semibold text-tide">
          {withParticles(`${kindOf(config)}으로(로) 보입니다.`)}
        </Line>
      )}
      {!isRead && problem !== null && (
        <Line icon={<CircleAlert size={16} />} tone="font-medium text-buoy">
          {problem}
        </Line>
      )}
      {notes.map((note) => (
        <Line key={note} icon={<Info size={16} />} tone="text-ink-2">
          {note}
        </Line>
      ))}
      {same !== null && (
        <Line icon={<Info size={16} />} tone="text-ink-2">
          이미 ‘{same.title}’에서 이 주소를 가져옵니다.
        </Line>
      )}
    </div>
  );
}

function Line({ icon, tone, children }: { icon: ReactNode; tone: string; children: ReactNode }) {
  return (
    <p className={`flex items-start gap-1.5 text-md [overflow-wrap:anywhere] ${tone}`}>
      <span className="mt-[3px] shrink-0">{icon}</span>
      <span>{children}</span>
    </p>
  );
}
