// Every text of the server's own pages, in English.
import type { FaultName } from '../../http/faults'
import { counted } from './counted'

/** A page that only says something. */
export interface Notice {
  title: string
  text: string
}

const faults: Readonly<Record<FaultName, (limit: number) => string>> = {
  emailInvalid: () => 'That is no e-mail address.',
  emailReserved: () => 'Addresses like this one are for the server alone to give.',
  emailTaken: () => 'There is an account with this address already.',
  emailOutside: () => 'Only addresses in the domains of this organization are allowed.',
  emailDisposable: () => 'Please use an address that you mean to keep, not a disposable one.',
  nameEmpty: () => 'Please say what you are called.',
  nameTooLong: (limit) => `The name is too long: it may have ${characters(limit)}.`,
  nameCharacters: () => 'There is a character in the name that names can’t have, or no letter at all.',
  nameWildcard: () => 'Nobody can be called so: this word mentions everybody.',
  nameTaken: () => 'Somebody here is called so already.',
  passwordTooShort: (limit) => `The password is too short: it needs ${characters(limit)} at least.`,
  passwordTooLong: (limit) => `The password is too long: it may have ${characters(limit)}.`,
  invitationEnded: () => 'This invitation has ended.',
  invitationNeeded: () => 'You need an invitation to join here.',
  linkEnded: () => 'This link has ended.',
  organizationNameEmpty: () => 'Please give the organization a name.',
  organizationNameTooLong: (limit) => `The name is too long: it may have ${characters(limit)}.`,
  channelNameTooLong: (limit) => `The name of a channel may have ${characters(limit)}.`,
  channelNameCharacters: () => 'There is a character in a name that names of channels can’t have.',
  tooManyChannels: (limit) =>
    `That is too much to begin with: ${channels(limit)} will do. More can follow at any time.`,
  noSuchOrganization: () => 'There is no organization at this address. Is it spelled right?',
}

