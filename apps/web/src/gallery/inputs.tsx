import { Bell, Check, Plus, Star } from 'lucide-react';
import type { ComponentProps } from 'react';
import { NO_DRAFT_NOTE } from '../lib/typed-draft.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DayInput } from '../ui/date-inputs.tsx';
import { RichEditor } from '../ui/editor/rich-editor.tsx';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { RangeInput } from '../ui/range-input.tsx';
import { SaveBar } from '../ui/save-bar.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { Specimen, Specimens, WithState } from './marks.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'danger-ghost'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;
const ORDERS = [
  { value: 'new', label: '최신순' },
  { value: 'old', label: '오래된순' },
  { value: 'none', label: '추천순', disabled: true },
] as const;
type Order = (typeof ORDERS)[number]['value'];
const icon = <Plus size={16} />;

export function Buttons() {
  return (
    <Specimens title="버튼">
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`Button ${variant}`}>
          <Button variant={variant}>저장</Button>
          <Button variant={variant} icon={icon}>
            추가
          </Button>
          <Button variant={variant} pending>
            저장 중
          </Button>
          <Button variant={variant} disabled>
            못 누름
          </Button>
        </Specimen>
      ))}
      <Specimen name="Button size, LinkButton">
        {SIZES.map((size) => (
          <Button key={size} size={size} variant="primary">
            크기 {size}
          </Button>
        ))}
        <LinkButton to=".">링크</LinkButton>
      </Specimen>
      <Specimen name="IconButton">
        <IconButton label="알림">
          <Bell size={20} />
        </IconButton>
        <WithState initial={true}>
          {(on, setOn) => (
            <IconButton label="즐겨찾기" pressed={on} onClick={() => setOn(!on)}>
              <Star size={20} className={on ? 'fill-gold text-gold' : ''} />
            </IconButton>
          )}
        </WithState>
        <IconButton label="확인" disabled>
          <Check size={20} />
        </IconButton>
      </Specimen>
    </Specimens>
  );
}

const DAY = (
  <WithState initial="2026-11-21">
    {(day, onDay) => <DayInput value={day} onDay={onDay} />}
  </WithState>
);
const ZOOM = (
  <WithState initial={2}>
    {(zoom, onValue) => <RangeInput min={1} max={4} step={0.05} value={zoom} onValue={onValue} />}
  </WithState>
);
const CHOICE = <Select options={ORDERS} placeholder="골라 주세요." />;
const FIELDS: ComponentProps<typeof Field>[] = [
  { label: '틀린 값', error: '제목을 입력해 주세요.', children: <TextInput value="" /> },
  { label: '못 고치는 값', children: <TextInput value="20250001" disabled /> },
  { label: '읽기만 하는 값', children: <TextInput value="20250001" readOnly /> },
  { label: '비밀번호', children: <PasswordInput value="naru" autoComplete="off" /> },
  { label: '날짜', children: DAY },
  {
    label: '내용',
    hint: '여러 줄을 적습니다.',
    children: <TextArea draft={NO_DRAFT_NOTE} placeholder="내용" />,
  },
  {
    label: '틀린 내용',
    error: '내용을 입력해 주세요.',
    children: <TextArea draft={NO_DRAFT_NOTE} value="" />,
  },
  { label: '확대', children: ZOOM },
  { label: '게시판', children: CHOICE },
  { label: '못 고르는 게시판', children: <Select options={ORDERS} disabled /> },
  { label: '틀린 게시판', error: '게시판을 골라 주세요.', children: CHOICE },
];

export function Fields() {
  return (
    <Specimens title="입력">
      <div className="grid gap-5 md:grid-cols-2">
        <WithState initial="강의 교재 팝니다">
          {(title, onText) => (
            <Field label="제목" required counter={{ count: title.length, max: 10 }}>
              <TextInput value={title} onText={onText} />
            </Field>
          )}
        </WithState>
        {FIELDS.map((field) => (
          <Field key={field.label} {...field} />
        ))}
      </div>
      <Specimen name="Checkbox">
        <Checkbox label="켜짐" defaultChecked />
        <Checkbox label="꺼짐" />
        <Checkbox label="못 누름" disabled />
      </Specimen>
      <Specimen name="Segmented">
        <WithState<Order> initial="new">
          {(order, onChange) => (
            <Segmented label="순서" items={ORDERS} value={order} onChange={onChange} />
          )}
        </WithState>
      </Specimen>
    </Specimens>
  );
}

const HTML =
  '<h2>모임 안내</h2><p><strong>금요일</strong>에 <a href="https://example.com">도서관</a>에서 만납니다.</p><ul><li>노트북</li><li>교재</li></ul>';
const EDITORS = [
  { label: '내용', initialHtml: HTML },
  { label: '빈 내용', initialHtml: '', invalid: true },
];

export function Editing() {
  return (
    <Specimens title="글쓰기">
      <WithState initial={false}>
        {(isDirty, setDirty) => (
          <>
            {EDITORS.map((editor) => (
              <RichEditor
                draft={NO_DRAFT_NOTE}
                key={editor.label}
                {...editor}
                placeholder="내용을 적어 주세요."
                onChange={() => setDirty(true)}
                onReady={() => undefined}
              />
            ))}
            <SaveBar
              status={isDirty ? '저장하지 않은 변경이 있습니다.' : '수정한 내용이 없습니다.'}
            >
              <Button variant="primary" disabled={!isDirty} onClick={() => setDirty(false)}>
                저장
              </Button>
            </SaveBar>
          </>
        )}
      </WithState>
    </Specimens>
  );
}
