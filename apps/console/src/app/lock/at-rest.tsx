import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../../ui/page/lazy.tsx'

/** Mounts its children once the browser is idle, after the page. */
export function AtRest({ children }: { readonly children: ReactNode }) {
  const [isAtRest, setAtRest] = useState(false)
  useEffect(() => whenIdle(() => setAtRest(true)), [])
  return isAtRest && children
}
