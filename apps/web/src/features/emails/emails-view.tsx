import {
  EMAIL_KINDS,
  EMAIL_STATES,
  type EmailKind,
  type EmailState,
  type LoggedEmail,
} from '@naru/contract/emails';
import { LIMITS } from '@naru/contract/limits';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { emailKeys } from '../../entities/staff-keys.ts';
import { api } from '../../lib/api/api.ts';
import { MANUAL_QUERY } from '../../lib/api/query-client.ts';
import { Card } from '../../ui/card.tsx';
import {
  ConsoleList,
  ConsoleSearch,
  FilterSelect,
  SearchField,
  useFollowed,
} from '../../ui/console.tsx';
import { EMAIL_KIND_NAMES, EMAIL_STATE_LOOKS, EmailRow } from './email-row.tsx';

/** `page` counts from 0. */
export type EmailPlace = { filter: EmailFilter; page: number };

type ViewProps = { place: EmailPlace; onPlace: (place: EmailPlace) => void };

/** Console panel EMAILS: to whom e-mails went and what became of them. */
export function EmailsView({ place: { filter, page }, onPlace }: ViewProps) {
  const found = useQuery(emailsQuery(filter, page));
  const { state, kind, query } = filter;
  const isFiltered = state !== undefined || kind !== undefined || query !== '';
  return (
    <Card as="section" aria-label="이메일 기록" className="overflow-hidden">
      <EmailSearch
        searched={filter}
        pending={found.isFetching}
        onSearch={(next) => onPlace({ filter: next, page: 0 })}
      />
      <div className="border-line border-t" aria-live="polite">
        <ConsoleList<LoggedEmail>
          name="이메일"
          ordered
          query={found}
          failed="이메일 기록을 불러오지 못했습니다."
          onPage={(next) => onPlace({ filter, page: next })}
          rows={found.data?.emails}
          keyOf={({ id }) => id}
          empty={{
            icon: <Mail size={22} />,
            title: isFiltered ? '조건에 맞는 이메일이 없습니다.' : '보낸 이메일이 없습니다.',
            text: isFiltered
              ? '조건을 바꿔 다시 검색해 주세요.'
              : `최근 ${LIMITS.emailLogDays}일 동안 보낸 이메일이 여기에 보입니다.`,
          }}
        >
          {(email) => <EmailRow email={email} />}
        </ConsoleList>
      </div>
    </Card>
  );
}

const STATE_OPTIONS = EMAIL_STATES.map((value) => ({
  value,
  label: EMAIL_STATE_LOOKS[value].label,
}));
const KIND_OPTIONS = EMAIL_KINDS.map((value) => ({ value, label: EMAIL_KIND_NAMES[value] }));

type SearchProps = {
  searched: EmailFilter;
  pending: boolean;
  onSearch: (filter: EmailFilter) => void;
};

function EmailSearch({ searched, pending, onSearch }: SearchProps) {
  const [filter, change] = useFollowed(searched);
  return (
    <ConsoleSearch
      filter={filter}
      pending={pending}
      onSearch={onSearch}
      note={`최근 ${LIMITS.emailLogDays}일의 기록이고 내용은 남지 않습니다. 이 기록을 본 일은 감사 기록에 남습니다.`}
      className="grid-cols-2 md:grid-cols-[minmax(0,1fr)_10rem_12rem]"
    >
      <SearchField
        label="받는 주소"
        inputMode="email"
        value={filter.query}
        onText={(query) => change({ query })}
        className="max-md:col-span-2"
      />
      <FilterSelect
        label="상태"
        all="모든 상태"
        options={STATE_OPTIONS}
        value={filter.state}
        onChoose={(state) => change({ state })}
      />
      <FilterSelect
        label="종류"
        all="모든 종류"
        options={KIND_OPTIONS}
        value={filter.kind}
        onChoose={(kind) => change({ kind })}
      />
    </ConsoleSearch>
  );
}

type EmailFilter = {
  state?: EmailState | undefined;
  kind?: EmailKind | undefined;
  query: string;
};

/** Never refetched automatically, because each call is audited. */
function emailsQuery(filter: EmailFilter, page: number) {
  return queryOptions({
    queryKey: emailKeys.page(filter, page),
    queryFn: ({ signal }) =>
      api('GET /api/admin/emails', {
        query: { ...filter, page, size: LIMITS.auditPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    ...MANUAL_QUERY,
  });
}
