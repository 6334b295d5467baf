// A map by ID that is never changed: a changed copy shares all but a few dozen slots with what it was made of.

/** Slots of a node. */
const width = 32

interface Leaf<V> {
  readonly values: (V | undefined)[]
}

interface Branch<V> {
  readonly nodes: (Node<V> | undefined)[]
}

type Node<V> = Leaf<V> | Branch<V>

/** Nodes that were made within one change and that nobody else has: they may be written to. */
type Own = Set<object>

/**
 * Values (never undefined) by whole numbers from 0 on, in ascending order. To set or remove one copies a node for each level:
 * three or four of 32 slots for IDs below a million, however many there are. What can't be an ID is not in it and is not added.
 */
export class IdMap<V> implements ReadonlyMap<number, V> {
  static readonly none: IdMap<never> = new IdMap<never>(undefined, 0, 0)

  private constructor(
    private readonly root: Node<V> | undefined,
    /** Of branches above the leaves. */
    private readonly levels: number,
    readonly size: number,
  ) {}

  static from<V>(entries: Iterable<readonly [number, V]>): IdMap<V> {
    const none: IdMap<V> = IdMap.none
    return none.withAll(entries)
  }

  /** Records by what a field of theirs says. */
  static by<V>(records: Iterable<V>, idOf: (record: V) => number): IdMap<V> {
    return IdMap.from(pairs(records, idOf))
  }

  get(id: number): V | undefined {
    return this.root && this.#holds(id) ? slotted(this.root, this.levels, id) : undefined
  }

  has(id: number): boolean {
    return this.get(id) !== undefined
  }

  with(id: number, value: V): IdMap<V> {
    return this.get(id) === value ? this : this.withAll([[id, value]])
  }

  withAll(entries: Iterable<readonly [number, V]>): IdMap<V> {
    const own: Own = new Set()
    let { root, levels, size } = this
    let isChanged = false
    for (const [id, value] of entries) {
      if (!isId(id)) continue
      for (; id >= width ** (levels + 1); levels++) if (root) root = grown(root, own)
      root ??= emptyNode(levels, own)
      const before = slotted(root, levels, id)
      if (before === value) continue
      if (before === undefined) size++
      root = written(root, levels, id, value, own)
      isChanged = true
    }
    return isChanged ? new IdMap(root, levels, size) : this
  }

  without(id: number): IdMap<V> {
    return this.withoutAll([id])
  }

  withoutAll(ids: Iterable<number>): IdMap<V> {
    const own: Own = new Set()
    let { root, size } = this
    for (const id of ids) {
      if (!root || !this.#holds(id) || slotted(root, this.levels, id) === undefined) continue
      root = written(root, this.levels, id, undefined, own)
      size--
    }
    if (size === this.size) return this
    return size === 0 ? IdMap.none : new IdMap(root, this.levels, size)
  }

  #holds(id: number): boolean {
    return isId(id) && id < width ** (this.levels + 1)
  }

  *entries(): MapIterator<[number, V]> {
    if (this.root) yield* entriesOf(this.root, this.levels, 0)
  }

  *keys(): MapIterator<number> {
    for (const [id] of this.entries()) yield id
  }

  *values(): MapIterator<V> {
    for (const [, value] of this.entries()) yield value
  }

  [Symbol.iterator](): MapIterator<[number, V]> {
    return this.entries()
  }

  forEach(call: (value: V, id: number, map: ReadonlyMap<number, V>) => void): void {
    for (const [id, value] of this.entries()) call(value, id, this)
  }
}

function isId(id: number): boolean {
  return Number.isSafeInteger(id) && id >= 0
}

function slotOf(id: number, level: number): number {
  return Math.floor(id / width ** level) % width
}

function* pairs<V>(records: Iterable<V>, idOf: (record: V) => number): Iterable<[number, V]> {
  for (const record of records) yield [idOf(record), record]
}

function emptyNode<V>(level: number, own: Own): Node<V> {
  const slots = Array.from({ length: width }, nothing)
  const node: Node<V> = level === 0 ? { values: slots } : { nodes: slots }
  return owned(node, own)
}

/** A node of the level above, which holds this one as its first. */
function grown<V>(node: Node<V>, own: Own): Node<V> {
  return owned({ nodes: [node, ...Array.from({ length: width - 1 }, nothing)] }, own)
}

function nothing(): undefined {}

function slotted<V>(root: Node<V>, levels: number, id: number): V | undefined {
  let node: Node<V> | undefined = root
  for (let level = levels; node !== undefined && 'nodes' in node; level--)
    node = node.nodes[slotOf(id, level)]
  return node && 'values' in node ? node.values[slotOf(id, 0)] : undefined
}

/** The node with another value in it; itself if it may be written to. */
function written<V>(node: Node<V>, level: number, id: number, value: V | undefined, own: Own): Node<V> {
  const mine = own.has(node) ? node : owned(copied(node), own)
  const slot = slotOf(id, level)
  if ('values' in mine) mine.values[slot] = value
  else {
    const below = mine.nodes[slot] ?? emptyNode<V>(level - 1, own)
    mine.nodes[slot] = written(below, level - 1, id, value, own)
  }
  return mine
}

function copied<V>(node: Node<V>): Node<V> {
  return 'values' in node ? { values: node.values.slice() } : { nodes: node.nodes.slice() }
}

function owned<V>(node: Node<V>, own: Own): Node<V> {
  own.add(node)
  return node
}

function* entriesOf<V>(node: Node<V>, level: number, first: number): MapIterator<[number, V]> {
  if ('values' in node) {
    for (let slot = 0; slot < width; slot++) {
      const value = node.values[slot]
      if (value !== undefined) yield [first + slot, value]
    }
    return
  }
  for (let slot = 0; slot < width; slot++) {
    const below = node.nodes[slot]
    if (below) yield* entriesOf(below, level - 1, first + slot * width ** level)
  }
}
