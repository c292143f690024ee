import { ROLE_TITLES, ROLES } from '@naru/contract/roles';
import { useState } from 'react';
import { ConsoleSearch, FilterSelect, SearchField } from '../../ui/console.tsx';
import type { PeopleFilter } from './people.queries.ts';

const TEXT_FIELDS = [
  ['username', '학번(교번)'],
  ['name', '이름'],
  ['nickname', '닉네임'],
] as const;
const UNSEEN_OPTIONS = [
  { value: '3', label: '3개월 이상 없음' },
  { value: '6', label: '6개월 이상 없음' },
  { value: '12', label: '1년 이상 없음' },
] as const;
const ORDER_OPTIONS = [
  { value: 'RECENT', label: '최근 방문순' },
  { value: 'LONGEST', label: '오래된 방문순' },
] as const;
const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_TITLES[value] }));

export const NO_FILTER: PeopleFilter = { username: '', name: '', nickname: '' };

type Props = {
  start: PeopleFilter | undefined;
  pending: boolean;
  onSearch: (filter: PeopleFilter) => void;
};

export function PeopleSearch({ start = NO_FILTER, pending, onSearch }: Props) {
  const [filter, setFilter] = useState(start);
  const isBlank = Object.values(filter).every((value) => !value);
  return (
    <ConsoleSearch
      filter={filter}
      pending={pending}
      onSearch={onSearch}
      onClear={isBlank ? undefined : () => setFilter(NO_FILTER)}
      note="학번(교번), 이름, 닉네임은 일부만 적어도 찾습니다. 검색한 내용은 감사 기록에 남습니다."
      className="grid-cols-2 md:grid-cols-3"
    >
      {TEXT_FIELDS.map(([name, label]) => (
        <SearchField
          key={name}
          label={label}
          value={filter[name]}
          onText={(text) => setFilter((current) => ({ ...current, [name]: text }))}
        />
      ))}
      <FilterSelect
        label="권한"
        all="모든 권한"
        options={ROLE_OPTIONS}
        value={filter.role}
        onChoose={(role) => setFilter((current) => ({ ...current, role }))}
      />
      <FilterSelect
        label="방문"
        all="모두"
        options={UNSEEN_OPTIONS}
        value={filter.unseen}
        onChoose={(unseen) => setFilter((current) => ({ ...current, unseen }))}
      />
      <FilterSelect
        label="순서"
        all="학번(교번)순"
        options={ORDER_OPTIONS}
        value={filter.order}
        onChoose={(order) => setFilter((current) => ({ ...current, order }))}
      />
    </ConsoleSearch>
  );
}
