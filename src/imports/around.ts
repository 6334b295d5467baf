// What is known of an import by the time that messages come, and what people have chosen.
import type { User } from '../users/repository'
import type { Report } from './report'
import type { Names, Source } from './source'

export interface Around {
  readonly source: Source
  /** Files of people who have left are the owner's. */
  readonly owner: User
  /** Their IDs here; those whom only messages name come to it. */
  readonly people: Map<string, number>
  readonly channels: ReadonlyMap<string, number>
  readonly names: Names
  readonly report: Report
}
