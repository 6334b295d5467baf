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

/** The topic marked as resolved: cut where it would become too long. @param maxLength `max_topic_length`, in code points */
export function resolved(topic: string, maxLength: number): string {
  const marked = [...(resolvedMark + topic)]
  return marked.length <= maxLength ? marked.join('') : `${marked.slice(0, maxLength - 3).join('')}...`
}

/** The topic without the mark. */
export function unresolved(topic: string): string {
  return topic.replace(/^[✔ ]*✔ +/u, '')
}
