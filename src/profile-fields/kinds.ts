// The eight kinds of custom profile fields: what they are called, and what may be said in them (contract 2.4).

/** The protocol's numbers. */
export const kinds = {
  shortText: 1,
  longText: 2,
  options: 3,
  date: 4,
  link: 5,
  people: 6,
  externalAccount: 7,
  pronouns: 8,
} as const

/** Register's `custom_profile_field_types`. */
export const kindsOnWire = {
  SHORT_TEXT: { id: kinds.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: kinds.longText, name: 'Text (long)' },
  SELECT: { id: kinds.options, name: 'List of options' },
  DATE: { id: kinds.date, name: 'Date' },
  URL: { id: kinds.link, name: 'Link' },
  USER: { id: kinds.people, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: kinds.externalAccount, name: 'External account' },
  PRONOUNS: { id: kinds.pronouns, name: 'Pronouns' },
} as const

/** Kinds whose values are Markdown. */
export function takesMarkdown(kind: number): boolean {
  return kind === kinds.shortText || kind === kinds.longText
}

/** Kinds that fit into the summary of a profile. */
export function fitsSummary(kind: number): boolean {
  return kind !== kinds.longText && kind !== kinds.people
}

/** The external accounts that clients offer by themselves (`realm_default_external_accounts`). */
export const externalAccounts = {
  github: {
    name: 'GitHub',
    text: 'GitHub',
    hint: 'Enter your GitHub username',
    url_pattern: 'https://github.com/%(username)s',
  },
  twitter: {
    name: 'Twitter',
    text: 'Twitter',
    hint: 'Enter your Twitter username',
    url_pattern: 'https://twitter.com/%(username)s',
  },
} as const

/** One of them by its key; undefined for any other text. */
export function externalAccount(key: string): { name: string; hint: string } | undefined {
  return key === 'github' || key === 'twitter' ? externalAccounts[key] : undefined
}
