// The settings of mail, out and in.
import { anyText, atLeast16, choice, file, mailServerAddress, pattern, secretText, sender } from './kinds'
import { optional, type Group } from './setting'

export const smtpUrl = optional({
  name: 'smtp-url',
  kind: mailServerAddress,
  placeholder: 'address',
  without: 'no mail',
  example: 'smtp://mail.example.com',
  sentence:
    'the server that takes mail: smtp://mail.example.com (port 587, encrypted by STARTTLS) or ' +
    'smtps://mail.example.com (port 465, encrypted from the start); needs public-url and mail-from',
})

export const mailFrom = optional({
  name: 'mail-from',
  kind: sender,
  placeholder: 'sender',
  without: 'nobody',
  example: 'Team chat <chat@example.com>',
  sentence: 'whom mails are from: chat@example.com, or Name <chat@example.com>',
})

export const smtpUser = optional({
  name: 'smtp-user',
  kind: anyText,
  placeholder: 'name',
  without: 'no login',
  example: 'chat',
  sentence: 'the name to log in with at the mail server',
})

export const smtpPassword = optional({
  name: 'smtp-password',
  kind: secretText,
  placeholder: 'password',
  without: 'none',
  secret: 'value',
  sentence: 'the password that goes with it',
})

export const smtpStarttls = optional({
  name: 'smtp-starttls',
  kind: choice('required', 'optional', 'off'),
  placeholder: 'when',
  without: 'required',
  example: 'required',
  sentence: 'encryption with smtp://: required, optional (where it is offered, by whoever it is) or off',
})

export const smtpCaFile = optional({
  name: 'smtp-ca-file',
  kind: file,
  placeholder: 'file',
  without: 'those the system trusts',
  example: '/etc/ssl/mail.pem',
  sentence: 'the certificates, in PEM, that the one of the mail server must come from',
})

export const incomingMailPattern = optional({
  name: 'incoming-mail-pattern',
  kind: pattern,
  placeholder: 'address',
  without: 'no mail comes in',
  example: '%s@mail.example.com',
  sentence:
    'addresses whose mail a mail server hands over to `confab mail receive` or POST /email_mirror, such as ' +
    '%s@mail.example.com: channels have one, and missed messages are answered by mail',
})

export const incomingMailSecret = optional({
  name: 'incoming-mail-secret',
  kind: atLeast16,
  placeholder: 'text',
  without: 'not by HTTP',
  secret: 'value',
  hasFlag: true,
  sentence: 'what a mail server says that hands mails over by HTTP',
})

export const mail: Group = {
  title: 'Mail',
  settings: [
    smtpUrl,
    mailFrom,
    smtpUser,
    smtpPassword,
    smtpStarttls,
    smtpCaFile,
    incomingMailPattern,
    incomingMailSecret,
  ],
}
