// Every text of every mail, by language: the one place where mails get their words.
import { button, facts, link, note, paragraph, quote, type Link, type Part } from './body'

/** What a mail says. */
export interface Text {
  subject: string
  body: readonly Part[]
  foot: readonly Part[]
}

/** An organization as mails speak of it. */
export interface Sender {
  name: string
  /** Its address, without a slash at its end. */
  url: string
}

/** When and where somebody logged in, in words. */
export interface LoginPlace {
  when: string
  device: string
  address: string
}

/** What a mail about missed messages says. */
export interface MissedFacts {
  subject: string
  /** The conversation. */
  place: Link
  messages: readonly Part[]
  /** How many messages are not shown. */
  further: number
  why: string
  /** Where the reader ends such mails. */
  ends: string
  canAnswer: boolean
}

const english = {
  /** How dates are written. */
  locale: 'en',

  /** `confab mail test`. */
  test: (sender: Sender): Text => ({
    subject: `A test from ${sender.name}`,
    body: [
      paragraph('Mail from your Confab server gets through: this is what it looks like.'),
      paragraph('Somebody at the server’s command line has asked for it. Nothing else is to be done.'),
    ],
    foot: [note('Sent by ', home(sender), '.')],
  }),

  invitation: (
    sender: Sender,
    { inviter, url, until }: { inviter: string; url: string; until: string },
  ): Text => ({
    subject: `${inviter} invites you to ${sender.name}`,
    body: [
      paragraph(`Hello,`),
      paragraph(`${inviter} invites you to join ${sender.name}, where the team writes to each other.`),
      button('Join', url),
      paragraph(until === '' ? 'The link works once.' : `The link works once, until ${until}.`),
    ],
    foot: [
      note(`If you don’t know ${inviter}, or don’t want to join, ignore this mail: nothing happens then.`),
    ],
  }),

  passwordReset: (
    sender: Sender,
    { name, url, until }: { name: string; url: string; until: string },
  ): Text => ({
    subject: `Set a new password for ${sender.name}`,
    body: [
      greeting(name),
      paragraph(
        'Somebody, probably you, has asked for a new password for your account at ',
        home(sender),
        '.',
      ),
      button('Set a new password', url),
      paragraph(`The link works once, until ${until}. Setting a new password logs you out everywhere else.`),
    ],
    foot: [note('If it was not you, ignore this mail: your password stays as it is.')],
  }),

  confirmAddress: (
    sender: Sender,
    { name, url, until, address }: { name: string; url: string; until: string; address: string },
  ): Text => ({
    subject: `Confirm your e-mail address for ${sender.name}`,
    body: [
      greeting(name),
      paragraph(`${address} is to become the address of your account at `, home(sender), '.'),
      button('Confirm the address', url),
      paragraph(`The link works until ${until}. Until you follow it, your address stays what it was.`),
    ],
    foot: [note('If you know nothing of this, ignore this mail: nothing happens then.')],
  }),

  /** To the address that was the account's before. */
  addressChanged: (sender: Sender, { name, address }: { name: string; address: string }): Text => ({
    subject: `Your e-mail address at ${sender.name} has changed`,
    body: [
      greeting(name),
      paragraph(
        `The address of your account at `,
        home(sender),
        ` is ${address} now. No more mail comes to this one.`,
      ),
      paragraph('If you did not want that, tell an administrator of your organization at once.'),
    ],
    foot: [why(sender)],
  }),

  login: (sender: Sender, { name, place }: { name: string; place: LoginPlace }): Text => ({
    subject: `New log-in to ${sender.name}`,
    body: [
      greeting(name),
      paragraph(
        'Somebody has logged in to your account at ',
        home(sender),
        ' from a device or place that it had not been used from lately.',
      ),
      facts(['When', place.when], ['With', place.device], ['From', place.address]),
      paragraph('If it was you, all is well.'),
      paragraph(
        'If it was not, ',
        link('set another password', `${sender.url}/reset-password`),
        ' at once, which logs everybody out, and tell an administrator.',
      ),
    ],
    foot: [why(sender), note('You can turn off mails about log-ins in your settings.')],
  }),

  welcome: (sender: Sender, { name, address }: { name: string; address: string }): Text => ({
    subject: `Welcome to ${sender.name}`,
    body: [
      greeting(name),
      paragraph(
        `You have an account at ${sender.name} now. To log in, with the app of your choice or in a browser, you need:`,
      ),
      facts(['Address of the organization', link(sender.url, sender.url)], ['Your e-mail address', address]),
      button(`Go to ${sender.name}`, sender.url),
      paragraph(
        'You don’t know your password? ',
        link('Set one', `${sender.url}/reset-password`),
        ' whenever you like.',
      ),
    ],
    foot: [why(sender)],
  }),

  deactivated: (sender: Sender, { name, comment }: { name: string; comment: string }): Text => ({
    subject: `Your account at ${sender.name} was deactivated`,
    body: [
      greeting(name),
      paragraph(
        'An administrator has deactivated your account at ',
        home(sender),
        '. You can no longer log in.',
      ),
      ...(comment === '' ? [] : [paragraph('They say:'), quote(comment)]),
    ],
    foot: [note(`You get this mail because you had an account at ${sender.name}.`)],
  }),

  /** What a person missed of one conversation, message by message. */
  missedMessages: (
    sender: Sender,
    { subject, place, messages, further, why, ends, canAnswer }: MissedFacts,
  ): Text => ({
    subject,
    body: [
      paragraph(place),
      ...messages,
      ...(further === 0 ? [] : [paragraph(more(further))]),
      button(`Open in ${sender.name}`, place.url),
    ],
    foot: [
      note(
        canAnswer
          ? 'What you answer to this mail is posted in the conversation.'
          : 'Nobody reads answers to this mail: answer in the conversation.',
      ),
      note(`You get this mail because ${why}. `, link('No more such mails', ends)),
    ],
  }),

  /** The same where mails are not to say what messages do. */
  missedInSecret: (
    sender: Sender,
    { subject, count, ends }: { subject: string; count: number; ends: string },
  ): Text => ({
    subject,
    body: [
      paragraph(
        count === 1 ? 'You have a new message at ' : `You have ${count} new messages at `,
        home(sender),
        '.',
      ),
      button(`Open ${sender.name}`, sender.url),
    ],
    foot: [
      note('What they say is not shown in mails, by your settings or those of the organization.'),
      note('You get this mail because you were away. ', link('No more such mails', ends)),
    ],
  }),

  /** What was said while somebody was away; without topics where mails are not to say what messages do. */
  digest: (
    sender: Sender,
    {
      messages,
      conversations,
      topics,
      ends,
    }: { messages: number; conversations: number; topics: readonly Part[]; ends: string },
  ): Text => ({
    subject: `${sender.name}: what you missed`,
    body: [
      paragraph(
        `While you were away, ${counted(messages, 'message')} came in ${counted(conversations, 'conversation')} of your channels at `,
        home(sender),
        '.',
      ),
      ...topics,
      button(`Open ${sender.name}`, sender.url),
    ],
    foot: [
      note('You get this mail because you have not been here for some days. ', link('No more digests', ends)),
    ],
  }),

  further: more,

  /** Subjects of mails about missed messages, as clients of the protocol know them. */
  missedSubjects: {
    hidden: 'New messages',
    direct: (names: readonly string[]) =>
      names.length === 0
        ? 'DMs with yourself'
        : `${names.length === 1 ? 'DMs' : 'Group DMs'} with ${listed(names)}`,
    topic: (channel: string, topic: string) => `#${channel} > ${topic}`,
    resolved: (subject: string) => `[resolved] ${subject}`,
    inOrganization: (subject: string, organization: string) => `${subject} [${organization}]`,
  },

  /** Why somebody is told, by the trigger. */
  missedReasons: {
    direct_message: 'somebody wrote to you directly',
    mention: 'you were mentioned',
    group_mention: 'a group that you are in was mentioned',
    topic_wildcard_mention_in_followed_topic: 'everybody was mentioned in a topic that you follow',
    stream_wildcard_mention_in_followed_topic: 'everybody was mentioned in a topic that you follow',
    topic_wildcard_mention: 'everybody in the topic was mentioned',
    stream_wildcard_mention: 'everybody in the channel was mentioned',
    followed_topic: 'you follow the topic',
    channel: 'you have mail turned on for the channel',
  },

  /** Several people, or things. */
  listed,

  registration: (sender: Sender, { url, until }: { url: string; until: string }): Text => ({
    subject: `Create your account at ${sender.name}`,
    body: [
      paragraph('Hello,'),
      paragraph('somebody, probably you, wants to join ', home(sender), ' with this e-mail address.'),
      button('Create an account', url),
      paragraph(`The link works until ${until}.`),
    ],
    foot: [note('If it was not you, ignore this mail: nothing happens then.')],
  }),

  /** To somebody who wants to join with the address of their account. */
  alreadyHere: (sender: Sender, { name }: { name: string }): Text => ({
    subject: `You have an account at ${sender.name}`,
    body: [
      greeting(name),
      paragraph(
        'Somebody, probably you, wants to join ',
        home(sender),
        ' with this e-mail address. You have an account there already.',
      ),
      button('Log in', `${sender.url}/login`),
      paragraph(
        'You don’t know your password? ',
        link('Set another one', `${sender.url}/reset-password`),
        '.',
      ),
    ],
    foot: [note('If it was not you, ignore this mail: nothing has happened.')],
  }),

  certificateEnds: (
    sender: Sender,
    { name, host, until, why }: { name: string; host: string; until: string; why: string },
  ): Text => ({
    subject: `The certificate of ${host} ends soon`,
    body: [
      greeting(name),
      paragraph(
        `Until ${until} browsers and apps trust the address ${host}, at which `,
        home(sender),
        ' is. The next certificate should have been there by now.',
      ),
      paragraph('What is wrong:'),
      quote(why),
      paragraph('Whoever runs the server finds in its log when it is tried again. Please tell them.'),
    ],
    foot: [note(`You get this mail because you are an owner of ${sender.name}.`)],
  }),

  organizationDeactivated: (sender: Sender, { name, by }: { name: string; by: string }): Text => ({
    subject: `${sender.name} was deactivated`,
    body: [
      greeting(name),
      paragraph(
        by === '' ? 'The organization ' : `${by} has deactivated the organization `,
        home(sender),
        by === '' ? ' was deactivated by whoever runs the server.' : '.',
        ' Nobody can log in; nothing is deleted.',
      ),
      paragraph('Whoever runs the server can open it again.'),
    ],
    foot: [note(`You get this mail because you are an owner of ${sender.name}.`)],
  }),
}

/** The texts in a language. */
export type Texts = typeof english

/** By the first part of a language's code. */
const languages: Readonly<Record<string, Texts>> = { en: english }

/** The texts in a language, such as `pt-BR`; in English where there are none in it. */
export function texts(language: string): Texts {
  const [first = ''] = language.toLowerCase().split(/[-_]/)
  return (Object.hasOwn(languages, first) ? languages[first] : undefined) ?? english
}

/** At most three by name. */
function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names
  return new Intl.ListFormat('en').format(shown)
}

function more(count: number): string {
  return count === 1 ? 'And one more.' : `And ${count} more.`
}

function counted(count: number, thing: string): string {
  return count === 1 ? `one ${thing}` : `${count} ${thing}s`
}

function greeting(name: string): Part {
  return paragraph(`Hello ${name},`)
}

function home({ name, url }: Sender) {
  return link(name, url)
}

function why(sender: Sender): Part {
  return note('You get this mail because you have an account at ', home(sender), '.')
}
