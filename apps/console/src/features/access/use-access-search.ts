import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AccessSearch, readAccessSearch, type SortOrder, writeAccessSearch } from './access-search.ts'

const settleMs = 250

interface AccessSearchState {
  readonly text: string
  readonly setText: (text: string) => void
  readonly sort: SortOrder
  readonly setSort: (sort: SortOrder) => void
}

/** Search text and order, kept in the URL: at once on screen, the text in the address once typing rests. */
export function useAccessSearch(): AccessSearchState {
  const navigate = useNavigate()
  const { q: inUrl, sort } = readAccessSearch(useSearch({ strict: false }))
  const [text, setText] = useState(inUrl)
  const [known, setKnown] = useState(inUrl)
  if (known !== inUrl) {
    setKnown(inUrl)
    setText(inUrl)
  }
  const go = (search: AccessSearch, replace: boolean) =>
    void navigate({ to: '.', search: writeAccessSearch(search) as never, replace, resetScroll: false })

  useEffect(() => {
    if (text === inUrl) return
    const timer = setTimeout(() => {
      setKnown(text)
      go({ q: text, sort }, true)
    }, settleMs)
    return () => clearTimeout(timer)
  })

  return {
    text,
    setText,
    sort,
    setSort: next => {
      setKnown(text)
      go({ q: text, sort: next }, false)
    },
  }
}
