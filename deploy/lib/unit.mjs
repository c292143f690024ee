/** Directives that the unit may use; systemd ignores unknown ones with no more than a warning. */
const DIRECTIVES = {
  Unit: 'Description Documentation After Wants StartLimitIntervalSec',
  Service: `Type User Group WorkingDirectory EnvironmentFile Environment ExecStart Restart RestartSec
    KillSignal KillMode TimeoutStartSec TimeoutStopSec LimitNOFILE UMask StateDirectory
    StateDirectoryMode ReadWritePaths ProtectSystem ProtectHome PrivateTmp PrivateDevices ProtectProc
    ProtectClock ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables
    ProtectControlGroups NoNewPrivileges CapabilityBoundingSet AmbientCapabilities LockPersonality
    RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID RemoveIPC
    SystemCallArchitectures SystemCallFilter SystemCallErrorNumber`,
  Install: 'WantedBy',
};

/** Values without which the unit would give up, or not be confined. */
const WANTED = {
  StartLimitIntervalSec: '0',
  Restart: 'on-failure',
  ProtectSystem: 'strict',
  ProtectHome: 'true',
  NoNewPrivileges: 'true',
  PrivateTmp: 'true',
  CapabilityBoundingSet: '',
  RestrictNamespaces: 'true',
};

/** Settings of a unit as `[section, name, value, line]`. */
export function settingsOf(text) {
  let section = '';
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*([#;]|$)/.test(line)) return [];
    const head = /^\[(\w+)\]$/.exec(line);
    if (head) section = head[1];
    if (head) return [];
    const [name, ...value] = line.split('=');
    return [[section, name, value.length === 0 ? undefined : value.join('='), at + 1]];
  });
}

/** Lists what is wrong with a unit file of a service. */
export function faultsOfUnit(text) {
  const settings = settingsOf(text);
  const firstOf = (wanted) => settings.find(([, name]) => name === wanted)?.[2];
  return [
    ...settings
      .filter(([section, name, value]) => {
        const known = (DIRECTIVES[section] ?? '').split(/\s+/);
        return value === undefined || !known.includes(name);
      })
      .map(([section, name, , line]) => `line ${line}: [${section}] has no ${name}`),
    ...Object.entries(WANTED)
      .filter(([name, value]) => firstOf(name) !== value)
      .map(([name, value]) => `${name} is not "${value}"`),
    ...(/^\//.test(firstOf('ExecStart') ?? '') ? [] : ['ExecStart is no absolute path']),
  ];
}
