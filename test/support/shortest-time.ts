// How long some work takes, whatever else the machine does.

/** Milliseconds of the processor that some work takes, however busy the machine is: of several runs, the least. */
export function shortestTime(work: () => void): number {
  let shortest = Infinity
  for (let run = 0; run < 20 && shortest > 50; run += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    shortest = Math.min(shortest, (user + system) / 1000)
  }
  return shortest
}
