// A poll as its steps have made it: the question, the options, who chose what. Pure.
import type { Submessage } from '../../store/messages'
import { isNumber, isText, isTexts, orElse } from '../../store/shapes'
import { extraDataOf, stepOf } from './steps'

export interface PollOption {
  /** `canned,<index>` or `<user ID>,<index>`. */
  readonly key: string
  readonly option: string
  /** IDs of who chose it, in their order. */
  readonly voters: readonly number[]
}

export interface Poll {
  readonly question: string
  readonly options: readonly PollOption[]
}

/** @param author who sent the message: only they change its question @returns undefined if it is no poll */
export function pollOf(steps: readonly Submessage[], author: number): Poll | undefined {
  const data = extraDataOf(steps, 'poll')
  if (!data) return undefined
  let question = orElse(isText, data['question'], '')
  const options = new Map<string, { option: string; voters: Set<number> }>()
  for (const [index, option] of orElse(isTexts, data['options'], []).entries())
    options.set(`canned,${index}`, { option, voters: new Set() })
  for (const step of steps.slice(1)) {
    const said = stepOf(step)
    if (said?.['type'] === 'question' && step.sender_id === author && isText(said['question']))
      question = said['question']
    else if (said?.['type'] === 'new_option' && isText(said['option']) && isNumber(said['idx']))
      options.set(`${step.sender_id},${said['idx']}`, { option: said['option'], voters: new Set() })
    else if (said?.['type'] === 'vote' && isText(said['key'])) {
      const voters = options.get(said['key'])?.voters
      if (said['vote'] === 1) voters?.add(step.sender_id)
      else voters?.delete(step.sender_id)
    }
  }
  return {
    question,
    options: [...options].map(([key, { option, voters }]) => ({ key, option, voters: [...voters] })),
  }
}

/** The number of the next option that this person adds. */
export function nextIndex({ options }: Poll, me: number): number {
  const own = options.flatMap(({ key }) => {
    const [who, index] = key.split(',')
    return who === String(me) ? [Number(index)] : []
  })
  return Math.max(0, ...own) + 1
}
