// What whoever runs the server decides for all its organizations.
import type { S3Options } from 'bun'

/** A place for the contents of files in object storage that speaks S3. */
export interface ObjectStorage {
  readonly bucket: string
  /** The parts of what all its keys begin with; none for the whole bucket. */
  readonly prefix: readonly string[]
  /** Where it is and who calls; what is not given here, the environment says (S3_ENDPOINT, S3_ACCESS_KEY_ID …). */
  readonly access: S3Options
}

/** By which ways notifications reach devices; without any, they don't. All of it is secret but addresses and names. */
export interface PushRules {
  /** For all devices that are not reached directly. */
  readonly bouncer: PushBouncer | null
  /** For devices of `fcm`. */
  readonly fcm: FcmAccess | null
  /** For devices of `apns`. */
  readonly apns: ApnsAccess | null
}

/** Whether there is a way to the devices of people. */
export function isPushConfigured({ push }: ServerRules): boolean {
  return (push.bouncer ?? push.fcm ?? push.apns) !== null
}

/** A service that passes notifications on to the makers of devices, for servers that may not send for the app. */
export interface PushBouncer {
  /** Without a slash at its end. */
  readonly url: string
  /** What it knows this server by: a UUID, and a key. */
  readonly id: string
  readonly key: string
}

/** A service account of Google's, which may send for the operator's own app. */
export interface FcmAccess {
  readonly projectId: string
  readonly clientEmail: string
  /** PEM (PKCS #8). */
  readonly privateKey: string
  /** Where tokens are asked for. */
  readonly tokenUrl: string
  /** Where messages are sent, without a slash at its end. */
  readonly url: string
}

/** A key of an Apple developer's, who may send for the operator's own app. */
export interface ApnsAccess {
  readonly keyId: string
  readonly teamId: string
  /** PEM (PKCS #8), of a P-256 key. */
  readonly privateKey: string
  /** Without a slash at its end. */
  readonly url: string
}

/** The operator's mail server, and how mail is handed to it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /**
   * Encryption: `implicit` from the first byte, `required` by STARTTLS or there is no mail, `optional` by STARTTLS where it
   * is offered, whoever it is that offers it, `off` never.
   */
  readonly tls: 'implicit' | 'required' | 'optional' | 'off'
  /** The certificates, in PEM, that its own must come from; null is any that the system trusts. */
  readonly authority: string | null
  readonly login: { readonly user: string; readonly password: string } | null
  /** Whom mails are from; without a name they bear the organization's. */
  readonly sender: { readonly address: string; readonly name: string | null }
  /** In milliseconds: how long it may take to be reached, and to answer. */
  readonly timeouts: { readonly connect: number; readonly answer: number }
}

/** The backups that are made every night. */
export interface BackupRules {
  /** A folder, or object storage. */
  readonly place: { readonly folder: string } | ObjectStorage
  /** When, in minutes since midnight by the machine's time zone. */
  readonly at: number
  /** The public key to which they are encrypted; null where they are not. */
  readonly recipient: string | null
  /** Of how many days, weeks and months the last one is kept. */
  readonly retention: { readonly daily: number; readonly weekly: number; readonly monthly: number }
}

export interface ServerRules {
  /** The server's address as people reach it, such as `https://chat.example.com`; null is where it listens. */
  readonly publicUrl: string | null
  /** The contract's CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE: presence only of people one may see (4.9). */
  readonly canAccessAllUsersGroupLimitsPresence: boolean
  /** How late a scheduled message may still be sent that was due while the server was not running, in seconds. */
  readonly longestMessageDelaySeconds: number
  /** How many people an organization may invite by e-mail address in 24 hours. */
  readonly invitationsPerDay: number
  /** How long uploaded files are kept that nothing links to, in seconds. */
  readonly keepUnclaimedFilesSeconds: number
  /** How long the archives of data exports are kept that administrators asked for, in seconds. */
  readonly keepExportsSeconds: number
  /** How many messages one write moves or deletes at most; what more a topic has follows in further writes. */
  readonly messagesPerStep: number
  /** How many people's choices for a topic one write carries along when it moves; those of more follow in further writes. */
  readonly choicesPerStep: number
  /** How long a request waits for those before it answers, in milliseconds. */
  readonly longestWaitMilliseconds: number
  /** Whether the server's own requests may go to private addresses: to other machines of the operator's network, and to this one. */
  readonly allowsPrivateAddresses: boolean
  /** How large a file may be that is uploaded; 0 is no limit (contract 8). */
  readonly maxFileUploadSizeMib: number
  /** How much all uploaded files of an organization may take together; null is no limit. */
  readonly uploadQuotaMib: number | null
  /** Where the contents of files are kept; null is in the folders of the organizations. */
  readonly uploadStorage: ObjectStorage | null
  /** How much room the images from elsewhere that messages show may take in an organization's folder, in bytes. */
  readonly externalImageBytes: number
  /** Addresses whose mail comes to this server, such as `%s@mail.example.com`; null where none does. */
  readonly incomingMailPattern: string | null
  /** What a mail server knows that hands mails over by HTTP; null where none may. */
  readonly incomingMailSecret: string | null
  /** With which clients search for GIFs at GIPHY; empty for none. It is no secret. */
  readonly giphyApiKey: string
  /** Where GIPHY is asked: an origin. */
  readonly giphyUrl: string
  readonly push: PushRules
  /** How mail leaves; null where none does. */
  readonly mail: MailServer | null
  /** Who is told of queries that take longer than so many milliseconds; null where nobody is. */
  readonly slowQueries: {
    readonly milliseconds: number
    tell(subdomain: string, sql: string, milliseconds: number): void
  } | null
  /** Whether other processes may read the databases meanwhile; then reads take longer, since each asks for a lock. */
  readonly sqliteLocking: 'exclusive' | 'normal'
  /** Null where none are made. */
  readonly backups: BackupRules | null
}

export const defaultRules: ServerRules = {
  publicUrl: null,
  canAccessAllUsersGroupLimitsPresence: false,
  longestMessageDelaySeconds: 600,
  invitationsPerDay: 500,
  keepUnclaimedFilesSeconds: 7 * 24 * 3600,
  keepExportsSeconds: 30 * 24 * 3600,
  messagesPerStep: 125,
  choicesPerStep: 1000,
  longestWaitMilliseconds: 5000,
  allowsPrivateAddresses: false,
  maxFileUploadSizeMib: 100,
  uploadQuotaMib: null,
  uploadStorage: null,
  externalImageBytes: 256 * 1024 * 1024,
  incomingMailPattern: null,
  incomingMailSecret: null,
  giphyApiKey: '',
  giphyUrl: 'https://api.giphy.com',
  push: { bouncer: null, fcm: null, apns: null },
  mail: null,
  slowQueries: null,
  sqliteLocking: 'exclusive',
  backups: null,
}
