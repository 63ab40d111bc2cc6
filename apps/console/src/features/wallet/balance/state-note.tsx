import type { AnswerOf } from '@hornets/contract/endpoint'
import type { health } from '@hornets/contract/wallet/set-up'
import { translateSentence } from '../../../i18n/sentence.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { ChainSourceButton } from '../details/chain-source/chain-source-button.tsx'
import type { Presence } from '../service/use-wallet-state.ts'
import { ChainLine } from './chain-line.tsx'
import { LockCountdown } from './lock-countdown.tsx'

interface StateNoteProps {
  readonly presence: Presence
  readonly health: AnswerOf<typeof health> | undefined
  readonly healthAt: number
  /** When the wallet last reported its balance (RFC 3339). */
  readonly reportedAt: string | null | undefined
}

export function StateNote({ presence, health, healthAt, reportedAt }: StateNoteProps) {
  const { t } = useTexts()
  if (presence === 'offline') {
    return (
      <Alert kind="warning" title={t('wallet.state.offline')}>
        {reportedAt ? t('wallet.state.toldAt', { time: formatDateTime(reportedAt) }) : t('wallet.state.old')}
      </Alert>
    )
  }
  if (!health) return null
  return (
    <>
      <p className="flex flex-wrap items-center gap-1.5 text-caption text-muted">
        <ChainLine health={health} />
        {health.locks_in_seconds !== undefined && <LockCountdown seconds={health.locks_in_seconds} at={healthAt} />}
      </p>
      {health.operators_change_at !== undefined && (
        <Alert
          kind="warning"
          title={t('wallet.state.operatorsChange', { time: formatDateTime(health.operators_change_at) })}
        >
          {t('wallet.state.operatorsChangeText')}
        </Alert>
      )}
      {health.chain_source !== 'none' && health.message && <Alert kind="warning">{translateSentence(health)}</Alert>}
      {health.chain_source === 'none' && (
        <Alert kind="warning" title={t('wallet.state.noChain')} action={<ChainSourceButton />}>
          {t('wallet.state.noChainText')}
        </Alert>
      )}
    </>
  )
}
