// The people of the demo's bakery, and where they talk.
import type { PersonName } from './conversations/script'

/** In the order in which they came. The first is the owner, and makes the organization. */
export const cast = [
  { key: 'mara', name: 'Mara Lindqvist', email: 'mara@demo.example', role: 'owner' },
  { key: 'jonas', name: 'Jonas Okafor', email: 'jonas@demo.example', role: 'moderator' },
  { key: 'priya', name: 'Priya Raman', email: 'priya@demo.example', role: 'member' },
  { key: 'tomas', name: 'Tomás Vega', email: 'tomas@demo.example', role: 'member' },
  { key: 'hana', name: 'Hana Sato', email: 'hana@demo.example', role: 'member' },
  { key: 'emil', name: 'Emil Brandt', email: 'emil@demo.example', role: 'guest' },
] as const satisfies readonly { key: PersonName; name: string; email: string; role: string }[]

export const organizationName = 'Lighthouse Bakery'

export const folders = [
  { name: 'Bakery', description: 'What happens before anybody else is awake' },
  { name: 'Shop', description: 'What happens once the door is open' },
] as const

export interface DemoChannel {
  name: string
  description: string
  folder?: (typeof folders)[number]['name']
  /** Who is in it beside its maker, Mara; all but the guest if it is not said. */
  people?: readonly PersonName[]
  isPrivate?: true
}

const staff: readonly PersonName[] = ['jonas', 'priya', 'tomas', 'hana']

export const channels: readonly DemoChannel[] = [
  { name: 'general', description: 'What concerns all of us', people: [...staff, 'emil'] },
  { name: 'recipes', description: 'What we bake, and **how**', folder: 'Bakery' },
  { name: 'night shift', description: 'From two to seven: doughs, ovens, who is in', folder: 'Bakery' },
  { name: 'counter', description: 'Stock, customers, and what they ask for', folder: 'Shop' },
  { name: 'shop website', description: 'Orders, vouchers, and the code behind them', folder: 'Shop' },
  {
    name: 'deliveries',
    description: 'Who gets what, and where Emil is',
    folder: 'Shop',
    people: [...staff, 'emil'],
  },
  {
    name: 'the books',
    description: 'Numbers, for those who sign for them',
    people: ['jonas'],
    isPrivate: true,
  },
  { name: 'off topic', description: 'Everything that is not bread', people: [...staff, 'emil'] },
]

/** The group that is mentioned when something is up at night. */
export const nightBakers = {
  name: 'night bakers',
  description: 'Whoever has flour on their sleeves before five',
  members: ['tomas', 'priya'],
} as const

export const statuses: Readonly<Partial<Record<PersonName, { text: string; emoji: string }>>> = {
  mara: { text: 'At the mill until noon', emoji: 'car' },
  jonas: { text: 'Do not feed the developer before lunch', emoji: 'computer' },
  tomas: { text: 'Asleep until two, please be kind', emoji: 'sleeping' },
  emil: { text: 'On the bike', emoji: 'bicycle' },
}

/** Topics that somebody follows. */
export const followed: readonly (readonly [PersonName, string, string])[] = [
  ['mara', 'night shift', 'oven 2'],
  ['mara', 'general', 'market stall'],
  ['priya', 'recipes', 'sourdough in winter'],
  ['jonas', 'shop website', 'slow on phones'],
  ['hana', 'general', 'market stall'],
  ['tomas', 'night shift', 'oven 2'],
]

/** What somebody has begun to write, and not sent. */
export const drafts: readonly { by: PersonName; channel: string; topic: string; content: string }[] = [
  {
    by: 'mara',
    channel: 'general',
    topic: 'winter opening hours',
    content: 'One more thing about January: I would like to close for a week, so that all of us',
  },
  {
    by: 'priya',
    channel: 'recipes',
    topic: 'stollen 2.0',
    content: 'What if we soak the raisins in *tea* instead of rum, for those who',
  },
  {
    by: 'jonas',
    channel: 'shop website',
    topic: 'gift vouchers',
    content: 'Vouchers need a number that nobody guesses: ',
  },
]

/** What is to be sent later, in days from the making of the demo. */
export const scheduled = [
  {
    by: 'mara',
    channel: 'general',
    topic: 'market stall',
    content: 'Good morning! Whoever has a thermos: please bring it to the stall.',
    inDays: 2,
  },
] as const

/** What somebody wants to be reminded of: the label of a line, and why. */
export const reminders = [{ by: 'mara', of: 'curve', note: 'Show it to the fitter', inDays: 1 }] as const

/** Texts that somebody needs again and again. */
export const snippets = [
  {
    by: 'hana',
    title: 'Allergens',
    content: 'All our breads have **gluten**. Nuts, milk and eggs: please ask at the counter.',
  },
] as const

/** What people say of themselves in their profiles. */
export const profileField = {
  name: 'Speciality',
  hint: 'What you bake, build or carry best',
  values: {
    mara: 'Cinnamon buns',
    jonas: 'The website, and pancakes',
    priya: 'Sourdough',
    tomas: 'Anything before sunrise',
    hana: 'Letters, lights and latte',
    emil: 'Uphill',
  } satisfies Readonly<Record<PersonName, string>>,
} as const

/** How many minutes ago somebody has last read everything; what came then is unread, but for where they have answered. */
export const catchingUp: readonly (readonly [PersonName, number])[] = [
  ['tomas', 290],
  ['emil', 215],
  ['mara', 190],
  ['jonas', 175],
  ['priya', 155],
  ['hana', 60],
]
