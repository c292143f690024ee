import { Flag, type FlagName } from '../../ui/flag.tsx';

const FLAGS: FlagName[] = ['N', 'Q', 'F', 'S', 'R', 'M'];
const SWELL = 'c60-34 120-34 180 0s120 34 180 0 120-34 180 0 120 34 180 0';

export function AuthIntro(props: { departmentName: string }) {
  return (
    <aside className="relative flex flex-col overflow-hidden bg-[linear-gradient(150deg,#0a2342_0%,#0b4a8f_58%,#1288a6_100%)] px-12 py-12 text-white max-lg:px-5 max-lg:py-6">
      <div className="relative z-10 my-auto max-w-[30rem] lg:sticky lg:top-[38dvh]">
        <p className="font-semibold text-md opacity-85 max-lg:text-sm">{props.departmentName}</p>
        <p className="mt-2 font-extrabold text-[2.25rem] leading-[1.3] tracking-[-0.02em] max-lg:mt-1 max-lg:text-xl">
          사람이 오가는 곳,
          <br className="max-lg:hidden" /> 우리 학부의 나루
        </p>
        <p className="mt-4 text-lg leading-relaxed opacity-90 max-lg:mt-1 max-lg:text-md">
          로그인하고 학부 커뮤니티에 함께해 주세요.
          <span className="max-lg:hidden">
            {' '}
            공지와 질문, 후기와 책방까지 한곳에서 만날 수 있습니다.
          </span>
        </p>
        <div className="mt-10 flex gap-3 max-lg:hidden" aria-hidden="true">
          {FLAGS.map((name) => (
            <Flag key={name} name={name} size={30} />
          ))}
        </div>
      </div>
      <svg
        aria-hidden="true"
        viewBox="0 0 720 260"
        preserveAspectRatio="none"
        fill="none"
        stroke="#fff"
        strokeWidth="1.5"
        className="absolute inset-x-0 bottom-0 h-[38%] w-full opacity-35 max-lg:h-[70%] max-lg:opacity-15"
      >
        {[40, 84, 128, 172, 216].map((y) => (
          <path key={y} d={`M0 ${y}${SWELL}`} vectorEffect="non-scaling-stroke" />
        ))}
      </svg>
    </aside>
  );
}
