// Where a walk finds its messages: of the indexes that can find them, the one that takes the least work.
import { indexedConversations, listQueries, type IndexedPart } from '../search/full-text'
import type { MessageCriterion } from './criterion'
import { organizationState } from '../organization/state'
import { byIds, byReach, byText, byWord, type Lookup } from './lookup'
import { paceLimits } from './pace'
import { isWhole, type Reach } from './reach'
import { cut, type Span } from './span'
import type { Statements } from './statements'

/** Where a walk finds its messages. */
export type Source =
  /** `isFew`: so few that the full-text index is better asked about each of them. All are known to have that part. */
  | { readonly kind: 'index'; readonly lookup: Lookup; readonly isFew: boolean; readonly known?: IndexedPart }
  /** `isWithinReach`: the parts leave nothing out of reach. */
  | { readonly kind: 'text'; readonly parts: readonly IndexedPart[]; readonly isWithinReach: boolean }

type TextSource = Source & { kind: 'text' }

export function isByReach(source: Source): boolean {
  return source.kind === 'index' && source.lookup.isByReach === true
}

/** How many rows are counted to choose between indexes: few, then more if that told nothing. */
const trials = [100, 2400]
/** So many lists of the full-text index are tried for holding few messages. */
const lists = 4
/** In so many IDs, at the end where a walk begins, a search is compared with an index. */
const sample = 4096
/** A search names as many conversations at most. */
const fewConversations = 32

/**
 * Of indexes that had many rows, how many at least: as a rule they have them still, and if they have not, only time is lost.
 * Bounded in number and, in milliseconds, in age.
 */
const knownToHave = organizationState(() => new Map<string, { count: number; until: number }>())
const maxKnown = 1000
const knownFor = 60_000

/** Knows the indexes that can find a narrow's messages, and tries them out. */
export class Sources {
  /** All that is asked of the full-text index at once; undefined if there is no search. */
  readonly #text: TextSource | undefined
  /** The same where it is a single word: its list needs no blocks, as it comes in order and has nothing else. */
  readonly #word: Source | undefined
  /** The other indexes, best by experience first. */
  readonly #lookups: readonly Lookup[]

  /** @param isNarrowed whether the narrow is about some conversations. */
  constructor(
    readonly statements: Statements,
    readonly criteria: readonly MessageCriterion[],
    isNarrowed: boolean,
  ) {
    this.#text = textOf(criteria, statements.reach)
    this.#word = this.#text && wordOf(this.#text)
    this.#lookups = lookupsOf(criteria, this.#text !== undefined, isNarrowed)
  }

  /** The index that takes the least work, as far as short counts can tell. */
  choose(span: Span): Source {
    const text = this.#text
    const [first, ...others] = this.#lookups
    if (!first) return this.#word ?? text ?? this.indexed(byReach, span)
    if (!text && (others.length === 0 || first.rank === 0)) return this.indexed(first, span)
    const least = this.#least(span)
    const lookup = least?.lookup ?? first
    if (!text) return this.indexed(lookup, span)
    if (least && least.count < paceLimits.few) return { kind: 'index', lookup, isFew: true }
    return this.#compared({ kind: 'index', lookup, isFew: false }, text, span)
  }

  /** The messages with a word of the search that few have, if there is one. */
  rare(span: Span): Source | undefined {
    const tried = (this.#text?.parts ?? []).flatMap((part) =>
      listQueries(part).map((query) => ({ part, query })),
    )
    for (const { part, query } of tried.slice(0, lists)) {
      const ids = this.statements.listed(query, span, paceLimits.few)
      if (ids.length === paceLimits.few) continue
      if (span.order === 'descending') ids.reverse()
      const rare = { kind: 'index', lookup: byIds(ids), isFew: true } as const
      return 'anyOf' in part ? { ...rare, known: part } : rare
    }
    return undefined
  }

