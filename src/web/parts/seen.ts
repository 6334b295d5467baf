// What is drawn after the rest has been seen.
import { useEffect, useState } from 'preact/hooks'

/** A page that nobody looks at draws no frames. */
const longest = 200

/** False until the browser has shown what is drawn at first. */
export function useIsSeen(): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => afterFrame(() => setSeen(true)), [])
  return isSeen
}

/** @returns takes it back */
function afterFrame(run: () => void): () => void {
  let timer = setTimeout(run, longest)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
