// What is said in the demo organization: a bakery, and a little of everything that Markdown can do.

/** The people, in the order that the messages count them. */
export const cast = [
  { name: 'Mara Lindqvist', email: 'mara@demo.example', role: 'owner' },
  { name: 'Jonas Okafor', email: 'jonas@demo.example', role: 'moderator' },
  { name: 'Priya Raman', email: 'priya@demo.example', role: 'member' },
] as const

const [mara, jonas, priya] = [0, 1, 2]

export const channels = [
  { name: 'general', description: 'What concerns all of us' },
  { name: 'recipes', description: 'What we bake, and **how**' },
  { name: 'shop website', description: 'Orders, opening hours, and the code behind them' },
]

/** A message to a topic of a channel, or to people directly. */
export interface DemoMessage {
  from: number
  to: { channel: string; topic: string } | { people: readonly number[] }
  content: string
}

const welcome = { channel: 'general', topic: 'welcome' }
const sourdough = { channel: 'recipes', topic: 'sourdough' }
const orders = { channel: 'shop website', topic: 'order numbers' }
const hours = { channel: 'general', topic: 'winter opening hours' }

export const messages: readonly DemoMessage[] = [
  {
    from: mara,
    to: welcome,
    content: `Welcome to the **Lighthouse Bakery**! :wave:

Conversations here have a *channel* and a *topic*, so that several can go on at once without getting mixed up:

- #**general** is for everybody,
- #**recipes** is for what we bake,
- #**shop website** is for the rest. ~~The fax machine~~ is retired.`,
  },
  {
    from: jonas,
    to: welcome,
    content: 'Good to be here. @**Priya Raman**, have you seen #**recipes>sourdough** yet?',
  },
  { from: priya, to: welcome, content: '/me waves back with floury hands :bread:' },
  {
    from: priya,
    to: sourdough,
    content: `The numbers for one loaf:

| ingredient | grams | share |
|:-----------|------:|------:|
| flour      |   500 | 100 % |
| water      |   375 |  75 % |
| starter    |   100 |  20 % |
| salt       |    10 |   2 % |

Hydration with the starter counted in, half of which is water:

\`\`\`math
h = \\frac{375 + 50}{500 + 50} \\approx 77\\,\\%
\`\`\``,
  },
  {
    from: mara,
    to: sourdough,
    content: `\`\`\`quote
water 375 g
\`\`\`
That's a wet one! What is your trick?`,
  },
  {
    from: priya,
    to: sourdough,
    content: `\`\`\`spoiler The trick
Fold it **four times**, half an hour apart:
1. pull one side up,
2. fold it over,
3. turn the bowl.
\`\`\``,
  },
  {
    from: jonas,
    to: orders,
    content: `Order numbers now carry a check digit, so a typo is noticed before the cake is baked:

\`\`\`python
def check_digit(number: int) -> int:
    digits = [int(d) for d in str(number)]
    return sum(d * (i + 2) for i, d in enumerate(digits)) % 10
\`\`\`

It costs $$O(n)$$ for \`n\` digits. That should be fast enough.`,
  },
  { from: mara, to: orders, content: '@**Jonas Okafor** lovely. Does it also notice *two* typos?' },
  { from: jonas, to: orders, content: 'Nine times out of ten. :sweat_smile:' },
  {
    from: mara,
    to: hours,
    content: `@**all** From December we open an hour later. The first late start is <time:2026-12-01T08:00:00+01:00>.

> Nobody buys bread in the dark.
> — my grandmother, who never met a student`,
  },
  { from: priya, to: hours, content: 'An hour more sleep! :tada:' },
  {
    from: jonas,
    to: { people: [mara] },
    content: 'Shall I put the new hours on the website, or will you?',
  },
  { from: mara, to: { people: [jonas] }, content: 'Please do. And thank you!' },
  {
    from: priya,
    to: { people: [mara, jonas] },
    content: 'I baked one loaf too many. Who wants it? :bread:',
  },
]
