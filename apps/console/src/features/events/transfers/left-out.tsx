import type { Transfer } from '@hornets/contract/admin/events/transfers'
import { useTexts } from '../../../i18n/texts.ts'
import { formatNumber } from '../../../ui/text/format.ts'

export function LeftOut({ causes }: { readonly causes: Transfer['left_out'] }) {
  const { t } = useTexts()
  const count = causes.reduce((sum, one) => sum + one.count, 0)
  return (
    <details className="text-small">
      <summary className="cursor-pointer text-muted">
        {t('events.transfer.leftOut', { count, formatted: formatNumber(count) })}
      </summary>
      <dl className="mt-2 grid gap-2">
        {causes.map(({ cause, count, examples }) => (
          <div key={cause}>
            <dt>
              {t(`events.transfer.cause.${cause}`)} <span className="tabular-nums">{formatNumber(count)}</span>
            </dt>
            {examples.map(({ line, id, text }) => (
              <dd key={`${line} ${id} ${text}`} className="text-caption text-muted">
                {line !== null && <span>{t('events.transfer.line', { line: formatNumber(line) })} </span>}
                <code className="break-all font-mono">{text}</code>
                {id !== null && <code className="block break-all font-mono">{id}</code>}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  )
}
