// How the demo's conversations are written down: who says what, where and when.

export type PersonName = 'mara' | 'jonas' | 'priya' | 'tomas' | 'hana' | 'emil'
export type SpeakerName = PersonName | 'ovenWatch'

/** Where something is said: in a topic of a channel, or to these people and nobody else. */
export type Place = { channel: string; topic: string } | { people: readonly PersonName[] }

/** Before the demo is made: so many minutes, or a time of day so many days earlier. */
export type Moment = { minutesAgo: number } | { daysAgo: number; at: `${number}:${number}` }

export interface Line {
  from: SpeakerName
  to: Place
  when: Moment
  /**
   * Markdown; `{file:NAME}` becomes the address of an upload, `{id:LABEL}` the ID of an earlier line, `{in:DAYS HH:MM}`
   * a moment to come.
   */
  says: string
  /** By which later lines and deeds name it. */
  label?: string
  /** By name of an emoji: who reacts with it. */
  reactions?: Readonly<Record<string, readonly SpeakerName[]>>
  starredBy?: readonly PersonName[]
  /** What is done to its poll or to-do list: who, and what, as clients say it. */
  steps?: readonly (readonly [PersonName, object])[]
  /** The new name of its topic, once all is said. */
  topicBecomes?: string
}

export type Further = Omit<Line, 'from' | 'to' | 'when' | 'says'>

/** One after another in a place: who, when, what, and what follows. */
export type Said = readonly [from: SpeakerName, when: Moment, says: string, further?: Further]

export function conversation(to: Place, said: readonly Said[]): Line[] {
  return said.map(([from, when, says, further = {}]) => ({ from, to, when, says, ...further }))
}

export function day(daysAgo: number, at: `${number}:${number}`): Moment {
  return { daysAgo, at }
}

export function minutes(minutesAgo: number): Moment {
  return { minutesAgo }
}
