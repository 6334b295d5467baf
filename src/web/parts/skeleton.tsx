// Grey lines in place of what is still on its way, of the shape that it will have.

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
