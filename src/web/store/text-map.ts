// A map by text that is never changed: a changed copy shares all shards but one with what it was made of.

/** So many entries a shard has at most on average; then there are more shards. */
const shardSize = 64

/** Values (never undefined) by text, in no order. To set or remove one copies a few dozen entries, however many there are. */
export class TextMap<V> implements ReadonlyMap<string, V> {
  static readonly none: TextMap<never> = new TextMap([new Map<string, never>()], 0)

  private constructor(
    private readonly shards: readonly ReadonlyMap<string, V>[],
    readonly size: number,
  ) {}

  static from<V>(entries: Iterable<readonly [string, V]>): TextMap<V> {
    const all = new Map(entries)
    if (all.size === 0) return TextMap.none
    return new TextMap(all.size <= shardSize ? [all] : sharded(all, all.size), all.size)
  }

  get(key: string): V | undefined {
    return this.shards[shardOf(key, this.shards.length)]?.get(key)
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  with(key: string, value: V): TextMap<V> {
    const before = this.get(key)
    if (before === value) return this
    const size = before === undefined ? this.size + 1 : this.size
    const at = shardOf(key, this.shards.length)
    const shards = this.shards.with(at, new Map(this.shards[at]).set(key, value))
    if (size <= shardSize * shards.length) return new TextMap(shards, size)
    return new TextMap(
      sharded(
        shards.flatMap((shard) => [...shard]),
        size,
      ),
      size,
    )
  }

  without(key: string): TextMap<V> {
    if (!this.has(key)) return this
    if (this.size === 1) return TextMap.none
    const at = shardOf(key, this.shards.length)
    const shard = new Map(this.shards[at])
    shard.delete(key)
    return new TextMap(this.shards.with(at, shard), this.size - 1)
  }

  *entries(): MapIterator<[string, V]> {
    for (const shard of this.shards) yield* shard
  }

  *keys(): MapIterator<string> {
    for (const shard of this.shards) yield* shard.keys()
  }

  *values(): MapIterator<V> {
    for (const shard of this.shards) yield* shard.values()
  }

  [Symbol.iterator](): MapIterator<[string, V]> {
    return this.entries()
  }

  forEach(call: (value: V, key: string, map: ReadonlyMap<string, V>) => void): void {
    for (const [key, value] of this.entries()) call(value, key, this)
  }
}

/** @param size how many entries there are */
function sharded<V>(
  entries: Iterable<readonly [string, V]>,
  size: number,
): readonly ReadonlyMap<string, V>[] {
  let count = 1
  while (size > (shardSize * count) / 2) count *= 4
  const shards = Array.from({ length: count }, () => new Map<string, V>())
  for (const [key, value] of entries) shards[shardOf(key, count)]?.set(key, value)
  return shards
}

/** FNV-1a. @param count of shards, a power of two */
function shardOf(key: string, count: number): number {
  if (count === 1) return 0
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) & (count - 1)
}
