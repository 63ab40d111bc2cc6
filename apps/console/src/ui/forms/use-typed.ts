import { useEffect, useState } from 'react'

type Texts<Name extends string> = Readonly<Record<Name, string>>

const settleMs = 300

interface TypedParts<Name extends string> {
  readonly inUrl: Texts<Name>
  /** The valid part: the rest is still being typed. */
  readonly read?: (typed: Texts<Name>) => Texts<Name>
  /** Typing paused, and the values differ from the URL. */
  readonly onSettled: (typed: Texts<Name>) => void
}

/** In the URL when typing pauses. Other changes of the URL than `sending`, by a link or Back, replace what is shown. */
export function useTyped<Name extends string>({ inUrl, read = typed => typed, onSettled }: TypedParts<Name>) {
  const [typed, setTyped] = useState(inUrl)
  const [seen, setSeen] = useState(inUrl)
  const [sent, sending] = useState(inUrl)
  // Compared only on change, because sent values take a moment to arrive.
  if (!areSame(seen, inUrl)) {
    setSeen(inUrl)
    if (!areSame(sent, inUrl)) {
      sending(inUrl)
      setTyped(inUrl)
    }
  }
  useEffect(() => {
    if (areSame(read(typed), inUrl)) return
    const timer = setTimeout(() => onSettled(typed), settleMs)
    return () => clearTimeout(timer)
  })
  return { typed, type: (part: Partial<Texts<Name>>) => setTyped(now => ({ ...now, ...part })), sending }
}

const areSame = <Name extends string>(a: Texts<Name>, b: Texts<Name>): boolean =>
  (Object.keys(a) as Name[]).every(name => a[name] === b[name])
