// The unit by which systemd runs the server: as a user of its own that can reach its data, the network, and nothing else.

export interface UnitPlan {
  readonly executable: string
  readonly data: string
  readonly user: string
  /** Folders beside the data that the server writes to, such as that of its backups. */
  readonly writes: readonly string[]
  /** Whether it listens on a port below 1024. */
  readonly hasLowPort: boolean
  /** Secrets, by the names of their settings, and the folder that has a file for each. */
  readonly credentials: readonly string[]
  readonly credentialsFolder: string
}

/** How long the server may be silent before systemd takes it for dead and starts it anew, in seconds. */
const watchdogSeconds = 60

const stateFolder = '/var/lib/'

export function unitText(plan: UnitPlan): string {
  const { executable, data, user, hasLowPort } = plan
  const isState = data.startsWith(stateFolder)
  const writes = isState ? plan.writes : [data, ...plan.writes]
  return `# Made by \`confab install\`, which makes it anew. What is to be otherwise belongs to \`systemctl edit confab\`.
[Unit]
Description=Confab, a team-chat server
After=network-online.target
Wants=network-online.target

[Service]
# Ready is what it says itself, once it serves. An upgrade of much data may take its time before that.
Type=notify
NotifyAccess=main
TimeoutStartSec=infinity
ExecStart=${executable} serve --data ${data}
User=${user}
Group=${user}
# It says that it lives as long as its event loop turns.
WatchdogSec=${watchdogSeconds}
# What is stuck has nothing more to say, and nothing to lose: what was acknowledged is on disk.
WatchdogSignal=SIGKILL
Restart=always
RestartSec=2
# What can't start for a reason that stays: wrong usage, data of a newer or damaged kind.
RestartPreventExitStatus=2 5 9 10
# Every waiting client is an open connection.
LimitNOFILE=524288
# Its log is on standard error. Standard output has the link that makes the first organization, which is no thing for a log.
StandardOutput=null
StandardError=journal

# Where it may write.
UMask=0077
ProtectSystem=strict
${isState ? `StateDirectory=${data.slice(stateFolder.length)}\nStateDirectoryMode=0700\n` : ''}${writes.map((path) => `ReadWritePaths=${path}\n`).join('')}PrivateTmp=yes
${plan.credentials.map((name) => `LoadCredential=${name}:${plan.credentialsFolder}/${name}\n`).join('')}
# What it may do.
NoNewPrivileges=yes
${
  hasLowPort
    ? 'CapabilityBoundingSet=CAP_NET_BIND_SERVICE\nAmbientCapabilities=CAP_NET_BIND_SERVICE'
    : 'CapabilityBoundingSet=\nAmbientCapabilities=\n# With a port below 1024, this would take away the right to it.\nPrivateUsers=yes'
}
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
# No MemoryDenyWriteExecute: Bun compiles JavaScript as it runs, to memory that is written and then executed.

# What it may see.
ProtectHome=yes
PrivateDevices=yes
DevicePolicy=closed
ProtectProc=invisible
ProcSubset=pid
ProtectClock=yes
ProtectHostname=yes
ProtectControlGroups=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
KeyringMode=private
LockPersonality=yes
RemoveIPC=yes
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes

[Install]
WantedBy=multi-user.target
`
}

/** What an installed unit starts, and on what; undefined if it is somebody else's. */
export function installedBy(unit: string): { executable: string; data: string; user: string } | undefined {
  const [, executable, data] = /^ExecStart=(\S+) serve --data (\S+)$/m.exec(unit) ?? []
  const [, user] = /^User=(\S+)$/m.exec(unit) ?? []
  if (executable === undefined || data === undefined || user === undefined) return undefined
  return { executable, data, user }
}

/** The system user, in the words of sysusers.d(5). */
export function sysusersText(user: string, data: string): string {
  return `# The user that Confab runs as. Made by \`confab install\`.\nu ${user} - "Confab" ${data} /usr/sbin/nologin\n`
}
