/** The text without comments and quoted parts. */
const bare = (text) => text.replace(/(^|\s)#.*$/gm, '$1').replace(/"[^"\n]*"|'[^'\n]*'/g, '""');

function braceFaults(text) {
  let depth = 0;
  for (const [at, line] of bare(text).split('\n').entries()) {
    // Placeholders such as {$NAME} are part of a word.
    for (const sign of line.replace(/\{\$\w+\}/g, '').match(/[{}]/g) ?? []) {
      depth += sign === '{' ? 1 : -1;
      if (depth < 0) return [`line ${at + 1}: a brace closes nothing`];
    }
  }
  return depth === 0 ? [] : ['a brace is not closed'];
}

/** Every line of nginx ends a directive, opens a block or closes one. */
function nginxLineFaults(text) {
  return bare(text)
    .split('\n')
    .flatMap((line, at) =>
      /^\s*$|[;{}]\s*$/.test(line) ? [] : [`line ${at + 1}: the directive does not end`],
    );
}

const WANTED = {
  nginx: {
    'unbuffered live events': /location = \/api\/events \{[^}]*proxy_buffering off;/,
    'files as they arrive': /proxy_request_buffering off;/,
    'the address of the client alone': /proxy_set_header X-Forwarded-For \$remote_addr;/,
    'a limit of bodies': /client_max_body_size 51m;/,
    'TLS 1.2 or newer': /ssl_protocols TLSv1\.2 TLSv1\.3;/,
    'a form of HTTP/2 that Debian 12 knows': /listen 443 ssl http2;/,
    'the state of the site beside that of a server': /location = \/api\/health \{/,
    'no address of a feed in the log': /location \/feeds\/ \{\s+access_log off;\s+return/,
    'none in that of errors': /access_log off;\s+error_log \/dev\/null crit;\s+proxy_pass/,
  },
  caddy: {
    'unbuffered live events': /flush_interval -1/,
    'a limit of bodies': /max_size 51MB/,
    'no address of a feed in the log': /request>uri regexp \^\/feeds\//,
    'readiness of the servers': /health_uri \/api\/health\/ready/,
    'another try at the other server': /lb_try_duration \d+s/,
  },
};

/** Lists what is wrong with the configuration of a proxy, `nginx` or `caddy`. */
export function faultsOfProxy(kind, text) {
  const plain = text.replace(/(^|\s)#.*$/gm, '$1');
  return [
    ...braceFaults(text),
    ...(kind === 'nginx' ? nginxLineFaults(text) : []),
    ...Object.entries(WANTED[kind])
      .filter(([, pattern]) => !pattern.test(plain))
      .map(([what]) => `${what}: missing`),
  ];
}
