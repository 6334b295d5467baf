// Which of the nightly backups stay: the last of each of so many days, weeks and months.
import type { BackupRules } from '../organization/rules'

/** How many days, weeks and months, going back from the newest backup, keep their last one. */
export type Retention = BackupRules['retention']

/**
 * The times of the backups that stay. The newest always does.
 * @param times of the nightly ones, in milliseconds
 */
export function keptOf(times: readonly number[], { daily, weekly, monthly }: Retention): Set<number> {
  const newestFirst = times.toSorted((a, b) => b - a)
  return new Set([
    ...newestFirst.slice(0, 1),
    ...lastOfEach(newestFirst, daily, dayOf),
    ...lastOfEach(newestFirst, weekly, weekOf),
    ...lastOfEach(newestFirst, monthly, monthOf),
  ])
}

/** Of as many periods as there are to be, those that have none left out, the last backup of each. */
function lastOfEach(
  newestFirst: readonly number[],
  count: number,
  periodOf: (time: Date) => string,
): number[] {
  const last = new Map<string, number>()
  for (const time of newestFirst) {
    const period = periodOf(new Date(time))
    if (!last.has(period)) last.set(period, time)
  }
  return [...last.values()].slice(0, count)
}

// By the machine's own calendar, as the hour at which they are made.

function dayOf(time: Date): string {
  return `${time.getFullYear()}-${time.getMonth()}-${time.getDate()}`
}

/** Weeks begin on Monday. */
function weekOf(time: Date): string {
  const monday = new Date(time)
  monday.setDate(time.getDate() - ((time.getDay() + 6) % 7))
  return dayOf(monday)
}

function monthOf(time: Date): string {
  return `${time.getFullYear()}-${time.getMonth()}`
}
