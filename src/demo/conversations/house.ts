// What the demo's people say about everything else: to all, to a few, and between two of them.
import { conversation, day, minutes, type Line } from './script'

const welcome = conversation({ channel: 'general', topic: 'welcome' }, [
  [
    'mara',
    day(5, '09:00'),
    `Welcome to the **Lighthouse Bakery**! :wave:

Conversations here have a *channel* and a *topic*, so that several can go on at once without getting mixed up:

- #**general** is for everybody,
- #**recipes** and #**night shift** are about baking,
- #**counter**, #**shop website** and #**deliveries** about selling it. ~~The fax machine~~ is retired.`,
    { reactions: { wave: ['jonas', 'priya', 'tomas', 'hana', 'emil'], tada: ['hana'] } },
  ],
  ['jonas', day(5, '09:12'), 'Good to be here. @**Priya Raman**, is the sourdough coming along?'],
  ['priya', day(5, '09:14'), '/me waves back with floury hands :bread:'],
  ['emil', day(5, '09:40'), 'Hello from the bike! I see only some of the channels, is that right?'],
  [
    'mara',
    day(5, '09:45'),
    'It is: you are a guest here, so you see those that you are in. Shout if you need another one.',
    { reactions: { thumbs_up: ['emil'] } },
  ],
])

const hours = conversation({ channel: 'general', topic: 'winter opening hours' }, [
  [
    'mara',
    day(3, '18:00'),
    `@**all** From next week on we open an hour later. The first late start is <time:{in:4 08:00}>.

> Nobody buys bread in the dark.
> — my grandmother, who never met a student`,
    { reactions: { tada: ['priya', 'hana'], sleeping: ['tomas'], heart: ['jonas'] } },
  ],
  ['priya', day(3, '18:07'), 'An hour more sleep! :tada:'],
  [
    'tomas',
    day(3, '18:30'),
    'The dough does not know about this, I fear.',
    { reactions: { joy: ['mara', 'priya', 'jonas'] } },
  ],
  [
    'jonas',
    day(2, '09:34'),
    'On the website since a minute ago: #**shop website>✔ opening hours on the front page**',
  ],
])

const stall = conversation({ channel: 'general', topic: 'market stall' }, [
  ['mara', day(2, '10:30'), 'The Christmas market has a stall for us, for one day. @**all**, please vote:'],
  [
    'mara',
    day(2, '10:31'),
    `/poll Which day do we take the stall?
Friday, when the choir sings
Saturday, when everybody is there
Sunday, when we could sleep`,
    {
      label: 'poll',
      steps: [
        ['mara', vote(1)],
        ['jonas', vote(1)],
        ['hana', vote(0)],
        ['hana', vote(1)],
        ['priya', vote(0)],
        ['tomas', vote(2)],
      ],
    },
  ],
  ['tomas', day(2, '13:05'), 'I stand by Sunday.', { reactions: { sleeping: ['priya'] } }],
  [
    'hana',
    day(1, '09:15'),
    `/todo For the stall
Ask for electricity: for the waffle iron
Borrow the big umbrella: from Café Morgenrot
Paint a sign
Small change: two hundred in coins`,
    {
      steps: [
        ['hana', { type: 'strike', key: '0,canned' }],
        ['emil', { type: 'strike', key: '1,canned' }],
        [
          'priya',
          { type: 'new_task', key: 2, task: 'Waffle dough', desc: 'twelve litres', completed: false },
        ],
      ],
    },
  ],
  [
    'emil',
    day(1, '11:20'),
    'They lend us the umbrella if they get two Stollen for it.',
    { reactions: { handshake: ['mara', 'hana'] } },
  ],
  [
    'hana',
    minutes(52),
    'Saturday leads by a nose. @**Mara Lindqvist**, shall I close the poll and tell the market?',
    { reactions: { eyes: ['jonas'] } },
  ],
])

const display = conversation({ channel: 'general', topic: 'the shop window' }, [
  [
    'hana',
    day(1, '17:05'),
    `It is up! Three evenings of work, and the lights are on a timer:

[shop-window.webp]({file:shop-window.webp})`,
    {
      label: 'window',
      reactions: {
        heart_eyes: ['mara', 'priya', 'emil'],
        snowflake: ['jonas', 'mara'],
        christmas_tree: ['tomas'],
      },
      starredBy: ['mara', 'hana', 'emil'],
    },
  ],
  [
    'mara',
    day(1, '17:11'),
    'Hana, it is *beautiful*. There were children with their noses at the glass when I left.',
  ],
  ['jonas', day(1, '17:20'), 'It is on the front page already. Is the lighthouse bread?'],
  [
    'hana',
    day(1, '17:22'),
    'Gingerbread, and nobody is to eat it before Epiphany. @**Emil Brandt** I am looking at you.',
    { reactions: { joy: ['emil', 'mara', 'priya', 'jonas'] } },
  ],
  ['emil', minutes(240), 'I only looked at it. From very close.'],
])