  /** The index with the fewest rows, if few enough to count. */
  #least(span: Span): { lookup: Lookup; count: number } | undefined {
    let least: { lookup: Lookup; count: number } | undefined
    for (const trial of trials) {
      for (const lookup of this.#lookups) {
        if (lookup.isByReach === true && this.statements.reach.readable.length > 0) continue
        const limit = least?.count ?? trial
        const count = this.#counted(lookup, span, limit)
        if (count < limit) least = { lookup, count }
      }
      if (least) return least
    }
    return undefined
  }

  /** How many rows the index has, up to the limit; those of a whole conversation may have been counted a moment ago. */
  #counted(lookup: Lookup, span: Span, limit: number): number {
    const { organization, reach } = this.statements
    const [stretch, ...others] = reach.stretches
    const isWholeOfOne = lookup.isByReach === true && stretch && others.length === 0 && isWhole(stretch)
    if (!isWholeOfOne || span.after > 0 || span.upTo < this.statements.newestId()) {
      return this.statements.count(lookup, span, limit)
    }
    const known = knownToHave(organization)
    const key = JSON.stringify([lookup.from.sql, lookup.where.values, stretch.conversationId])
    const now = organization.clock.now()
    const before = known.get(key)
    if (before && before.count >= limit && now < before.until) return limit
    const count = this.statements.count(lookup, span, limit)
    if (known.size >= maxKnown) known.clear()
    if (count === limit) known.set(key, { count, until: now + knownFor })
    return count
  }

  /** Which finds fewer where the walk begins. */
  #compared(index: Source & { kind: 'index' }, text: TextSource, span: Span): Source {
    const newest = this.statements.newestId()
    const { span: part, mark } = cut({ ...span, upTo: Math.min(span.upTo, newest) }, sample, true)
    const found = this.statements.count(byText(text.parts, mark ?? ''), part, sample)
    return this.statements.count(index.lookup, part, found + 1) < found ? index : (this.#word ?? text)
  }

  indexed(lookup: Lookup, span: Span): Source {
    const isAsked = this.criteria.some(({ condition }) => condition.kind === 'search')
    const isFew = isAsked && this.statements.count(lookup, span, paceLimits.few) < paceLimits.few
    return { kind: 'index', lookup, isFew }
  }
}

/** One full-text query for all that can be asked of the index at once. */
function textOf(
  criteria: readonly MessageCriterion[],
  { stretches, readable }: Reach,
): TextSource | undefined {
  if (!criteria.some(({ condition }) => condition.kind === 'search' && !condition.isNegated)) return undefined
  const parts = criteria.flatMap(({ indexed }) => indexed ?? [])
  const ids = new Set(stretches.map(({ conversationId }) => conversationId))
  if (ids.size === 0 || ids.size > fewConversations || readable.length > 0) {
    return { kind: 'text', parts, isWithinReach: false }
  }
  const isWithinReach = stretches.every(isWhole)
  return { kind: 'text', parts: [...parts, indexedConversations(ids)], isWithinReach }
}

/** A single word's list; phrases, and words beside others, are looked for in blocks. */
function wordOf({ parts }: TextSource): Source | undefined {
  const [part, ...others] = parts
  if (!part || !('anyOf' in part) || others.length > 0) return undefined
  return { kind: 'index', lookup: byWord(part), isFew: false, known: part }
}

/**
 * What has its part in the full-text query needs no index of its own, and what is by reach is never more than the reach,
 * which is of use by itself only where the narrow is about some conversations.
 */
function lookupsOf(criteria: readonly MessageCriterion[], isSearch: boolean, isNarrowed: boolean): Lookup[] {
  const lookups = criteria.flatMap((criterion) => {
    const isInText = isSearch && (criterion.indexed ?? []).length > 0
    return criterion.lookup && !isInText ? [criterion.lookup] : []
  })
  if (!isSearch && !lookups.some(({ isByReach }) => isByReach) && (isNarrowed || lookups.length === 0)) {
    lookups.push(byReach)
  }
  return lookups.sort((a, b) => a.rank - b.rank)
}
