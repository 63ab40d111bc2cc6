import {
  endAllSessions,
  listSecrets,
  type SecretName,
  type SecretsState,
} from '@hornets/contract/admin/operation/secrets'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'

/** Where each is replaced; the environment's on the server. */
const places: Readonly<Record<Exclude<SecretName, 'sessions' | 'metrics'>, string>> = {
  wallet: '/settings/wallet',
  mail: '/settings/email',
  s3: '/settings/s3',
  proxy: '/settings/outgoing',
  webhooks: '/profile/notifications',
  backup_place: '/backup',
  backup_key: '/backup',
}

interface SecretRowProps {
  readonly secret: SecretsState['secrets'][number]
  readonly isRotating: boolean
}

/** A secret: what it opens, how old it is, what else must be changed with it. */
export function SecretRow({ secret, isRotating }: SecretRowProps) {
  const { t } = useTexts()
  const { what, since, is_older: isOlder, is_done: isDone, variable } = secret
  const time = since && formatDateTime(since)
  const age = time ? t(isOlder ? 'secrets.older' : 'secrets.since', { time }) : t('secrets.never')
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 p-3 md:px-4">
      <div className="min-w-0 max-w-2xl basis-80 grow">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{t(`secrets.what.${what}.title`)}</span>
          {isRotating && <Badge kind={isDone ? 'ok' : 'warn'}>{t(isDone ? 'secrets.done' : 'secrets.open')}</Badge>}
        </p>
        <p className="text-caption text-muted">{age}</p>
        <p className="mt-1 text-small">{t(`secrets.what.${what}.text`)}</p>
        {variable && <p className="mt-1 text-small">{t('secrets.variable', { variable })}</p>}
      </div>
      {what === 'sessions' ? (
        <EndSessions />
      ) : (
        !variable && what !== 'metrics' && <Open to={places[what]} what={what} />
      )}
    </li>
  )
}

function Open({ to, what }: { readonly to: string; readonly what: SecretName }) {
  const { t } = useTexts()
  return (
    <Link
      to={to}
      aria-label={t('secrets.rotateOf', { name: t(`secrets.what.${what}.title`) })}
      className="inline-flex h-8 items-center rounded-md border border-line-strong bg-surface px-3 font-semibold text-small hover:bg-sunken"
    >
      {t('secrets.rotate')}
    </Link>
  )
}

function EndSessions() {
  const { t } = useTexts()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function end(): Promise<void> {
    const text = {
      title: t('secrets.sessions.title'),
      text: t('secrets.sessions.text'),
      action: t('secrets.sessions.yes'),
    }
    if (!(await confirm(text))) return
    setBusy(true)
    await api.call(endAllSessions).then(
      () => toast.success(t('secrets.sessions.done')),
      (error: unknown) => toast.error(failureText(error)),
    )
    await client.invalidateQueries(apiQuery(listSecrets))
    setBusy(false)
  }

  return (
    <Button size="small" loading={busy} onClick={() => void end()}>
      {t('secrets.rotate')}
    </Button>
  )
}
