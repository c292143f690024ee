import { useSiteConfig } from '../../entities/settings/site-config.ts';
import { DOCUMENT_VERSIONS, DocumentPage, type DocumentSection } from './document.tsx';

const SECTIONS: readonly DocumentSection[] = [
  {
    title: '목적',
    text: '이 약관은 회원이 나루를 이용할 때 지켜야 할 사항과 운영자의 책임을 정합니다.',
  },
  {
    title: '회원 가입',
    steps: [
      '학번 또는 교번과 본인이 쓰는 이메일 주소로 가입하며, 이메일 인증을 마쳐야 합니다.',
      '다른 사람의 학번, 이름, 이메일로 가입할 수 없습니다.',
      '학교 이메일로 인증한 회원은 학생 권한을 받고, 그 밖의 권한은 문의를 통해 신청합니다.',
    ],
  },
  {
    title: '회원의 의무',
    items: [
      '다른 사람을 비방하거나 괴롭히는 글, 차별과 혐오를 담은 글을 올리지 않습니다.',
      '다른 사람의 개인정보와 저작물을 허락 없이 올리지 않습니다.',
      '책방에서는 실제로 가진 물품만 등록하고, 거래의 책임은 거래 당사자가 집니다.',
      '계정을 다른 사람과 함께 쓰지 않으며, 비밀번호를 안전하게 관리합니다.',
    ],
  },
  {
    title: '게시물',
    steps: [
      '게시물의 권리와 책임은 작성한 회원에게 있습니다.',
      '약관을 어긴 게시물은 이유를 남기고 가리거나 지울 수 있습니다.',
      '비밀게시판의 글쓴이는 다른 회원과 운영진 모두에게 보이지 않습니다.',
      '법이나 약관을 어긴 익명 글에 한해 서로 다른 관리자 두 명이 함께 승인하면 글쓴이를 확인할 수 있습니다. 확인한 사실은 모두 기록하고, 법적인 이유가 없으면 30일 뒤 글쓴이에게 알립니다.',
    ],
  },
  {
    title: '이용 제한',
    text: '약관을 거듭 어기거나 서비스에 해를 끼친 회원은 기간과 이유를 알린 뒤 이용을 제한할 수 있습니다. 회원은 문의를 통해 이의를 제기할 수 있습니다.',
  },
  {
    title: '서비스의 변경과 중단',
    text: '점검이나 장애로 서비스가 잠시 멈출 수 있으며, 미리 알 수 있는 점검은 공지사항으로 알립니다.',
  },
  {
    title: '약관의 변경',
    text: '약관을 바꿀 때에는 시행일 7일 전부터 공지사항으로 알립니다.',
  },
];

export function TermsPage() {
  const { data } = useSiteConfig();
  const owner = data ? `${data.universityName} ${data.departmentName}` : '학과';
  return (
    <DocumentPage
      title="이용약관"
      version={DOCUMENT_VERSIONS.terms}
      intro={`나루는 ${owner} 구성원을 위한 커뮤니티입니다.`}
      sections={SECTIONS}
    />
  );
}
