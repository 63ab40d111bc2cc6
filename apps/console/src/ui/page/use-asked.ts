import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Opens what a link to this page asks for, `#block`, once: the hash is removed, so that a reload opens nothing. */
export function useAsked(name: string, open: () => void): void {
  const isAsked = useLocation({ select: ({ hash }) => hash === name })
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `open` is new at each rendering
  useEffect(() => {
    if (!isAsked) return
    open()
    void navigate({ to: '.', hash: '', search: true as never, replace: true, resetScroll: false })
  }, [isAsked])
}
