import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

const settleMs = 250

/** The text searched for, kept in the URL as `q`: at once on screen, in the address once typing rests. */
export function useSearchText(): [string, (text: string) => void] {
  const navigate = useNavigate()
  const { q } = useSearch({ strict: false }) as { q?: unknown }
  const inUrl = q === undefined ? '' : String(q)
  const [text, setText] = useState(inUrl)
  const [known, setKnown] = useState(inUrl)
  if (known !== inUrl) {
    setKnown(inUrl)
    setText(inUrl)
  }
  useEffect(() => {
    if (text === inUrl) return
    const timer = setTimeout(() => {
      setKnown(text)
      void navigate({ to: '.', search: (text ? { q: text } : {}) as never, replace: true, resetScroll: false })
    }, settleMs)
    return () => clearTimeout(timer)
  }, [text, inUrl, navigate])
  return [text, setText]
}
