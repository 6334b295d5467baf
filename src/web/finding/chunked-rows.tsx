// A long list of rows in parts: the first are there at once, others when the browser has time; those out of sight are not painted.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { whenIdle } from '../parts/idle'

/** Rows of a part. Each part costs as much as a row while it is out of sight. */
const chunk = 20
/** Parts that are made at once: more than a screen has. */
const first = 2

interface Props {
  ids: readonly number[]
  /** Draws the row of an ID. */
  row(id: number): ComponentChildren
}

export function ChunkedRows({ ids, row }: Props) {
  const [made, setMade] = useState(first)
  const chunks = Math.ceil(ids.length / chunk)
  useEffect(() => (made < chunks ? whenIdle(() => setMade(made + 1)) : undefined), [made, chunks])
  return (
    <div role="list">
      {Array.from({ length: chunks }, (_, index) => {
        const own = ids.slice(index * chunk, (index + 1) * chunk)
        return (
          <div key={index} role="none" class="row-chunk" style={{ '--rows': own.length }}>
            {index < made &&
              own.map((id) => (
                <div key={id} role="listitem">
                  {row(id)}
                </div>
              ))}
          </div>
        )
      })}
    </div>
  )
}
