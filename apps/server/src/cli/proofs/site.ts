import { isIP } from 'node:net';
import type { SeenRequest } from '../../platform/address-check.ts';
import { isLoopback } from '../../platform/loopback.ts';
import { INVENTED_ADDRESS, type SiteCall } from './call-site.ts';
import { certificateFault, TRUST_AUTHORITY } from './certificates.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

interface Site {
  PUBLIC_URL: string;
  PORT: number;
}

const NAT =
  '학교 공유기나 방화벽(NAT) 뒤에서는 서버가 자기 공개 주소로 접속하지 못하기도 합니다. 휴대전화 데이터로 열어 보고, 열리면 넘어가도 됩니다.';

/** What a call to the public address shows about the way there. */
export function describeCall(call: SiteCall, site: Site): Finding[] {
  if (call.kind === 'failed') return [describeFailure(call, site)];
  if (call.kind === 'other') return [describeOther(call, site)];
  return describeSeen(call.seen, site);
}

function describeFailure(
  { code, message }: Extract<SiteCall, { kind: 'failed' }>,
  { PUBLIC_URL, PORT }: Site,
): Finding {
  const { hostname } = new URL(PUBLIC_URL);
  const fault = certificateFault(code, message);
  if (fault !== null) return describeFault(fault, hostname);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return bad(
      `${hostname}의 DNS 주소를 찾지 못했습니다.`,
      'DNS를 맡은 곳에 이 이름의 A 또는 AAAA 레코드를 이 서버로 넣어 달라고 하세요. 방금 넣었다면 몇 분 뒤에 다시 합니다.',
    );
  }
  if (code === 'ECONNREFUSED') {
    return bad(
      `${PUBLIC_URL}에서 접속을 받지 않습니다.`,
      `프록시(nginx, Caddy)가 켜져 있는지, 443 포트를 받는지 보세요. 나루는 ${PORT}번 포트만 받습니다.`,
    );
  }
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|EPROTO/.test(code)) {
    return bad(
      `${PUBLIC_URL}의 포트는 https가 아닙니다.`,
      '프록시의 listen에 ssl과 인증서가 있는지 보세요.',
    );
  }
  if (/TIMEDOUT|UNREACH|ABORT/.test(code)) {
    return bad(
      `${PUBLIC_URL}에서 대답이 없습니다.`,
      `방화벽에서 80, 443 포트를 열었는지 보세요. ${NAT}`,
    );
  }
  return bad(`${PUBLIC_URL}을 열지 못했습니다: ${message}`, `프록시와 방화벽을 보세요. ${NAT}`);
}

const FAULTS = {
  issuer: [
    '모르는 기관이 서명했습니다',
    `공개된 기관(Let’s Encrypt 등)의 인증서를 쓰고, 중간 인증서까지 든 파일(fullchain.pem)을 프록시에 지정하세요. 학교 안의 기관이라면 ${TRUST_AUTHORITY}`,
  ],
  expired: ['기한이 지났습니다', '인증서를 갱신하고 프록시를 다시 읽게 하세요.'],
  early: ['아직 유효하지 않습니다', '서버의 시각이 맞는지 보세요.'],
  name: ['다른 이름의 것입니다', '이 이름이 들어간 인증서를 받아 프록시에 지정하세요.'],
} as const;

/** About the certificate of the public address. */
export function describeFault(fault: keyof typeof FAULTS, hostname: string): Finding {
  const [text, todo] = FAULTS[fault];
  return bad(`${hostname}의 인증서: ${text}.`, todo);
}

