// Long work that writes nothing, in slices, so that others have their turn between two.

/** How long others are kept waiting by a slice, in milliseconds. */
const slice = 20

/** Gives a function that is to be awaited again and again in the course of long work: now and then it lets others go first. */
export function sharingTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < slice) return undefined
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now()
        resolve()
      })
    })
  }
}
