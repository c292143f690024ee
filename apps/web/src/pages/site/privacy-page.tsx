import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { DOCUMENT_VERSIONS, DocumentPage, type DocumentSection } from './document.tsx';

function sectionsFor(email: string): readonly DocumentSection[] {
  return [
    {
      title: '모으는 정보와 이유',
      items: [
        '가입할 때: 학번 또는 교번, 이름, 닉네임, 이메일 주소, 비밀번호. 본인 확인과 로그인에 씁니다.',
        '이용할 때: 회원이 올린 글, 댓글, 사진과 좋아요, 스크랩 기록. 화면에 보여 드립니다.',
        '자동으로: 접속 시각, 접속 주소, 브라우저 종류. 부정 이용을 막고 장애를 찾는 데 씁니다.',
      ],
    },
    {
      title: '보관 기간',
      items: [
        '학교 메일로 학생 인증을 하면 그 주소를 되돌릴 수 없는 값으로 바꾸어 탈퇴할 때까지 보관합니다. 메일 하나로 여러 명이 인증하는 일을 막는 데 씁니다.',
        '회원 정보는 탈퇴할 때까지 보관하고, 탈퇴하면 바로 지웁니다.',
        '탈퇴한 회원의 글과 댓글은 글쓴이를 알 수 없게 바꾸어 남깁니다. 좋아요 수와 신고 기록도 이름 없이 남습니다.',
        '보낸 메일은 3일 뒤 지우고, 관리자의 처리 기록은 감사를 위해 계속 보관합니다.',
        '지운 글은 30일 뒤 완전히 없어집니다. 인증 코드는 5분 동안만 쓸 수 있습니다.',
      ],
    },
    {
      title: '제공과 위탁',
      text: '개인정보를 다른 곳에 제공하거나 팔지 않습니다. 법에 따른 요청이 있을 때에만 필요한 만큼 제공하고 기록을 남깁니다.',
    },
    {
      title: '안전하게 지키는 방법',
      items: [
        '비밀번호는 되돌릴 수 없는 값으로 바꾸어 저장하므로 운영자도 볼 수 없습니다.',
        '올린 사진에서 촬영 위치 같은 숨은 정보를 지웁니다.',
        '비밀게시판과 익명 질문의 글쓴이 정보는 화면으로 보내지 않습니다.',
        '법에 어긋나는 글의 작성자 확인은 관리자 두 사람이 함께 승인해야 하고, 모두 기록됩니다. 법적인 이유가 없으면 30일 뒤 작성자에게 알립니다.',
      ],
    },
    {
      title: '브라우저에 남는 정보',
      text: '로그인 유지에 필요한 값, 화면 테마, 쓰다 만 글을 회원의 브라우저에 저장합니다. 광고나 추적에 쓰는 쿠키는 없습니다.',
    },
    {
      title: '회원의 권리',
      text: (
        <>
          회원은 언제든지 마이페이지의 계정 설정에서 자신의 정보를 내려받고, 고치고, 탈퇴할 수
          있습니다.
          {email && (
            <>
              {' '}
              요청과 문의는 <a href={`mailto:${email}`}>{email}</a>로 보내 주세요.
            </>
          )}
        </>
      ),
    },
  ];
}

export function PrivacyPage() {
  const { data } = useSiteConfig();
  return (
    <DocumentPage
      title="개인정보 처리방침"
      version={DOCUMENT_VERSIONS.privacy}
      intro="나루는 커뮤니티를 운영하는 데 꼭 필요한 정보만 모으고, 아래와 같이 다룹니다."
      sections={sectionsFor(data?.footer.email ?? '')}
    />
  );
}
