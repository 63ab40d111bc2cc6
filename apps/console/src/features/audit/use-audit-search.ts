import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AuditSearch, noSearch, readAuditSearch, writeAuditSearch } from './audit-search.ts'

const settleMs = 300

/** The filters, kept in the URL; what is typed goes there once typing rests. */
export function useAuditSearch() {
  const navigate = useNavigate()
  const search = readAuditSearch(useSearch({ strict: false }))
  const [text, setText] = useState(search.q)
  const [known, setKnown] = useState(search.q)
  if (known !== search.q) {
    setKnown(search.q)
    setText(search.q)
  }
  const go = (next: AuditSearch, replace: boolean) => {
    setKnown(next.q)
    void navigate({ to: '.', search: writeAuditSearch(next) as never, replace, resetScroll: false })
  }
  useEffect(() => {
    if (text === search.q) return
    const timer = setTimeout(() => go({ ...search, q: text }, true), settleMs)
    return () => clearTimeout(timer)
  })
  return {
    search,
    text,
    setText,
    change: (part: Partial<AuditSearch>) => go({ ...search, q: text, ...part }, false),
    clear: () => {
      setText('')
      go(noSearch, false)
    },
  }
}
