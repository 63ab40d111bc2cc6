import { Pencil, Trash2 } from 'lucide-react'
import { useTexts } from '../../../../i18n/texts.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { formatExactSats } from '../../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../../ui/text/shorten.ts'
import { type PayeeError, type PayeeRow, satsOfRow } from './payee-list.ts'
import { useErrorText } from './use-error-text.ts'

interface PayeeLineProps {
  readonly row: PayeeRow
  readonly error: PayeeError | undefined
  /** An earlier one with the same address. */
  readonly repeats: PayeeRow | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export function PayeeLine({ row, error, repeats, onEdit, onRemove }: PayeeLineProps) {
  const { t } = useTexts()
  const textOf = useErrorText()
  const sats = satsOfRow(row)
  const what = row.line > 0 ? t('wallet.many.line', { line: row.line }) : t('wallet.many.added')
  return (
    <div className="flex items-start gap-1">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span title={row.address} className="wrap-anywhere font-mono text-small">
            {shortenMiddle(row.address || '–', 14, 8)}
          </span>
          <span className="ml-auto text-small tabular-nums">
            {sats === undefined ? row.amount || '–' : formatExactSats(sats)}
          </span>
        </div>
        <p className="text-caption text-muted">
          {what}
          {row.label && (
            <>
              {' · '}
              <bdi>{row.label}</bdi>
            </>
          )}
        </p>
        {error && <p className="text-bad text-caption">{textOf(error)}</p>}
        {!error && repeats && (
          <p className="text-caption text-warn">
            {repeats.line > 0 ? t('wallet.many.repeats', { line: repeats.line }) : t('wallet.many.repeatsAdded')}
          </p>
        )}
      </div>
      <IconButton size="small" icon={Pencil} label={t('wallet.many.edit', { what })} onClick={onEdit} />
      <IconButton size="small" icon={Trash2} label={t('wallet.many.remove', { what })} onClick={onRemove} />
    </div>
  )
}
