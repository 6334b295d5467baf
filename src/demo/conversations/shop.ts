// What the demo's people say about the shop: at its counter, on its website and on the way to customers.
import { conversation, day, minutes, type Line } from './script'

const orders = conversation({ channel: 'shop website', topic: 'order numbers' }, [
  [
    'hana',
    day(4, '11:20'),
    'A customer read her order number out on the phone, I typed 4182 for 4128, and baked a stranger’s birthday cake. It was a *good* cake.',
  ],
  [
    'jonas',
    day(4, '12:05'),
    `Sorry, and noted. From today order numbers end with a check digit, so a slip is noticed before the cake is baked:

\`\`\`python
def check_digit(number: int) -> int:
    """The last digit of an order number: swapped neighbours change it."""
    digits = [int(d) for d in str(number)]
    return sum(d * (i + 2) for i, d in enumerate(digits)) % 11 % 10


assert check_digit(4182) != check_digit(4128)
\`\`\`

It costs $$O(n)$$ for \`n\` digits. That should be fast enough.`,
    { reactions: { rocket: ['hana', 'mara'], cake: ['hana'] } },
  ],
  ['mara', day(4, '12:20'), '@**Jonas Okafor** lovely. Does it also notice *two* slips?'],
  [
    'jonas',
    day(4, '12:24'),
    'Ten times out of eleven. :sweat_smile:',
    { reactions: { joy: ['mara', 'hana', 'priya'] } },
  ],
])

const slow = conversation({ channel: 'shop website', topic: 'slow on phones' }, [
  [
    'hana',
    day(3, '08:40'),
    'Emil says that the page with the breads takes ages on his phone. Mine, too: I counted to nine.',
  ],
  [
    'jonas',
    day(3, '09:30'),
    `Found it: every photo was sent as it came out of Hana's camera, 24 megapixels each. Now:

\`\`\`diff
- <img src="/photos/rye.jpg">
+ <img src="/photos/rye-640.webp" width="640" height="427" loading="lazy" alt="A rye loaf, cut">
\`\`\`

| page    |  before | after |
|:--------|--------:|------:|
| breads  | 41.2 MB | 480 kB |
| cakes   | 18.7 MB | 310 kB |`,
    { label: 'photos', reactions: { zap: ['hana', 'mara'], tada: ['priya'] }, starredBy: ['jonas'] },
  ],
  [
    'hana',
    day(3, '09:41'),
    'Before I could count to one! And *alt* is for people who can’t see the picture?',
  ],
  ['jonas', day(3, '09:44'), 'Exactly. You are the poet here: would you write those for the other thirty?'],
  [
    'hana',
    minutes(64),
    'Done, all thirty. My favourite: “A roll that has seen things.”',
    { reactions: { joy: ['jonas', 'priya', 'mara'] } },
  ],
])

const hoursOnPage = conversation({ channel: 'shop website', topic: 'opening hours on the front page' }, [
  [
    'hana',
    day(2, '09:05'),
    'Three people stood before the closed door today. The page still has the summer hours.',
  ],
  [
    'jonas',
    day(2, '09:32'),
    'They come from one place now, the same that the door sign is printed from: #**general>winter opening hours**',
  ],
  [
    'hana',
    day(2, '09:50'),
    'Looks right to me. Thank you!',
    { topicBecomes: '✔ opening hours on the front page', reactions: { check: ['jonas'] } },
  ],
])

const vouchers = conversation({ channel: 'shop website', topic: 'gift vouchers' }, [
  ['mara', day(1, '10:00'), 'People want to give bread for Christmas. Can we sell vouchers by then?'],
  [
    'jonas',
    day(1, '10:18'),
    'By the second week of December, yes: printed at the counter first, by mail a week later. Two questions: how long are they good for, and can one pay in parts?',
  ],
  [
    'mara',
    day(1, '10:41'),
    'Three years, and yes: nobody should have to eat fifty euros at once.',
    { reactions: { laughing: ['jonas', 'hana'] } },
  ],
])

const newsletter = conversation({ channel: 'shop website', topic: 'newsletter' }, [
  ['hana', day(5, '15:30'), 'We have 412 addresses of people who said yes, and have never written to them.'],
  ['mara', day(5, '16:02'), 'Once a month, short, one recipe, no “special offers”. Would you?'],
  [
    'hana',
    day(5, '16:05'),
    'With pleasure. The first one is about bread that is a day old.',
    { reactions: { heart: ['mara', 'priya'] } },
  ],
])

const stock = conversation({ channel: 'counter', topic: 'paper bags' }, [
  ['hana', day(2, '17:20'), 'The small bags last until Friday.'],
  [
    'mara',
    day(2, '17:45'),
    'Ordered 5,000, recycled, with the new lighthouse. They come on Thursday.',
    { reactions: { thumbs_up: ['hana'] } },
  ],
])

const scarf = conversation({ channel: 'counter', topic: 'a lost scarf' }, [
  [
    'hana',
    day(1, '12:12'),
    'Somebody left a green scarf at table two. It smells of cinnamon, which narrows it down to everybody.',
  ],
  [
    'priya',
    day(1, '12:44'),
    'Mrs. Petersen, I think: two poppy seed rolls, every day at eight. Emil passes her house.',
  ],
  [
    'hana',
    minutes(150),
    'It was hers! She brought us a jar of quince jelly.',
    { reactions: { heart: ['priya', 'mara'], yum: ['priya'] } },
  ],
])

const rounds = conversation({ channel: 'deliveries', topic: 'Café Morgenrot' }, [
  [
    'emil',
    day(3, '09:20'),
    'Café Morgenrot would like ten croissants more on Saturdays, and all of it before half past seven.',
  ],
  ['mara', day(3, '09:55'), 'The croissants yes. Half past seven is up to you: is it on your way?'],
  [
    'emil',
    day(3, '10:01'),
    'If I do the harbour first, and the hill after. The hill is easier with an empty bike anyway. :bicycle:',
    { reactions: { muscle: ['mara', 'hana'] } },
  ],
  [
    'hana',
    minutes(205),
    'They called: today’s were “the best so far”. I am to tell whoever made them.',
    { reactions: { tada: ['priya', 'emil'] } },
  ],
  [
    'emil',
    minutes(28),
    'All round, back at eleven. @**Hana Sato**, the box for number 14 is still here: nobody was at home.',
  ],
])

const bike = conversation({ channel: 'deliveries', topic: 'the cargo bike' }, [
  ['emil', day(2, '11:30'), 'The front brake squeals like a gull.'],
  [
    'jonas',
    day(2, '11:52'),
    'Pads. I have some, and half an hour after closing.',
    { reactions: { pray: ['emil'] } },
  ],
  ['emil', day(1, '08:10'), 'Quiet as a roll. Thank you!'],
])

export const shop: readonly Line[] = [
  ...orders,
  ...slow,
  ...hoursOnPage,
  ...vouchers,
  ...newsletter,
  ...stock,
  ...scarf,
  ...rounds,
  ...bike,
]
