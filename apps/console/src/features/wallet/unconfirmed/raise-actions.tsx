import type { ReactNode } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { UnlockForm } from '../keys/unlock-form.tsx'

export interface RaiseFormProps {
  readonly isLocked: boolean
  /** The keys are elsewhere; undefined while unknown. */
  readonly isWatching: boolean | undefined
  /** A fee was chosen by hand. */
  readonly onEntered: () => void
  readonly onCancel: () => void
}

interface RaiseActionsProps extends RaiseFormProps {
  readonly formId: string
  readonly isReady: boolean
  readonly children: ReactNode
}

/** Cancel, and the next step: broadcast, or sign elsewhere. */
export function RaiseActions({ isLocked, isWatching, onCancel, formId, isReady, children }: RaiseActionsProps) {
  const { t } = useTexts()
  const canGo = isReady && isWatching !== undefined && (isWatching || !isLocked)
  return (
    <>
      <Button onClick={onCancel}>{t('ui.cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" disabled={!canGo}>
        {isWatching ? t('wallet.psbt.make') : children}
      </Button>
    </>
  )
}

export function RaiseUnlock({ isLocked, isWatching }: RaiseFormProps) {
  const { t } = useTexts()
  return isLocked && isWatching === false ? <UnlockForm text={t('wallet.send.locked')} /> : null
}
