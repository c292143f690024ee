import { LIMITS } from '@naru/contract/limits';
import { ROLE_TITLES, ROLES } from '@naru/contract/roles';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { PeopleFilter } from './people.queries.ts';

const NO_FILTER: PeopleFilter = { username: '', name: '', nickname: '' };
const TEXT_FIELDS = [
  ['username', '아이디'],
  ['name', '이름'],
  ['nickname', '닉네임'],
] as const;
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_TITLES[value] }));

type Props = { pending: boolean; onSearch: (filter: PeopleFilter) => void };

/** Searches on submit only, because every search is audited. */
export function PeopleSearch({ pending, onSearch }: Props) {
  const [filter, setFilter] = useState(NO_FILTER);
  const isBlank = Object.values(filter).every((value) => !value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    onSearch({
      ...filter,
      username: filter.username.normalize('NFC').trim(),
      name: filter.name.normalize('NFC').trim(),
      nickname: filter.nickname.normalize('NFC').trim(),
    });
  };
  return (
    <search>
      <form noValidate onSubmit={submit} className="grid gap-3 px-5 py-4 max-md:px-4">
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {TEXT_FIELDS.map(([name, label]) => (
            <Field key={name} label={label}>
              <TextInput
                value={filter[name]}
                onText={(text) => setFilter((current) => ({ ...current, [name]: text }))}
                maxLength={LIMITS.queryMax}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                enterKeyHint="search"
              />
            </Field>
          ))}
          <Field label="권한">
            <Select
              options={ROLE_OPTIONS}
              placeholder="모든 권한"
              value={filter.role ?? ''}
              onChange={({ target }) => {
                const role = ROLES.find((known) => known === target.value);
                setFilter((current) => ({ ...current, role }));
              }}
            />
          </Field>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="min-w-0 flex-1 basis-64 text-ink-3 text-sm">
            아이디, 이름, 닉네임은 일부만 적어도 찾습니다. 검색한 내용은 감사 기록에 남습니다.
          </p>
          <div className="flex gap-2 max-md:w-full">
            {!isBlank && (
              <Button variant="ghost" onClick={() => setFilter(NO_FILTER)}>
                조건 지우기
              </Button>
            )}
            <Button
              type="submit"
              variant="primary"
              pending={pending}
              icon={<Search size={16} />}
              className="max-md:flex-1"
            >
              검색
            </Button>
          </div>
        </div>
      </form>
    </search>
  );
}
