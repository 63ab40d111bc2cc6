import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStatus } from '../../api/queries/use-status.ts'
import { formatDateTime } from '../../ui/text/format.ts'

/** On paper alone: whose page it is, and when it was printed. */
export function PrintHead() {
  const { data } = useStatus()
  const [at, setAt] = useState(Date.now)
  useEffect(() => {
    // The browser draws the paper right after this event.
    const note = () => flushSync(() => setAt(Date.now()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  return (
    <p className="hidden justify-between gap-4 border-line border-b pb-1 text-caption print:flex">
      <bdi className="font-semibold">{data?.name ?? data?.address}</bdi>
      <time>{formatDateTime(at)}</time>
    </p>
  )
}
