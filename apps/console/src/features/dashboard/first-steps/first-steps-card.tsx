import { type FirstStep, getFirstSteps, hideFirstSteps } from '@hornets/contract/admin/operation/first-steps'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { keyOf } from '../../../api/queries/cached.ts'
import { useStatus } from '../../../api/queries/use-status.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { QrCode } from '../../../ui/content/qr-code.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { isLocal } from '../../../ui/text/is-local.ts'
import { MovingOffer } from './moving-offer.tsx'
import { ProxyFiles } from './proxy-files.tsx'

const pollMs = 5000
/** Whether the card was there last time, so that its space is kept while it loads. */
const remembered = 'first-steps'

/** A new relay's address, and what it still needs. Gone when everything is done, or when it is put away. */
export function FirstStepsCard() {
  const { data } = useQuery({
    ...apiQuery(getFirstSteps),
    staleTime: 0,
    refetchInterval: query => (isOpen(query.state.data) ? pollMs : false),
  })
  const open = isOpen(data)
  useEffect(() => {
    if (!data) return
    if (open) localStorage.setItem(remembered, 'open')
    else localStorage.removeItem(remembered)
  }, [data, open])
  if (!data) return localStorage.getItem(remembered) ? <div className="h-94" /> : null
  return open ? <FirstSteps steps={data.steps} /> : null
}

type Steps = readonly { readonly what: FirstStep; readonly is_done: boolean }[]

const isOpen = (data: { readonly steps: Steps; readonly is_hidden: boolean } | undefined) =>
  data !== undefined && !data.is_hidden && data.steps.some(({ is_done }) => !is_done)

function FirstSteps({ steps }: { readonly steps: Steps }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [showsFiles, showFiles] = useState(false)
  const done = steps.filter(({ is_done }) => is_done).length
  const hide = async () => {
    try {
      await api.call(hideFirstSteps, { body: { hidden: true } })
    } catch (error) {
      toast.error(failureText(error))
    }
    await queries.invalidateQueries({ queryKey: keyOf(getFirstSteps) })
  }
  return (
    <Card
      title={t('desk.first.title')}
      description={t('desk.first.done', { count: done, all: steps.length })}
      aside={
        <Button size="small" onClick={() => void hide()}>
          {t('desk.first.hide')}
        </Button>
      }
    >
      <MovingOffer />
      <div className="mt-3 grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <RelayAddress />
        <ul aria-label={t('desk.first.title')} className="grid content-start gap-2.5 text-small">
          {steps.map(step => (
            <Step key={step.what} {...step} onFiles={() => showFiles(!showsFiles)} />
          ))}
        </ul>
      </div>
      {showsFiles && <ProxyFiles />}
    </Card>
  )
}

function RelayAddress() {
  const { t } = useTexts()
  const { data } = useStatus()
  const address = data?.address
  if (address === undefined) return <p className="text-muted text-small">{t('desk.first.noAddress')}</p>
  return (
    <div className="grid content-start gap-2">
      <p className="text-muted text-small">{t('desk.first.address')}</p>
      <p className="flex min-w-0 items-center gap-1 font-mono font-semibold text-title">
        <bdi className="min-w-0 wrap-anywhere">{address}</bdi>
        <CopyButton value={address} label={t('dashboard.status.copyAddress')} />
      </p>
      {isLocal(address) && <p className="text-small text-warn">{t('desk.first.local')}</p>}
      {/* Nobody scans the phone in their own hand. */}
      <div className="w-44 max-sm:hidden">
        <QrCode text={address} label={t('desk.first.qr')} />
      </div>
    </div>
  )
}

/** Where a step is done in the console. */
const places = {
  name: '/settings/relay-info',
  second_factor: '/profile/security-settings',
  chain: '/settings/wallet',
  backup: '/backup',
} as const satisfies Partial<Record<FirstStep, string>>

interface StepProps {
  readonly what: FirstStep
  readonly is_done: boolean
  readonly onFiles: () => void
}

function Step({ what, is_done, onFiles }: StepProps) {
  const { t } = useTexts()
  const place = what in places ? places[what as keyof typeof places] : undefined
  return (
    <li className="flex items-start gap-2.5">
      {is_done ? (
        <CircleCheck size={18} className="mt-px flex-none text-ok" />
      ) : (
        <Circle size={18} className="mt-px flex-none text-muted" />
      )}
      <span className="min-w-0">
        <span className={is_done ? 'text-muted' : 'font-semibold'}>
          {t(`desk.first.step.${what}.title`)}{' '}
          <span className="sr-only">{t(is_done ? 'desk.first.isDone' : 'desk.first.isOpen')}</span>
        </span>
        {!is_done && (
          <span className="block text-muted">
            {t(`desk.first.step.${what}.text`)}{' '}
            {place && (
              <Link to={place} className="font-semibold text-accent-text hover:underline">
                {t('desk.first.open')}
              </Link>
            )}
            {what === 'tls' && (
              <button type="button" onClick={onFiles} className="font-semibold text-accent-text hover:underline">
                {t('desk.first.files')}
              </button>
            )}
          </span>
        )}
      </span>
    </li>
  )
}
