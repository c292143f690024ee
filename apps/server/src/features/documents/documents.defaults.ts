import type { SiteDocument } from '@naru/contract/document-names';
import type { SiteIdentity } from '@naru/contract/identity';
import type { SiteSettings } from '@naru/contract/settings';

interface Owner {
  identity: SiteIdentity;
  footer: SiteSettings['footer'];
}

const TERMS = `{site}은(는) {owner} 구성원을 위한 커뮤니티입니다.

## 목적
이 약관은 회원이 {site}을(를) 이용할 때 지켜야 할 사항과 운영자의 책임을 정합니다.

## 회원 가입
1. 학번 또는 교번과 본인이 쓰는 이메일 주소로 가입하며, 이메일 인증을 마쳐야 합니다.
2. 다른 사람의 학번, 이름, 이메일로 가입할 수 없습니다.
3. 학교 이메일로 인증한 회원은 학생 권한을 받고, 그 밖의 권한은 문의를 통해 신청합니다.

## 회원의 의무
- 다른 사람을 비방하거나 괴롭히는 글, 차별과 혐오를 담은 글을 올리지 않습니다.
- 다른 사람의 개인정보와 저작물을 허락 없이 올리지 않습니다.
- 책방에서는 실제로 가진 물품만 등록하고, 거래의 책임은 거래 당사자가 집니다.
- 계정을 다른 사람과 함께 쓰지 않으며, 비밀번호를 안전하게 관리합니다.

## 게시물
1. 게시물의 권리와 책임은 작성한 회원에게 있습니다.
2. 약관을 어긴 게시물은 이유를 남기고 가리거나 지울 수 있습니다.
3. 비밀게시판의 글쓴이는 다른 회원과 운영진 모두에게 보이지 않습니다. 법에 어긋나는 글은 관리자 두 사람이 함께 승인한 때에만 작성자를 확인하며, 확인한 사실은 모두 기록하고, 법적인 이유가 없으면 30일 뒤 작성자에게 알립니다.

## 이용 제한
약관을 거듭 어기거나 서비스에 해를 끼친 회원은 기간과 이유를 알린 뒤 이용을 제한할 수 있습니다. 회원은 문의를 통해 이의를 제기할 수 있습니다.

## 서비스의 변경과 중단
점검이나 장애로 서비스가 잠시 멈출 수 있으며, 미리 알 수 있는 점검은 공지사항으로 알립니다.

## 약관의 변경
약관을 바꿀 때에는 시행일 7일 전부터 공지사항으로 알리고, 회원에게 불리한 변경은 다시 동의를 받습니다. 이전 약관은 이 화면에서 볼 수 있습니다.`;

const PRIVACY = `{owner}은(는) {site}을(를) 운영하는 데 꼭 필요한 개인정보만 다음과 같이 처리합니다.

## 처리 목적
- 회원 가입과 본인 확인, 로그인, 권한 확인
- 글과 댓글, 강의실, 시간표 같은 커뮤니티 기능의 제공
- 부정 이용 방지, 장애 확인, 문의와 신고의 처리

## 처리하는 항목
- 가입할 때: 학번 또는 교번, 이름, 닉네임, 이메일 주소, 비밀번호
- 이용할 때: 회원이 올린 글, 댓글, 사진, 파일, 메시지와 좋아요, 스크랩, 시간표 기록
- 자동으로: 접속 시각, 접속 주소, 브라우저 종류

## 처리와 보유 기간
- 회원 정보는 탈퇴할 때까지 보유하고, 탈퇴하면 바로 지웁니다.
- 지운 글과 댓글은 30일, 로그인 기록은 30일, 방문 기록은 400일, 알림은 180일 동안 보유합니다.
- 학교 메일로 학생 인증을 하면 그 주소를 되돌릴 수 없는 값으로 바꾸어 탈퇴할 때까지 보유합니다. 메일 하나로 여러 명이 인증하는 일을 막는 데 씁니다.
- 관리자의 처리 기록은 감사를 위해 계속 보유합니다.

## 제3자 제공
개인정보를 제3자에게 제공하지 않습니다. 법률에 특별한 규정이 있을 때에만 필요한 만큼 제공하고 기록을 남깁니다.

## 처리의 위탁
개인정보 처리를 외부에 위탁하지 않습니다. 메일 발송이나 서버 관리를 외부에 맡기게 되면 맡는 곳과 맡기는 일을 이곳에 먼저 알립니다.

## 파기 절차와 방법
보유 기간이 지난 정보는 매일 자동으로 데이터베이스와 저장소에서 되살릴 수 없게 지웁니다. 탈퇴한 회원의 글과 댓글은 글쓴이를 알 수 없게 바꾸어 남기며, 남기고 싶지 않은 글은 탈퇴하기 전에 지울 수 있습니다.

## 회원의 권리와 행사 방법
회원은 언제든지 마이페이지의 계정 설정에서 자신의 정보를 열람하고, 내려받고, 고치고, 탈퇴할 수 있습니다. 처리 정지를 비롯한 그 밖의 요청은 아래의 보호책임자에게 하며, 대리인을 통해서도 할 수 있습니다.

## 안전성 확보 조치
- 비밀번호는 되돌릴 수 없는 값으로 바꾸어 저장하므로 운영자도 볼 수 없습니다.
- 올린 사진에서 촬영 위치 같은 숨은 정보를 지웁니다.
- 비밀게시판과 익명 질문의 글쓴이 정보는 암호화해 저장하고 화면으로 보내지 않습니다. 법에 어긋나는 글의 작성자 확인은 관리자 두 사람이 함께 승인해야 하고, 모두 기록됩니다. 법적인 이유가 없으면 30일 뒤 작성자에게 알립니다.
- 회원 정보를 다루는 관리자의 조회와 변경을 고칠 수 없는 기록으로 남깁니다.

## 자동으로 저장되는 정보
로그인 유지에 필요한 쿠키와 화면 테마, 쓰다 만 글을 회원의 브라우저에 저장합니다. 광고나 추적에 쓰는 쿠키는 없습니다.

## 개인정보 보호책임자
- 담당: {contact}
- 이메일: {email}

## 권익침해 구제 방법
개인정보 침해에 대한 신고나 상담은 다음 기관에 할 수 있습니다.
- 개인정보분쟁조정위원회: 1833-6972, www.kopico.go.kr
- 개인정보침해신고센터: 118, privacy.kisa.or.kr
- 대검찰청: 1301, www.spo.go.kr
- 경찰청: 182, ecrm.police.go.kr

## 처리방침의 변경
처리방침을 바꿀 때에는 시행일 7일 전부터 공지사항으로 알립니다. 이전 처리방침은 이 화면에서 볼 수 있습니다.`;

/** The text that holds until an ADMIN publishes one, with the names of the installation. */
export function builtInText(document: SiteDocument, { identity, footer }: Owner): string {
  const { siteName, universityName, departmentName } = identity;
  const values: Record<string, string> = {
    site: siteName,
    owner: [universityName, departmentName].filter(Boolean).join(' '),
    contact: footer.contact,
    email: footer.email,
  };
  const text = document === 'terms' ? TERMS : PRIVACY;
  return withParticles(text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
}

/** Chooses the particle after a name: 나루은(는) becomes 나루는. */
function withParticles(text: string): string {
  return text.replace(/(.)(은\(는\)|을\(를\))/gu, (_, before: string, pair: string) => {
    const code = before.charCodeAt(0) - 0xac00;
    const isOpen = code < 0 || code > 11_171 || code % 28 === 0;
    return before + (isOpen ? pair.charAt(2) : pair.charAt(0));
  });
}
