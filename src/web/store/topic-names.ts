// Topics as texts: when two are the same one, and the mark of resolved ones.

/** What resolved topics start with. */
export const resolvedMark = '✔ '

/** How topics compare: without case, and without differences that can't be seen. */
export function topicKey(topic: string): string {
  return topic.normalize('NFKC').toLowerCase()
}

export function isResolved(topic: string): boolean {
  return topic.startsWith(resolvedMark)
}

/** The topic without the mark. */
export function unresolved(topic: string): string {
  return topic.replace(/^[✔ ]+/u, '')
}
