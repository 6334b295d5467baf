// Grey lines in place of what is still on its way, of the shape that it will have.
import { useEffect, useState } from 'preact/hooks'

/** In milliseconds: what comes sooner is better seen at once than after a flash of grey. */
const patience = 80

interface Props {
  rows: number
  /** What is loading, for those who can't see it. */
  label: string
}

export function Skeleton({ rows, label }: Props) {
  return (
    <div class="skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} class="skeleton-row">
          <span class="skeleton-picture" />
          <span class="skeleton-lines">
            <span style={{ width: `${String(20 + ((row * 37) % 25))}%` }} />
            <span style={{ width: `${String(50 + ((row * 53) % 45))}%` }} />
          </span>
        </div>
      ))}
    </div>
  )
}

/** Nothing at first: grey lines only for what takes a while. */
export function PatientSkeleton(props: Props) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Skeleton {...props} /> : null
}
