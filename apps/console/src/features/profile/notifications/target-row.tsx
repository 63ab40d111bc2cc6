import { type DeliveryAttempt, type DeliveryTarget, testTarget } from '@hornets/contract/admin/notifications/delivery'
import { useMutation } from '@tanstack/react-query'
import { BellRing, Mail, MessageSquareLock, Send, Trash2, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { confirm } from '../../../ui/overlays/confirm.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDateTime, formatNumber, formatRelative } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { AttemptList } from './attempt-list.tsx'
import { useFailureWords } from './use-failure-words.ts'

const icons = { push: BellRing, nostr: MessageSquareLock, mail: Mail, webhook: Webhook } as const

interface TargetRowProps {
  readonly target: DeliveryTarget
  /** It is this browser. */
  readonly isHere: boolean
  readonly isRemoving: boolean
  readonly onRemove: () => void
  readonly onTested: () => void
}

/** A place where notifications arrive: its last result, what waits or was given up, a test. */
export function TargetRow({ target, isHere, isRemoving, onRemove, onTested }: TargetRowProps) {
  const { t } = useTexts()
  const { channel, name, waiting, givenUp, attempts } = target
  const Icon = icons[channel]
  const test = useTest(target.id, onTested)
  const shown = channel === 'nostr' ? shortenMiddle(name, 12, 8) : name || t('profile.delivery.noAddress')
  const canRemove = target.createdAt !== undefined
  const askAndRemove = async () => {
    const question = {
      title: t('profile.delivery.removeTitle', { name: shown }),
      text: t('profile.delivery.removeText'),
      action: t('profile.delivery.remove'),
      danger: true,
    }
    if (await confirm(question)) onRemove()
  }
  return (
    <li className="border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex items-start gap-3">
        <Icon size={20} className="mt-0.5 flex-none text-muted" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
          <div className="min-w-0 flex-1 basis-44">
            <p className="flex flex-wrap items-center gap-2">
              <span className="font-semibold">{t(`profile.delivery.target.${channel}`)}</span>
              {isHere && <Badge kind="ok">{t('profile.sessions.current')}</Badge>}
              {waiting > 0 && <Badge>{t('profile.delivery.waiting', { count: waiting })}</Badge>}
              {givenUp > 0 && <Badge kind="bad">{t('profile.delivery.givenUp', { count: givenUp })}</Badge>}
            </p>
            <p className="truncate text-muted text-small" title={name}>
              {shown}
            </p>
            <LastAttempt attempt={test.data ?? attempts[0]} />
          </div>
          <div className="flex items-center gap-2">
            <Button size="small" icon={Send} loading={test.isPending} onClick={() => test.mutate()}>
              {t('profile.delivery.test')}
            </Button>
            {canRemove && (
              <IconButton
                icon={Trash2}
                label={t('profile.delivery.removeOne', { name: shown })}
                aria-busy={isRemoving || undefined}
                onClick={() => void askAndRemove()}
              />
            )}
          </div>
        </div>
      </div>
      {attempts.length > 1 && <EarlierAttempts attempts={attempts} />}
    </li>
  )
}

function EarlierAttempts({ attempts }: Pick<DeliveryTarget, 'attempts'>) {
  const { t } = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="ml-8">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="rounded-sm py-1 font-semibold text-accent-text text-caption hover:underline"
      >
        {t(isOpen ? 'profile.delivery.hideAttempts' : 'profile.delivery.showAttempts')}
      </button>
      {isOpen && <AttemptList attempts={attempts} />}
    </div>
  )
}

/** 'Delivered in 0.3 s', or the refusal in words. */
function LastAttempt({ attempt }: { readonly attempt: DeliveryAttempt | undefined }) {
  const { t } = useTexts()
  const wordsOf = useFailureWords()
  if (!attempt) return <p className="text-caption text-muted">{t('profile.delivery.noAttempt')}</p>
  const { at, took, failure } = attempt
  const words = failure
    ? wordsOf(failure)
    : t('profile.delivery.delivered', { seconds: formatNumber(took / 1000, { maximumFractionDigits: 1 }) })
  return (
    <p role="status" className={failure ? 'text-bad text-caption' : 'text-caption text-ok'}>
      {words}{' '}
      <span className="text-muted" title={formatDateTime(at)}>
        {formatRelative((Date.parse(at) - Date.now()) / 1000)}
      </span>
    </p>
  )
}

function useTest(id: string, onTested: () => void) {
  return useMutation({
    mutationFn: () => api.call(testTarget, { body: { id } }),
    onError: error => toast.error(failureText(error)),
    onSettled: onTested,
  })
}