export const english = {
  /** Of the page, and of what `Intl` makes for it. */
  locale: 'en',

  logIn: 'Log in',
  haveAccount: 'You have an account here?',

  fields: {
    email: 'E-mail address',
    emailHint: 'You log in with it.',
    linkHint: 'We send a link to it, with which you go on.',
    name: 'Name',
    nameHint: 'How others see you here.',
    password: 'Password',
    passwordHint: (least: number) => `At least ${characters(least)}.`,
    newPassword: 'New password',
  },

  login: {
    wrong: 'The e-mail address or the password is wrong.',
    forgot: 'Forgot your password?',
    setAnother: 'Set another one',
    askAdministrator: 'An administrator can send you a link to set another one.',
    newHere: 'New here?',
    createAccount: 'Create an account',
  },

  deactivatedAccount: {
    title: 'Your account is deactivated',
    text: (email: string) =>
      `The account of ${email} was deactivated: nobody can log in with it. An administrator of the organization can give it back to you.`,
    another: 'Log in with another account',
  },

  join: {
    title: (organization: string) => `Join ${organization}`,
    invites: (inviter: string) => `${inviter} invites you.`,
    submit: 'Join',
    channels: 'Channels',
    channelsHint: 'Where you start, beside the channels that everybody starts in.',
    sendLink: 'Send the link',
    sent: {
      title: 'Look into your mail',
      text: 'A link is on its way to your address: with it you go on. It works for a day. If nothing comes within some minutes, look among the unwanted mail.',
    },
    invitationEnded: {
      title: 'This invitation has ended',
      text: 'It was used already, or taken back, or its time is over. Ask whoever sent it to you for another one.',
    },
    linkEnded: {
      title: 'This link has ended',
      text: 'It is more than a day old, or people can no longer join with it. Begin again, or ask somebody inside.',
    },
    uninvited: {
      title: 'You need an invitation',
      text: 'Only people who are invited can join here. Ask somebody inside for a link.',
    },
  },

  reset: {
    askTitle: 'Forgotten your password?',
    askText: 'We send a link to the address of your account, with which you set another one.',
    sendLink: 'Send the link',
    /** The same whether there is such an account or not. */
    sent: {
      title: 'Look into your mail',
      text: 'If there is an account with that address here, a link is on its way to it. It works once, for a day. If nothing comes within some minutes, look among the unwanted mail, or ask an administrator for a link.',
    },
    withoutMail:
      'This server sends no mail. An administrator can give you a link with which you set another password.',
    title: 'Set a new password',
    text: 'You will be logged out everywhere else, apps included.',
    submit: 'Set password',
    ended: {
      title: 'This link has ended',
      text: 'It was used already, or is more than a day old. Ask for another one, or have an administrator give you one.',
    },
  },

  address: {
    title: 'Confirm your address',
    text: (address: string) => `${address} is to become the address of your account.`,
    submit: 'Confirm',
    confirmedTitle: 'Your address is confirmed',
    confirmedText: (address: string) =>
      `${address} is the address of your account from now on. You log in with it.`,
    ended: {
      title: 'This link has ended',
      text: 'It was used already, or is more than a day old, or your password has changed since. Ask for another one in your settings.',
    },
  },

  unsubscribe: {
    title: 'No more such mails?',
    missedMessages: (email: string) =>
      `Mail about messages that you missed comes to ${email}. It can be ended here, without logging in.`,
    digest: (email: string) =>
      `The weekly digest comes to ${email}. It can be ended here, without logging in.`,
    submit: 'Send no more such mails',
    doneTitle: 'No more such mails',
    missedMessagesDone: (email: string) =>
      `Mail about messages that you missed does not come to ${email} any more. You can have it again by your settings.`,
    digestDone: (email: string) =>
      `The weekly digest does not come to ${email} any more. You can have it again by your settings.`,
    unknown: {
      title: 'This link is not complete',
      text: 'It may have been cut off. Your settings have the same to choose.',
    },
  },

  /** The page that makes the first organization of a server. */
  first: {
    title: 'Make your organization',
    text: 'This server is yours, and there is nobody here yet. Say what your team is called and who you are, and you are inside.',
    organization: 'Name of the organization',
    organizationHint: 'Your team, club or company, as its people call it.',
    owner: 'Your name',
    ownerHint: 'How others will see you.',
    emailHint: 'You log in with it. You will own the organization.',
    channels: 'First channels',
    channelsHint: 'Everybody who joins starts in these. You can change them at any time.',
    suggested: [
      { name: 'general', hint: 'What concerns everybody' },
      { name: 'team', hint: 'What the team works on' },
      { name: 'help', hint: 'Questions and answers' },
      { name: 'ideas', hint: 'What we could do' },
      { name: 'off topic', hint: 'Everything else' },
    ],
    moreChannels: 'Further channels',
    moreChannelsHint: 'With commas between their names.',
    submit: 'Make the organization',
    ended: {
      title: 'This link has ended',
      text: 'It makes the first organization of this server, works once, and there is an organization here now.',
    },
    /** Somebody else has the same link, and was sooner. */
    taken: {
      title: 'Somebody was sooner',
      text: 'The organization of this server was made with the same link, just now. Ask whoever did it for an invitation.',
    },
    wrong: {
      title: 'This link is not right',
      text: 'It may have been cut off, or be that of an earlier time. The server’s console shows the right one at each start.',
    },
  },

  demo: {
    ended: {
      title: 'This link has ended',
      text: 'Links into the demo work for as long as the server that printed them runs with --demo. Its console shows new ones at each start.',
    },
  },

  /** What a server says that has no organization for the address. */
  server: {
    empty: {
      title: 'There is no organization here yet',
      text: 'This Confab server is new. Whoever runs it makes the organization with the link that the server’s console shows at its start, or with “confab organization create”.',
    },
    unknown: {
      title: 'There is nobody at this address',
      text: 'No organization of this server has it. Please look whether it is spelled right, or ask whoever gave it to you.',
    },
    several: {
      title: 'Where to?',
      text: 'Several organizations are at home on this server, each at an address of its own.',
    },
    organization: 'Address of your organization',
    organizationHint: (example: string) => `Such as ${example}, or just its first part.`,
    /** Where it can't be asked for. */
    openYourself: 'Please open the address of yours.',
    go: 'Go there',
  },

  /** Why a page could not be shown, or what was sent be done; by the code of the error where it has a text of its own. */
  failures: {
    CSRF_FAILED: {
      title: 'Please try again',
      text: 'What you sent did not come from a page of this server, or your browser does not say so. Open the page again, and send it from there.',
    },
    REALM_DEACTIVATED: {
      title: 'This organization is closed',
      text: 'It was deactivated: nobody can log in, and nothing is deleted. Whoever runs the server can open it again.',
    },
    REALM_UNAVAILABLE: {
      title: 'Out of reach for the moment',
      text: 'This organization can’t be opened, and whoever runs the server has to see to it. Its log says what to do.',
    },
    SERVER_STARTING: {
      title: 'One moment',
      text: 'The server is starting. Please open the page again in a few seconds.',
    },
    STORAGE_FULL: {
      title: 'There is no room',
      text: 'The server can’t store this, and nothing was changed. Whoever runs it has to make room first.',
    },
    PAYLOAD_TOO_LARGE: { title: 'That was too much', text: 'What you sent is longer than this page takes.' },
    NOT_FOUND: {
      title: 'There is nothing here',
      text: 'The address leads nowhere. Please look whether it is complete.',
    },
    refused: {
      title: 'This can’t be done',
      text: 'What you sent is not what this page asks for. Please open it again.',
    },
    failed: {
      title: 'Something went wrong',
      text: 'That is the server’s fault, not yours, and its log says more. Please try again.',
    },
  } satisfies Readonly<Record<string, Notice>>,

  tooManyAttempts: {
    title: 'Too many attempts',
    /** @param minutes at least 1 */
    text: (minutes: number) =>
      `Too many attempts. Please wait ${counted('en', minutes, { one: 'minute', other: 'minutes' })} before you try again.`,
  },

  /** What may be wrong with a form. */
  faults,
  refused: 'This can’t be done so. Please look at what you filled in.',
}

export type Texts = typeof english

function characters(count: number): string {
  return counted('en', count, { one: 'character', other: 'characters' })
}

function channels(count: number): string {
  return counted('en', count, { one: 'channel', other: 'channels' })
}