function describeOther(
  { status, location }: Extract<SiteCall, { kind: 'other' }>,
  { PUBLIC_URL, PORT }: Site,
): Finding {
  if (status === 502 || status === 503 || status === 504) {
    return bad(
      `프록시는 대답하지만 나루에 닿지 못합니다(${status}).`,
      `나루가 켜져 있는지, 프록시가 127.0.0.1:${PORT}로 넘기는지 보세요.`,
    );
  }
  if (status >= 300 && status < 400 && location !== null) {
    return bad(
      `${PUBLIC_URL}이 ${location.slice(0, 80)}(으)로 넘깁니다.`,
      'PUBLIC_URL을 사람들이 마지막에 보는 주소로 정하세요.',
    );
  }
  if (status === 401 || status === 403) {
    return bad(
      `프록시가 요청을 막았습니다(${status}).`,
      '이 서버에서 오는 요청과 /.well-known/naru를 막는 규칙이 있는지 보세요.',
    );
  }
  return bad(
    `${PUBLIC_URL}에서 이 나루가 아닌 것이 대답했습니다(${status}).`,
    `프록시가 다른 포트나 다른 사이트로 넘기는지, DNS가 이 서버를 가리키는지 보세요. 나루의 포트는 ${PORT}입니다. 서버가 여럿이면 TOKEN_SECRET이 모두 같아야 합니다.`,
  );
}

function describeSeen(seen: SeenRequest, { PUBLIC_URL }: Site): Finding[] {
  const url = new URL(PUBLIC_URL);
  const findings = [ok(`${PUBLIC_URL}에서 이 나루가 대답합니다.`), describeClient(seen, url)];
  if (seen.host !== url.host) {
    findings.push(
      bad(
        `프록시가 사이트의 이름 대신 Host: ${seen.host.slice(0, 80)}을(를) 보냅니다.`,
        'nginx라면 proxy_set_header Host $host; 를 넣으세요.',
      ),
    );
  }
  if (url.protocol === 'http:') {
    findings.push(
      warn(
        '사이트가 http입니다. 비밀번호가 그대로 오가고 앱 설치와 기기 알림이 되지 않습니다.',
        '인증서를 받아 PUBLIC_URL을 https로 바꾸세요.',
      ),
    );
  } else if (seen.forwardedProto !== 'https') {
    findings.push(
      warn(
        `X-Forwarded-Proto가 https가 아닙니다(${seen.forwardedProto ?? '없음'}).`,
        'nginx라면 proxy_set_header X-Forwarded-Proto $scheme; 을 넣으세요. 나루는 PUBLIC_URL을 따르므로 급하지 않습니다.',
      ),
    );
  }
  return findings;
}

/** Whether the server takes visitors for themselves. */
function describeClient({ client, peer, forwardedFor }: SeenRequest, url: URL): Finding {
  if (client === INVENTED_ADDRESS) {
    return bad(
      '방문자가 주소를 꾸며 낼 수 있습니다.',
      'nginx라면 proxy_set_header X-Forwarded-For $remote_addr; 로 바꾸고, TRUST_PROXY에는 프록시의 주소만 적으세요.',
    );
  }
  // Only a proxy can bring https to a server that speaks http.
  const hasProxy =
    url.protocol === 'https:' || (forwardedFor ?? INVENTED_ADDRESS) !== INVENTED_ADDRESS;
  if (!hasProxy) return ok(`방문자의 주소가 보입니다(${client}).`);
  if (forwardedFor === null || forwardedFor === INVENTED_ADDRESS) {
    return bad(
      '프록시가 방문자의 주소(X-Forwarded-For)를 알려 주지 않습니다. 모두가 접속 한도를 함께 씁니다.',
      'nginx라면 proxy_set_header X-Forwarded-For $remote_addr; 를 넣으세요. Caddy는 자동으로 넣습니다.',
    );
  }
  if (client === peer && !forwardedFor.split(',').some((part) => part.trim() === peer)) {
    return bad(
      `모든 방문자가 프록시(${peer}) 하나로 보입니다.`,
      `TRUST_PROXY에 ${plainAddress(peer)}을(를) 적고 서버를 다시 시작하세요.`,
    );
  }
  const note = isLoopback(client) ? ', 이 서버에서 불러서 그렇게 보입니다' : '';
  return ok(`방문자의 주소가 보입니다(${client}${note}).`);
}

/** Of an IPv4 address that arrived on a socket of IPv6. */
function plainAddress(address: string): string {
  const inner = address.replace(/^::ffff:/i, '');
  return isIP(inner) === 4 ? inner : address;
}
