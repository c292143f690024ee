import type { Role } from '@naru/contract/roles';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { memberSearchQuery } from '../../features/admin/people.queries.ts';
import { messageOf, TRY_LATER } from '../../lib/api/api-error.ts';
import { PATHS } from '../../lib/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SuggestionBox } from '../../ui/suggestion-box.tsx';
import { searchName } from './console-nav.tsx';
import {
  type ConsoleOption,
  everythingOption,
  memberOptions,
  panelOptions,
  settingOptions,
} from './console-options.tsx';

type ConsoleSearchProps = { roles: readonly Role[]; onClose: () => void };

/** The search over panels, settings and members of the console. */
export function ConsoleSearch({ roles, onClose }: ConsoleSearchProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  /** For what members were searched, and when. */
  const [asked, setAsked] = useState<{ text: string; turn: number } | null>(null);
  const members = useQuery(memberSearchQuery(asked));
  const text = typed.trim();
  const isAsked = asked?.text === text;
  const found = isAsked ? members.data : undefined;
  const groupsOf = (words: string) =>
    [
      panelOptions(words, roles),
      settingOptions(words, roles),
      memberOptions(words, roles, found),
      everythingOption(words),
    ].filter(({ options }) => options.length > 0);
  const choose = ({ target }: ConsoleOption) => {
    if (target.kind === 'members') {
      // Each search is on record: the one that runs is enough.
      if (isAsked && members.isFetching) return;
      setAsked({ text, turn: Date.now() });
      return;
    }
    onClose();
    void navigate(
      target.kind === 'everything'
        ? { to: PATHS.search, search: { query: text } }
        : {
            to: PATHS.admin,
            search: target.search,
            hash: target.hash ?? '',
            // Also the place where the reader is already is arrived at anew.
            state: { arrival: String(Date.now()) },
          },
    );
  };
  const status = () => {
    if (!isAsked) return '';
    if (members.isFetching) return '회원을 검색하는 중입니다.';
    if (members.error) return messageOf(members.error, TRY_LATER);
    return members.data?.length === 0 ? '검색된 회원이 없습니다.' : '';
  };
  const what = searchName(roles);
  return (
    <Dialog open onClose={onClose} title={what}>
      {/* One height for all results: the field stays in its place while one types. */}
      <div className="-mx-2 h-[min(30rem,calc(100dvh-10rem))] overflow-y-auto overscroll-contain px-2">
        <SuggestionBox
          label={what}
          placeholder="이름이나 첫소리(ㅅㅈ)로 찾습니다."
          value={typed}
          onText={setTyped}
          groups={groupsOf(text)}
          status={status()}
          onChoose={choose}
          onSubmit={(whole) => {
            const [first] = groupsOf(whole.trim()).flatMap(({ options }) => options);
            // After its search Enter must not leave the console; only the arrows do.
            const isOver = whole.trim() === asked?.text && first?.target.kind === 'everything';
            if (first && whole.trim() !== '' && !isOver) choose(first);
          }}
        />
      </div>
    </Dialog>
  );
}
