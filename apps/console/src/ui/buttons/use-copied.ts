import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

/** How long 'Copied' is shown (SUBS-15, CONST-17). */
const copiedMs = 3000

/** Whether something was copied just now, and a function that copies; it tells whether that worked. */
export function useCopied(): readonly [copied: boolean, copy: (value: string) => Promise<boolean>] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])
  return [
    copied,
    async value => {
      const done = await copyText(value)
      setCopied(done)
      return done
    },
  ]
}
