// What every event of GitHub and of those like it has: who, in which repository, about which issue.
import type { Delivery } from '../integration'
import { link, say, type Markdown } from '../markdown'
import type { Payload } from '../payload'
import { somebody } from './repositories'

/** Who did it. */
export function sender({ payload }: Delivery): string {
  return somebody(payload.text('sender', 'login') || payload.text('sender', 'username'))
}

/** As topics begin. */
export function repositoryName({ payload }: Delivery): string {
  return payload.text('repository', 'name') || payload.text('organization', 'login') || 'Repositories'
}

/** Its name as a link to it. */
export function repositoryLink({ payload }: Delivery): Markdown {
  const repository = payload.at('repository')
  return link(
    repository.text('full_name') || repository.text('name') || 'the repository',
    repository.text('html_url'),
  )
}

/** Something with a number and a title that people talk about. */
export interface Subject {
  readonly topic: string
  /** With a link: `PR #12 Title`. */
  readonly name: Markdown
}

/** @param kind what it is called, such as `issue` */
export function subjectOf(delivery: Delivery, kind: string, subject: Payload): Subject {
  const number = subject.text('number')
  const title = subject.text('title')
  const short = number === '' ? kind : `${kind} #${number}`
  return {
    topic: `${repositoryName(delivery)} / ${short} ${title}`,
    name: say`${link(short, subject.text('html_url'))} ${title}`,
  }
}
