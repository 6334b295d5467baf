// `confab serve`: its settings.
import type { Command } from 'commander'
import { defaultRules, type ObjectStorage } from '../organization/rules'
import { addMailOptions, type MailOptions } from './mail-options'
import {
  addDataOption,
  flag,
  hostName,
  mailPattern,
  mailSecret,
  objectStorage,
  proxies,
  valued,
  webOrigin,
  wholeNumber,
} from './options'
import type { PushOptions } from './push-rules'

export interface ServeOptions extends PushOptions, MailOptions {
  data: string
  host: string
  port: number
  demo?: true
  domain?: string
  publicUrl?: string
  rateLimits: 'on' | 'off'
  requestsPerMinute: number
  loginAttempts: number
  trustedProxies: string[]
  canAccessAllUsersGroupLimitsPresence?: true
  allowPrivateAddresses?: true
  longestMessageDelay: number
  keepUnclaimedUploads: number
  invitationsPerDay: number
  maxFileUploadSizeMib: number
  uploadQuotaMib?: number
  incomingMailPattern?: string
  incomingMailSecret?: string
  giphyApiKey?: string
  uploads?: ObjectStorage
  logLevel: string
  clockFile?: string
  json?: true
}

export function addServeCommand(program: Command): void {
  const command = addDataOption(program.command('serve'))
    .description('run the server')
    .addOption(valued('--host <host>', 'address to listen on; 0.0.0.0 for all').default('127.0.0.1'))
    .addOption(valued('--port <port>', '0 for any free one').argParser(wholeNumber(0, 65_535)).default(8420))
    .addOption(
      flag(
        '--demo',
        'where there is no organization yet, make one to try things out in; print links that log in as its people',
      ),
    )
    .addOption(
      valued(
        '--domain <name>',
        "the server's own host name; organizations are its subdomains (default: guessed)",
      ).argParser(hostName),
    )
    .addOption(
      valued(
        '--public-url <address>',
        'how people reach the server, such as https://chat.example.com: for links in mails and notifications; ' +
          'an organization with a subdomain has it before the host (default: where it listens)',
      ).argParser(webOrigin),
    )
    .addOption(
      valued('--rate-limits <on|off>', 'limits on requests and logins').choices(['on', 'off']).default('on'),
    )
    .addOption(
      valued('--requests-per-minute <n>', 'limit for one person').argParser(wholeNumber(1, 1e9)).default(200),
    )
    .addOption(
      valued('--login-attempts <n>', 'wrong passwords for one account in half an hour before it has to wait')
        .argParser(wholeNumber(1, 1e9))
        .default(5),
    )
    .addOption(
      valued(
        '--trusted-proxies <addresses>',
        'proxies whose X-Forwarded-For is believed: addresses or networks (10.0.0.0/8), with commas between',
      )
        .argParser(proxies)
        .default([], 'none'),
    )
    .addOption(
      valued(
        '--longest-message-delay <minutes>',
        'how late a scheduled message is still sent that was due while the server was not running',
      )
        .argParser(wholeNumber(0, 1e9))
        .default(10),
    )
    .addOption(
      valued('--keep-unclaimed-uploads <days>', 'how long an uploaded file is kept that no message links to')
        .argParser(wholeNumber(1, 1e6))
        .default(7),
    )
    .addOption(
      valued('--invitations-per-day <n>', 'how many people an organization may invite by e-mail address')
        .argParser(wholeNumber(0, 1e9))
        .default(defaultRules.invitationsPerDay),
    )
    .addOption(
      valued('--max-file-upload-size-mib <n>', 'how large an uploaded file may be; 0 for any size')
        .argParser(wholeNumber(0, 1e9))
        .default(defaultRules.maxFileUploadSizeMib),
    )
    .addOption(
      valued(
        '--upload-quota-mib <n>',
        'how much the uploaded files of an organization may take together (default: no limit)',
      ).argParser(wholeNumber(0, 1e9)),
    )
    .addOption(
      valued(
        '--uploads <address>',
        'keep the contents of uploaded files in object storage, s3://bucket/prefix, with S3_ENDPOINT, S3_REGION, ' +
          'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY in the environment (default: in the data folder)',
      ).argParser(objectStorage),
    )
    .addOption(
      valued(
        '--incoming-mail-pattern <address>',
        'addresses whose mail a mail server hands over to `confab mail receive` or POST /email_mirror, such as ' +
          '%s@mail.example.com: channels have one, and missed messages are answered by mail (default: none)',
      ).argParser(mailPattern),
    )
    .addOption(
      valued(
        '--incoming-mail-secret <text>',
        'what a mail server says that hands mails over by HTTP; better set in the environment (default: not by HTTP)',
      ).argParser(mailSecret),
    )
    .addOption(
      valued(
        '--giphy-api-key <key>',
        "the server's key of GIPHY: where an organization lets them, clients search for GIFs there (default: none)",
      ),
    )
    .addOption(
      valued(
        '--push-bouncer <address>',
        'the service that passes notifications on to devices, with CONFAB_PUSH_BOUNCER_ID and CONFAB_PUSH_BOUNCER_KEY in the ' +
          'environment (default: the one that `confab push register` was told)',
      ).argParser(webOrigin),
    )
    .addOption(
      valued(
        '--fcm-credentials <file>',
        "a service account's JSON file: Android devices of your own app are notified through FCM, without a bouncer",
      ),
    )
    .addOption(
      valued('--fcm-url <address>', 'where FCM is, for tests')
        .argParser(webOrigin)
        .default('https://fcm.googleapis.com')
        .hideHelp(),
    )
    .addOption(
      valued(
        '--apns-key <file>',
        'a .p8 key of your Apple developer account, with --apns-key-id and --apns-team-id: Apple devices of your own app are ' +
          'notified through APNs, without a bouncer',
      ),
    )
    .addOption(valued('--apns-key-id <id>', 'its ID'))
    .addOption(valued('--apns-team-id <id>', "the account's team ID"))
    .addOption(
      valued('--apns-url <address>', 'https://api.sandbox.push.apple.com for builds in development')
        .argParser(webOrigin)
        .default('https://api.push.apple.com'),
    )
    .addOption(
      flag(
        '--can-access-all-users-group-limits-presence',
        'guests who may not see everybody get presence only of those they see',
      ),
    )
    .addOption(
      flag(
        '--allow-private-addresses',
        'links, webhooks and the like may lead the server to private addresses (10.0.0.0/8, localhost and so on)',
      ),
    )
    .addOption(
      valued('--log-level <level>', 'what is logged, on standard error')
        .choices(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
        .default('info'),
    )
    .addOption(valued('--clock-file <file>', 'take the time from a file, for tests').hideHelp())
    .addOption(
      flag(
        '--json',
        'once ready, print one line of JSON: address, port, folder, the link that makes the first organization, those of the demo',
      ),
    )
    .action(async (options: ServeOptions) => {
      // Loaded only here: other commands need little of the server, and start sooner without it.
      const { runServer } = await import('./run-server')
      await runServer(options)
    })
  addMailOptions(command)
}
