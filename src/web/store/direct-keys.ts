// Direct conversations by what they go by in the slices.

/** Everybody else in the conversation; only oneself for notes to oneself. @param key `directKey` */
export function idsOfKey(key: string): number[] {
  return key.split(',').map(Number)
}
