// A change of a text, with what is selected afterwards.

export interface Selection {
  readonly start: number
  readonly end: number
}

/** A change of a text: what stands between two places becomes something else, then this is selected. */
export interface Change {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly select: Selection
}
