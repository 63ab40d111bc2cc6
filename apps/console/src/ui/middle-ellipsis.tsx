import { CopyButton } from './copy-button.tsx'
import { shortenMiddle } from './shorten.ts'
import { Tooltip } from './tooltip.tsx'

export interface MiddleEllipsisProps {
  readonly value: string
  /** Letters kept at the start and at the end. */
  readonly start?: number
  readonly end?: number
  /** Without it no copy button is drawn. */
  readonly copyLabel?: string
}

/** A key, id or address: shortened in the middle, whole on hover and focus, copied in one press. */
export function MiddleEllipsis({ value, start = 10, end = 6, copyLabel }: MiddleEllipsisProps) {
  const short = shortenMiddle(value, start, end)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {short === value ? (
        <code className="font-mono text-small">{value}</code>
      ) : (
        <Tooltip text={<code className="break-all font-mono text-caption">{value}</code>}>
          <button type="button" aria-label={value} className="cursor-default rounded-sm font-mono text-small">
            {short}
          </button>
        </Tooltip>
      )}
      {copyLabel && <CopyButton value={value} label={copyLabel} />}
    </span>
  )
}
