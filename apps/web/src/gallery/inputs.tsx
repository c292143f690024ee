import { Bell, Check, Plus, Star } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DayInput } from '../ui/day-input.tsx';
import { Field } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { RangeInput } from '../ui/range-input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'danger-ghost'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;
const ORDERS = [
  { value: 'new', label: '최신순' },
  { value: 'old', label: '오래된순' },
  { value: 'none', label: '추천순', disabled: true },
] as const;
const icon = <Plus size={16} aria-hidden="true" />;

export function Inputs() {
  return (
    <>
      <Buttons />
      <Fields />
      <Choices />
    </>
  );
}

function Buttons() {
  const [on, setOn] = useState(true);
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
          <Bell size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="즐겨찾기" pressed={on} onClick={() => setOn(!on)}>
          <Star size={20} aria-hidden="true" className={on ? 'fill-gold text-gold' : ''} />
        </IconButton>
        <IconButton label="확인" disabled>
          <Check size={20} aria-hidden="true" />
        </IconButton>
      </Specimen>
    </Specimens>
  );
}

function Fields() {
  const [title, setTitle] = useState('강의 교재 팝니다');
  const [text, setText] = useState('');
  const [zoom, setZoom] = useState(2);
  const [day, setDay] = useState('2026-11-21');
  return (
    <Specimens title="입력">
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="제목" required counter={{ count: title.length, max: 10 }}>
          <TextInput value={title} onText={setTitle} />
        </Field>
        <Field label="틀린 값" error="제목을 입력해 주세요." hint="한 줄로 적습니다.">
          <TextInput value="" />
        </Field>
        <Field label="못 고치는 값">
          <TextInput value="20250001" disabled />
        </Field>
        <Field label="읽기만 하는 값">
          <TextInput value="20250001" readOnly />
        </Field>
        <Field label="비밀번호">
          <PasswordInput value="naru" autoComplete="off" />
        </Field>
        <Field label="날짜">
          <DayInput value={day} onDay={setDay} />
        </Field>
        <Field label="내용" hint="여러 줄을 적습니다.">
          <TextArea value={text} onText={setText} placeholder="내용을 적어 주세요." />
        </Field>
        <Field label="틀린 내용" error="내용을 입력해 주세요.">
          <TextArea value="" />
        </Field>
        <Field label="확대">
          <RangeInput min={1} max={4} step={0.05} value={zoom} onValue={setZoom} />
        </Field>
        <Field label="게시판">
          <Select options={ORDERS} placeholder="골라 주세요." />
        </Field>
        <Field label="못 고르는 게시판">
          <Select options={ORDERS} disabled />
        </Field>
        <Field label="틀린 게시판" error="게시판을 골라 주세요.">
          <Select options={ORDERS} placeholder="골라 주세요." />
        </Field>
      </div>
    </Specimens>
  );
}

function Choices() {
  const [order, setOrder] = useState<(typeof ORDERS)[number]['value']>('new');
  return (
    <Specimens title="선택">
      <Specimen name="Checkbox">
        <Checkbox label="켜짐" defaultChecked />
        <Checkbox label="꺼짐" />
        <Checkbox label="못 누름" disabled />
      </Specimen>
      <Specimen name="Segmented">
        <Segmented label="순서" items={ORDERS} value={order} onChange={setOrder} />
      </Specimen>
    </Specimens>
  );
}
