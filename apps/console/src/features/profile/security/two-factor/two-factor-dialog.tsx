import { disableTwoFactor, renewRecoveryCodes } from '@hornets/contract/admin/accounts/account'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/calls/api.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { profileQueries } from '../../profile-queries.ts'
import { CodeForm } from './code-form.tsx'
import { EnableStep } from './enable-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

export type TwoFactorTask = 'enable' | 'disable' | 'renew'

interface TwoFactorDialogProps {
  readonly task: TwoFactorTask
  readonly onClose: () => void
}

/** Turns two-factor on or off, or renews recovery codes; new codes are shown once, at the end. */
export function TwoFactorDialog({ task, onClose }: TwoFactorDialogProps) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<readonly string[]>()
  const [kept, setKept] = useState(false)
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: profileQueries.twoFactor.queryKey })
  const show = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes)
    readAgain()
  }

  // Unsaved codes cannot be closed by accident.
  const mayClose = codes === undefined || kept
  return (
    <Dialog
      open
      onOpenChange={open => !open && mayClose && onClose()}
      title={codes ? t('profile.twoFactor.codes.title') : t(`profile.twoFactor.${task}`)}
      description={codes ? t('profile.twoFactor.codes.text') : t(`profile.twoFactor.${task}Text`)}
    >
      {codes && <RecoveryCodes codes={codes} kept={kept} onKeptChange={setKept} onDone={onClose} />}
      {!codes && task === 'enable' && <EnableStep onEnabled={show} />}
      {!codes && task === 'renew' && (
        <CodeForm
          submit={t('profile.twoFactor.renew')}
          onSubmit={async code => {
            const { recoveryCodes } = await api.call(renewRecoveryCodes, { body: { code } })
            show(recoveryCodes)
          }}
        />
      )}
      {!codes && task === 'disable' && (
        <CodeForm
          submit={t('profile.twoFactor.disable')}
          danger
          onSubmit={async code => {
            await api.call(disableTwoFactor, { body: { code } })
            readAgain()
            toast.success(t('profile.twoFactor.nowOff'))
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
