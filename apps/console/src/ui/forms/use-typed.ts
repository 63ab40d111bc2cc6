import { useEffect, useState } from 'react'

type Texts<Name extends string> = Readonly<Record<Name, string>>

const settleMs = 300

interface TypedParts<Name extends string> {
  /** What the URL says. */
  readonly inUrl: Texts<Name>
  /** What of it makes sense: the rest is still being typed. */
  readonly read?: (typed: Texts<Name>) => Texts<Name>
  /** Typing rests, and something else is typed than the URL says. */
  readonly onSettled: (typed: Texts<Name>) => void
}

/**
 * What is typed for the URL: on screen at once, in the URL once typing rests. What is sent there is announced by `sending`;
 * when the URL says anything else than that, somebody else has changed it, a link or Back, and that is on screen then.
 */
export function useTyped<Name extends string>({ inUrl, read = typed => typed, onSettled }: TypedParts<Name>) {
  const [typed, setTyped] = useState(inUrl)
  const [seen, setSeen] = useState(inUrl)
  const [sent, sending] = useState(inUrl)
  // Compared when it changes only: what is sent takes a moment to stand there.
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
