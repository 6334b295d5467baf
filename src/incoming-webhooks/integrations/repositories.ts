// What all senders that keep repositories tell of alike: pushes, branches, and which of them an address is for.
import { matches } from '../filters'
import type { Delivery, Message } from '../integration'
import { bullets, code, counted, escaped, link, say, nothing, paragraphs, type Markdown } from '../markdown'

export interface Commit {
  readonly id: string
  /** The whole of it; its first line is shown. */
  readonly message: string
  readonly url: string
  readonly author: string
}

/** Of a push, so many are shown; there may be thousands. */
export const shownCommits = 20

export interface Push {
  readonly repository: string
  readonly who: string
  /** `refs/heads/main` */
  readonly ref: string
  /** Those that are shown. */
  readonly commits: readonly Commit[]
  /** How many there are. */
  readonly total: number
  /** Where they can be seen. */
  readonly url: string
  readonly isNew: boolean
  readonly isGone: boolean
  readonly isForced?: boolean
}

/** What a push says; undefined for a branch that the address is not for. */
export function pushMessage(delivery: Delivery, push: Push): Message | undefined {
  const { kind, name } = refOf(push.ref)
  if (name === '') return undefined
  if (kind === 'branch' && !isWantedBranch(delivery, name)) return undefined
  const topic = `${push.repository} / ${name}`
  const what = say`${kind} ${code(name)}`
  if (push.isGone) return { topic, content: say`${somebody(push.who)} deleted ${what}.` }
  if (kind === 'tag') return { topic, content: say`${somebody(push.who)} pushed ${what}.` }
  const done = push.isForced ? 'force-pushed' : 'pushed'
  if (push.total === 0) {
    const verb = push.isNew ? 'created' : done
    return { topic, content: say`${somebody(push.who)} ${verb} ${link(what, push.url)}.` }
  }
  const commits = link(counted(push.total, 'commit'), push.url)
  const where = push.isNew ? say`new ${what}` : what
  return {
    topic,
    content: paragraphs(
      say`${somebody(push.who)} ${done} ${commits} to ${where}.`,
      bullets(push.commits, (each) => commitLine(each, push.who), { most: shownCommits, total: push.total }),
    ),
  }
}

function commitLine({ id, message, url, author }: Commit, pusher: string): Markdown {
  const [first = ''] = message.split('\n', 1)
  const by = author === '' || author === pusher ? nothing : say`, by ${author}`
  return say`${escaped(first, 100)} (${link(code(id.slice(0, 7)), url)}${by})`
}

/** A branch or a tag, by the name that Git has for it. */
export function refOf(ref: string): { kind: 'branch' | 'tag'; name: string } {
  const [, kind = 'heads', name = ref] = /^refs\/(heads|tags)\/(.*)$/s.exec(ref) ?? []
  return { kind: kind === 'tags' ? 'tag' : 'branch', name }
}

/** Git has zeros for what is not there. */
export function isNoCommit(id: string): boolean {
  return /^0{40,64}$/.test(id)
}

/** Whether the address is for that branch: for all, where it names none. */
export function isWantedBranch(delivery: Delivery, branch: string): boolean {
  const wanted = delivery
    .option('branches')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return wanted.length === 0 || wanted.some((pattern) => matches(branch, pattern))
}

/** Whoever did it, by the name that there is. */
export function somebody(name: string): string {
  return name === '' ? 'Somebody' : name
}
