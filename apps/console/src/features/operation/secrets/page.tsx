import { beginRotation, listSecrets, type SecretsState } from '@hornets/contract/admin/operation/secrets'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText, formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useMay, useRoleName } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ProgressBar } from '../../../ui/states/progress-bar.tsx'
import { RolePage } from '../../../ui/states/role-page.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { SecretRow } from './secret-row.tsx'

/** The page notices by itself what is changed on other pages and machines. */
const secretsQuery = { ...apiQuery(listSecrets), refetchInterval: 10_000 }

export function SecretsPage() {
  const { t } = useTexts()
  const role = useRoleName()
  const mayRead = useMay(listSecrets)
  const notAllowed = { title: t('secrets.notAllowed.title'), text: t('secrets.notAllowed.text', { role }) }
  return (
    <RolePage
      title={t('shell.nav.secrets')}
      description={t('secrets.description')}
      notAllowed={mayRead ? undefined : notAllowed}
    >
      <Content />
    </RolePage>
  )
}

function Content() {
  const waiting = <RowsSkeleton rows={9} className="h-16" />
  return (
    <Loaded query={useQuery(secretsQuery)} waiting={waiting} failureOf={formFailureText}>
      {state => <Secrets state={state} />}
    </Loaded>
  )
}

function Secrets({ state }: { readonly state: SecretsState }) {
  const { t } = useTexts()
  const { secrets, began_at: beganAt } = state
  const set = secrets.filter(one => one.is_set)
  const missing = secrets.filter(one => !one.is_set)
  return (
    <>
      <Rotation state={state} />
      <ul aria-label={t('secrets.list')} className="divide-y divide-line rounded-md border border-line bg-surface">
        {set.map(one => (
          <SecretRow key={one.what} secret={one} isRotating={beganAt !== null} />
        ))}
      </ul>
      {missing.length > 0 && (
        <p className="text-muted text-small">
          {t('secrets.missing', { names: missing.map(({ what }) => t(`secrets.what.${what}.title`)).join(', ') })}
        </p>
      )}
    </>
  )
}

/** How far the replacing of all is. */
function Rotation({ state: { secrets, began_at: beganAt } }: { readonly state: SecretsState }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const set = secrets.filter(one => one.is_set)
  const done = set.filter(one => one.is_done).length
  const isDone = beganAt !== null && done === set.length

  async function begin(): Promise<void> {
    const sure =
      beganAt === null ||
      (await confirm({
        title: t('secrets.again.title'),
        text: t('secrets.again.text'),
        action: t('secrets.again.yes'),
      }))
    if (!sure) return
    setBusy(true)
    await api.call(beginRotation).catch((error: unknown) => toast.error(failureText(error)))
    await client.invalidateQueries(secretsQuery)
    setBusy(false)
  }

  const label = beganAt === null ? t('secrets.none') : t('secrets.progress', { done, total: set.length })
  return (
    <Card
      title={t('secrets.rotation')}
      description={t('secrets.rotationText')}
      aside={
        <Button
          size="small"
          variant={beganAt === null ? 'primary' : 'secondary'}
          loading={busy}
          onClick={() => void begin()}
        >
          {t(beganAt === null ? 'secrets.begin' : 'secrets.again.yes')}
        </Button>
      }
      wideAside
    >
      <div className="mt-3 grid gap-2">
        <p className="text-small" role="status">
          {isDone ? t('secrets.allDone') : label}{' '}
          {beganAt !== null && (
            <span className="text-muted">{t('secrets.began', { time: formatDateTime(beganAt) })}</span>
          )}
        </p>
        {beganAt !== null && <ProgressBar label={label} value={set.length === 0 ? 1 : done / set.length} />}
      </div>
    </Card>
  )
}
