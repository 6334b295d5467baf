// Work in steps, each of which says beforehand what it would change, and is undone when a later one fails.

/** What a step would change, for people. */
export interface Change {
  /** Such as `Write /etc/systemd/system/confab.service`. */
  readonly title: string
  /** What comes to stand there, or differs. */
  readonly details?: string
}

/** What a step has done. */
export interface Done {
  undo(): void | Promise<void>
  /** All steps are done: what was kept for undoing is let go of. */
  finish?(): void
}

export interface Step {
  /** Undefined if all is as it should be. */
  change(): Change | undefined
  /** @throws if it can't be done; then it has changed nothing */
  perform(): Done | Promise<Done>
}

/** A step failed, and all before it have been undone, but for those named. */
export class StepFailedError extends Error {
  constructor(
    readonly change: Change,
    /** What could not be undone, and why. */
    readonly remains: readonly string[],
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause))
    this.name = 'StepFailedError'
  }
}

/**
 * Performs those that change something, one after another.
 * @param tell hears of each before it is performed
 * @param afterUndoing what is to be done once all is as it was
 * @returns what was changed @throws StepFailedError
 */
export async function performSteps(
  steps: readonly Step[],
  tell: (change: Change) => void,
  afterUndoing: () => Promise<void>,
): Promise<Change[]> {
  const performed: { change: Change; done: Done }[] = []
  for (const step of steps) {
    const change = step.change()
    if (!change) continue
    tell(change)
    try {
      performed.push({ change, done: await step.perform() })
    } catch (error) {
      throw new StepFailedError(change, await undone(performed, afterUndoing), error)
    }
  }
  for (const { done } of performed) done.finish?.()
  return performed.map(({ change }) => change)
}

/** The last first. @returns what could not be undone, and why */
async function undone(
  performed: readonly { change: Change; done: Done }[],
  afterUndoing: () => Promise<void>,
): Promise<string[]> {
  const undoings = performed
    .toReversed()
    .map(({ change, done }) => ({ title: change.title, undo: () => done.undo() }))
  const remains: string[] = []
  for (const { title, undo } of [...undoings, { title: 'What ran before', undo: afterUndoing }]) {
    try {
      await undo()
    } catch (error) {
      remains.push(`${title} (${error instanceof Error ? error.message : String(error)})`)
    }
  }
  return remains
}
