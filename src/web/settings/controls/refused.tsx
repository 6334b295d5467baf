// A page, or a part of one, that somebody may look at but not change: why is said once, at its head, and not at each control again.
import { createContext, type ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { Notice } from './notice'

const SaidAbove = createContext<string | undefined>(undefined)

/** @param why undefined for whoever may change it */
export function Refused({ why, children }: { why: string | undefined; children: ComponentChildren }) {
  const above = useContext(SaidAbove)
  return (
    <SaidAbove.Provider value={why ?? above}>
      {why !== undefined && why !== above && <Notice>{why}</Notice>}
      {children}
    </SaidAbove.Provider>
  )
}

/** Whether a control's refusal is what stands above it: then it is for ears alone. */
export function useSaidAbove(refusal: string | undefined): boolean {
  return useContext(SaidAbove) === refusal
}