const books = conversation({ channel: 'the books', topic: 'price of flour' }, [
  ['mara', day(2, '19:10'), 'The mill wants 6 % more from January. That is about 2 cents a roll.'],
  [
    'jonas',
    day(2, '19:42'),
    'If we sign for two years they hold it at 3 %, I asked in spring. Shall I find the letter?',
  ],
  ['mara', day(2, '19:50'), 'Please. I would rather pay for storage than print new price tags.'],
  [
    'jonas',
    minutes(130),
    'Found it. It says “3 % for a term of 24 months, if agreed by the end of the year”. You are there today: good luck!',
  ],
])

const reading = conversation({ channel: 'off topic', topic: 'what are you reading?' }, [
  [
    'priya',
    day(3, '20:15'),
    'A novel in which a lighthouse keeper’s daughter becomes a baker. Mara, is this about you?',
  ],
  [
    'mara',
    day(3, '20:40'),
    'I wish. I am reading the manual of oven 2. It has no happy end.',
    { reactions: { joy: ['priya', 'tomas', 'hana', 'jonas'] } },
  ],
  ['emil', day(3, '21:02'), 'Maps, mostly.'],
])

const cat = conversation({ channel: 'off topic', topic: 'the cat on the flour sacks' }, [
  [
    'tomas',
    day(1, '02:40'),
    'She is back, on the rye again. We have to talk about her contract.',
    { reactions: { cat: ['priya', 'hana', 'mara', 'emil'] } },
  ],
  ['hana', day(1, '08:30'), 'No mice since October. I say she is staff.'],
  [
    'jonas',
    minutes(200),
    'Then she needs an account here. What is her e-mail address?',
    { reactions: { cat: ['tomas', 'hana'] } },
  ],
])

const birthday = conversation({ people: ['mara', 'jonas', 'priya'] }, [
  ['priya', day(1, '19:00'), 'Tomás is fifty next Tuesday. I bake, obviously. Ideas for a present?'],
  ['jonas', day(1, '19:15'), 'A night off?'],
  [
    'mara',
    day(1, '19:21'),
    'A *week* off, and Priya’s cousin takes the nights. I have asked her already. Not a word to him!',
    { reactions: { quiet: ['jonas', 'priya'], heart: ['priya'] } },
  ],
  ['priya', minutes(35), 'I baked one loaf too many, by the way. Who wants it? :bread:'],
])

const pair = conversation({ people: ['mara', 'jonas'] }, [
  ['jonas', day(2, '09:00'), 'Shall I put the new hours on the website, or will you?'],
  ['mara', day(2, '09:02'), 'Please do. And thank you!'],
  [
    'jonas',
    minutes(18),
    'When you are back: could you look at #**shop website>gift vouchers**? I need the wording for the small print.',
  ],
])

const friends = conversation({ people: ['priya', 'hana'] }, [
  ['hana', day(1, '18:10'), 'Coffee after your shift tomorrow? I have gossip about the choir.'],
  ['priya', day(1, '18:34'), 'Always.'],
  ['hana', minutes(12), 'I am at table two. With two spoons.'],
])

const others = [
  ...conversation({ people: ['tomas', 'mara'] }, [
    [
      'mara',
      minutes(110),
      'The fitter can come at half past seven on that day. Would you stay for him? I make breakfast.',
    ],
  ]),
  ...conversation({ people: ['emil', 'hana'] }, [
    ['emil', minutes(26), 'Number 14 is at home from three, says the neighbour. I can go once more.'],
  ]),
]

export const house: readonly Line[] = [
  ...welcome,
  ...hours,
  ...stall,
  ...display,
  ...books,
  ...reading,
  ...cat,
  ...birthday,
  ...pair,
  ...friends,
  ...others,
]

/** A vote for an option that the poll had from the start. */
function vote(index: number): object {
  return { type: 'vote', key: `canned,${index}`, vote: 1 }
}
