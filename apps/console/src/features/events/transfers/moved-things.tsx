import type { MovedThingReport } from '@hornets/contract/admin/events/moved-things'
import { useTexts } from '../../../i18n/texts.ts'
import { formatNumber } from '../../../ui/text/format.ts'

/** Of a move, kind by kind: what was taken, and what was not and why. */
export function MovedThings({ things }: { readonly things: readonly MovedThingReport[] }) {
  const { t } = useTexts()
  return (
    <dl className="grid gap-1.5 text-small">
      {things.map(({ thing, state, found, taken, already, left_out }) => (
        <div key={thing}>
          <dt className="inline font-semibold">{t(`moving.thing.${thing}`)}</dt>{' '}
          <dd className="inline text-muted tabular-nums">
            {t(`moving.state.${state}`)}
            {state !== 'waiting' && ` ${t('moving.taken', { taken: formatNumber(taken) })}`}
            {found !== null && state === 'running' && ` ${t('moving.of', { found: formatNumber(found) })}`}
            {already > 0 && ` ${t('moving.already', { already: formatNumber(already) })}`}
          </dd>
          {left_out.map(({ cause, count, examples }) => (
            <dd key={cause}>
              <details>
                <summary className="cursor-pointer text-muted">
                  {t('moving.leftOut', { why: t(`moving.cause.${cause}`), formatted: formatNumber(count) })}
                </summary>
                <ul className="text-caption text-muted">
                  {examples.map(text => (
                    <li key={text}>
                      <code className="break-all font-mono">{text}</code>
                    </li>
                  ))}
                </ul>
              </details>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
