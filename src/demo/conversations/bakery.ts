// What the demo's people say about baking: in recipes, and at night.
import { conversation, day, minutes, type Line } from './script'

const sourdough = conversation({ channel: 'recipes', topic: 'sourdough in winter' }, [
  [
    'priya',
    day(4, '07:05'),
    `The bakehouse was at 16 °C this morning, and the dough knew it. Here is what I do from now until March:

| ingredient | grams | share |
|:-----------|------:|------:|
| flour      |   500 | 100 % |
| water, 32 °C |   375 |  75 % |
| starter    |   120 |  24 % |
| salt       |    10 |   2 % |

Hydration with the starter counted in, half of which is water:

\`\`\`math
h = \\frac{375 + 60}{500 + 60} \\approx 77.7\\,\\%
\`\`\``,
    {
      label: 'winter dough',
      reactions: { bread: ['tomas', 'hana'], nerd: ['jonas'] },
      starredBy: ['tomas', 'mara'],
    },
  ],
  [
    'mara',
    day(4, '08:31'),
    `\`\`\`quote
water, 32 °C
\`\`\`
That's warm! Doesn't the starter sulk?`,
  ],
  [
    'priya',
    day(4, '08:40'),
    `It would at 40. By the time flour and bowl have taken their share, the dough is at 25 to 26. The rule of thumb: $$t_w = 3 \\cdot t_d - t_f - t_s$$, with the flour and the starter as cold as the room.`,
    { reactions: { bulb: ['mara'] } },
  ],
  ['tomas', day(4, '14:20'), 'And how do you get it to stand that high? Mine spreads like gossip.'],
  [
    'priya',
    day(4, '14:52'),
    `\`\`\`spoiler The trick
Fold it **four times**, half an hour apart:

1. pull one side up,
2. fold it over,
3. turn the bowl.

And then the part that nobody does: leave it alone.
\`\`\``,
    { reactions: { clap: ['tomas', 'mara'], thumbs_up: ['hana'] } },
  ],
  [
    'tomas',
    day(2, '05:48'),
    `Four folds, hands off, and look at this crumb:

[crumb.webp]({file:crumb.webp})`,
    {
      label: 'crumb',
      reactions: { heart_eyes: ['priya', 'hana'], starter: ['priya', 'mara'], bread: ['jonas'] },
      starredBy: ['priya'],
    },
  ],
  ['priya', day(2, '06:30'), 'I am framing this. :starter:', { reactions: { joy: ['tomas'] } }],
  [
    'priya',
    minutes(95),
    'It is in the book now, with the temperatures: page 12. @**Tomás Vega**, could you try it with a fifth of rye on Thursday?',
  ],
])

const stollen = conversation({ channel: 'recipes', topic: 'stollen 2.0' }, [
  [
    'hana',
    day(3, '10:15'),
    `Customers keep asking for a Stollen without marzipan. And I made a label, in case you say yes:

[stollen-label.webp]({file:stollen-label.webp})`,
    { reactions: { heart: ['mara', 'priya'], lemon: ['tomas'], christmas_tree: ['jonas', 'mara'] } },
  ],
  ['mara', day(3, '10:22'), 'I say yes to the *label* at once. What goes in, instead?'],
  [
    'priya',
    day(3, '11:05'),
    `Candied lemon, which we make anyway, and almonds in their skins:

- candied lemon: three trays are drying,
- almonds: ordered, 12 kg,
- butter: more than anybody wants to know.`,
  ],
  [
    'tomas',
    day(3, '15:40'),
    'It has to lie for four weeks. So the first ones have to be baked *this* week, or they are an Easter cake.',
  ],
  [
    'mara',
    minutes(170),
    'Then this week it is. @*night bakers*, can you take twenty of them on Wednesday?',
    { label: 'twenty' },
  ],
  ['tomas', minutes(41), 'Twenty fit beside the rye if oven 2 behaves: #**night shift>oven 2**'],
])

const rye = conversation({ channel: 'recipes', topic: 'lemon or orange peel?' }, [
  ['priya', day(5, '09:50'), 'For the Christmas bread: lemon or orange? I can candy only one this week.'],
  [
    'hana',
    day(5, '09:58'),
    'Lemon. The orange one stayed on the shelf last year.',
    { reactions: { plus: ['mara', 'tomas'] } },
  ],
  ['mara', day(5, '10:10'), 'Lemon, then.', { topicBecomes: '✔ lemon or orange peel?' }],
])

const flour = conversation({ channel: 'recipes', topic: 'the new flour' }, [
  [
    'mara',
    day(1, '16:30'),
    `The mill sent the analysis of the harvest:

\`\`\`text
protein      12.9 %    (last year 12.1 %)
ash           0.62 %
falling no.  312 s
\`\`\`

More protein, so it will take more water. I'll be there tomorrow morning: what should I ask?`,
  ],
  [
    'priya',
    day(1, '17:02'),
    'Whether they mill it coarser on request, and whether the 25 kg sacks come back. My shoulders ask.',
  ],
  [
    'tomas',
    day(1, '20:15'),
    'Ask for two sacks to try before we take two tons.',
    { reactions: { '100': ['mara', 'priya'] } },
  ],
])

const oven = conversation({ channel: 'night shift', topic: 'oven 2' }, [
  ['ovenWatch', day(1, '03:44'), ':fire: **Oven 2** is at 211 °C, 39 °C below what was asked for.'],
  ['ovenWatch', day(1, '03:58'), '**Oven 2** is at 244 °C again.'],
  [
    'tomas',
    day(1, '04:20'),
    `It does that with every load: the display says 252 all the time, and the stone says something else. I let the probe run for two hours:

[oven-2.webp]({file:oven-2.webp})`,
    { label: 'curve', reactions: { eyes: ['mara', 'priya'] }, starredBy: ['mara'] },
  ],
  [
    'priya',
    day(1, '06:45'),
    'So the first loaves of each load bake at 215 or so. That explains the pale ones!',
  ],
  [
    'mara',
    day(1, '08:05'),
    'Good find. I have called the fitter: he comes on <time:{in:2 07:30}> and wants somebody here who can show him. Until then: preheat ten minutes longer?',
    { reactions: { ok: ['tomas', 'priya'] } },
  ],
  [
    'tomas',
    day(1, '13:58'),
    'I will be here anyway. Ten minutes more cost us about $$18\\,\\mathrm{kWh}$$ a week, by the way. I would rather have the seal.',
  ],
  ['ovenWatch', minutes(320), ':fire: **Oven 2** is at 208 °C, 42 °C below what was asked for.'],
  ['ovenWatch', minutes(306), '**Oven 2** is at 240 °C again.'],
  [
    'tomas',
    minutes(300),
    'As predicted: #**night shift>oven 2@{id:curve}**. Only two pale ones today, and I ate the evidence.',
    { reactions: { joy: ['priya', 'hana'] } },
  ],
])

const who = conversation({ channel: 'night shift', topic: 'who is in this week' }, [
  ['tomas', day(2, '13:10'), 'Monday to Thursday me, Friday and Saturday Priya. Sunday is for sleeping.'],
  [
    'priya',
    day(2, '13:31'),
    'Could we swap Thursday and Friday? My sister visits.',
    { reactions: { thumbs_up: ['tomas'] } },
  ],
  ['mara', day(2, '18:02'), '/me has changed the plan on the fridge'],
])

export const bakery: readonly Line[] = [...sourdough, ...stollen, ...rye, ...flour, ...oven, ...who]
