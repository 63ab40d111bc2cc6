import { countFreeWriters, writersDays } from '@hornets/contract/admin/subscriptions/subscribers'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

interface ClosingQuestionProps {
  readonly freeTierLimit: string
  readonly onCancel: () => void
  /** The free tier lets the others go on. */
  readonly onSave: (options: { readonly withFreeTier: boolean }) => void
}

/** Asked before a save after which only subscribers can write: who writes here now, and the free tier as a way out. */
export function ClosingQuestion({ freeTierLimit, onCancel, onSave }: ClosingQuestionProps) {
  const { t } = useTexts()
  const { data, error } = useQuery({ ...apiQuery(countFreeWriters), staleTime: 0 })

  function countText(): string {
    if (error) return t('relaySettings.tiers.closing.notCounted', { reason: failureText(error) })
    if (!data) return t('relaySettings.tiers.closing.counting')
    const { writers: count, is_all } = data
    if (count === 0) return t('relaySettings.tiers.closing.nobody', { days: writersDays })
    return t(`relaySettings.tiers.closing.${is_all ? 'writers' : 'writersAtLeast'}`, { count, days: writersDays })
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onCancel()}
      title={t('relaySettings.tiers.closing.title')}
      actions={
        <>
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button variant="danger" onClick={() => onSave({ withFreeTier: false })}>
            {t('relaySettings.tiers.closing.close')}
          </Button>
          <Button variant="primary" onClick={() => onSave({ withFreeTier: true })}>
            {t('relaySettings.tiers.closing.withFreeTier')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p role="status" className="font-semibold">
          {countText()}
        </p>
        <p>{t('relaySettings.tiers.closing.text', { limit: dataLimitText(freeTierLimit) })}</p>
      </div>
    </Dialog>
  )
}
