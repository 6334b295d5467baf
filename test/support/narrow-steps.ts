// Makes narrows walk in tiny steps, as they do in a long history.
import { paceLimits } from '../../src/narrow/pace'

/** Does something while no step of a narrow looks at more than three messages. */
export function inSmallSteps<T>(work: () => T): T {
  const usual = { ...paceLimits }
  Object.assign(paceLimits, { fewest: 1, most: 3, few: 2 })
  try {
    return work()
  } finally {
    Object.assign(paceLimits, usual)
  }
}
