import { type EditedSettings, siteSettingsBody } from '@naru/contract/settings';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SETTINGS } from './setting-names.ts';
import { SettingsForm, SettingsPage, SettingsPart, useSettingsApi } from './settings-form.tsx';
import { useEditedForm } from './use-edited-form.ts';

const accessBody = z.pick(siteSettingsBody, {
  studyRoomMenu: true,
  directMessage: true,
  staffSecondFactor: true,
  linkTitles: true,
});

const SWITCHES = [
  {
    name: 'studyRoomMenu',
    hint: '열면 위쪽 메뉴의 스터디룸이 시간표와 강의 게시판으로 이어집니다.',
  },
  {
    name: 'directMessage',
    hint: '열면 친구의 프로필 카드에서 바로 채팅을 시작합니다.',
  },
] as const;
const SWITCH_STATES = [
  { value: 'locked', label: '잠금' },
  { value: 'open', label: '열림' },
] as const;
const LABELS = {
  studyRoomMenu: SETTINGS.studyRoomMenu.label,
  directMessage: SETTINGS.directMessage.label,
  staffSecondFactor: SETTINGS.staffSecondFactor.label,
  linkTitles: SETTINGS.linkTitles.label,
};

/** What members and staff may use, and under which condition. */
export function AccessPage() {
  return <SettingsPage form={AccessForm} />;
}

function textOf(path: string, value: unknown): string {
  if (path === 'linkTitles') return value ? '보임' : '숨김';
  if (typeof value === 'boolean') return value ? '요구함' : '요구하지 않음';
  return value === 'open' ? '열림' : '잠금';
}

function AccessForm({ initial }: { initial: EditedSettings }) {
  const edited = useEditedForm(accessBody, initial, {
    ...useSettingsApi(),
    labels: LABELS,
    textOf,
  });
  const { register, control } = edited.form;
  return (
    <SettingsForm label="이용과 보안 설정" edited={edited}>
      <SettingsPart
        title="잠긴 메뉴"
        hint="잠겨 있으면 누구에게나 준비 중이라는 안내가 보입니다. 열면 바로 모두가 쓸 수 있습니다."
      >
        {SWITCHES.map(({ name, hint }) => (
          <div
            key={name}
            data-setting={name}
            className="flex items-center gap-4 max-sm:flex-col max-sm:items-start max-sm:gap-2"
          >
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{LABELS[name]}</p>
              <p className="text-ink-3 text-sm">{hint}</p>
            </div>
            <Controller
              name={name}
              control={control}
              render={({ field: { value, onChange } }) => (
                <Segmented
                  label={LABELS[name]}
                  items={SWITCH_STATES}
                  value={value}
                  onChange={onChange}
                />
              )}
            />
          </div>
        ))}
      </SettingsPart>
      <SettingsPart
        title="2단계 인증"
        hint="켜면 조교와 관리자는 2단계 인증을 켠 뒤에만 운영 기능을 쓸 수 있습니다. 그때까지 학생이 할 수 있는 일은 모두 할 수 있습니다. 먼저 자신의 2단계 인증을 켜야 합니다."
        setting="staffSecondFactor"
      >
        <Checkbox label={LABELS.staffSecondFactor} {...register('staffSecondFactor')} />
      </SettingsPart>
      <SettingsPart
        title="링크 미리 보기"
        hint="카카오톡 같은 곳에 붙인 링크는 사이트와 게시판만 보여 줍니다. 켜면 모두를 위한 공지는 제목도 보이며, 로그인하지 않은 사람도 봅니다."
        setting="linkTitles"
      >
        <Checkbox label={LABELS.linkTitles} {...register('linkTitles')} />
      </SettingsPart>
    </SettingsForm>
  );
}
