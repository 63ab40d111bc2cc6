import { type SecuritySettings, saveSecurity, securitySettings } from '@hornets/contract/wallet/security'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { formatExactSats } from '../../../ui/text/sats.ts'
import { ApprovalAsked, isApprovalAsked } from '../parts/approval-asked.tsx'
import { sessionQueries, walletQueries } from '../service/queries.ts'
import { wallet } from '../service/wallet-service.ts'
import { LockField } from './lock-field.tsx'

interface LimitsFormProps {
  readonly saved: SecuritySettings
  readonly daySpentSats: number
  readonly canBeApproved: boolean
  readonly onDirty: (isDirty: boolean) => void
}

/** The idle lock, and the spending limits without the password. Saving needs that password. */
export function LimitsForm({ saved, daySpentSats, canBeApproved, onDirty }: LimitsFormProps) {
  const { t } = useTexts()
  const [settings, setSettings] = useState(saved)
  const [password, setPassword] = useState('')
  const isChanged = JSON.stringify(settings) !== JSON.stringify(saved)
  const isRight = securitySettings.safeParse(settings).success
  const saving = useSaving(now => {
    setSettings(now)
    onDirty(false)
  })
  const isAsked = isApprovalAsked(saving.error)

  function change(next: Partial<SecuritySettings>): void {
    setSettings({ ...settings, ...next })
    onDirty(true)
    saving.reset()
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isChanged && isRight && password) saving.mutate({ settings, password }, { onSettled: () => setPassword('') })
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <LockField
        value={settings.lock_after_minutes}
        onValueChange={lock_after_minutes => change({ lock_after_minutes })}
      />
      <SpendingLimits settings={settings} onChange={change} daySpentSats={daySpentSats} />
      <SecondApproval settings={settings} onChange={change} canBeApproved={canBeApproved} />
      <FeeCeilings settings={settings} onChange={change} />
      {isChanged && (
        <TextField
          label={t('wallet.keys.password')}
          error={saving.error && !isAsked ? translateMessage(messageOf(saving.error)) : undefined}
          type="password"
          autoComplete="off"
          value={password}
          onValueChange={setPassword}
          suffix={
            <Button type="submit" variant="primary" disabled={!password || !isRight} loading={saving.isPending}>
              {t('wallet.security.save')}
            </Button>
          }
        />
      )}
      {isAsked && <ApprovalAsked kind="settings" />}
    </form>
  )
}

function useSaving(onSaved: (settings: SecuritySettings) => void) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly settings: SecuritySettings; readonly password: string }) =>
      wallet.call(saveSecurity, { body }),
    gcTime: 0,
    onSuccess: ({ settings }) => {
      onSaved(settings)
      toast.success(t('wallet.security.saved'))
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: sessionQueries.security.queryKey })
      void queryClient.invalidateQueries({ queryKey: sessionQueries.approvals.queryKey })
      void queryClient.invalidateQueries({ queryKey: walletQueries.health.queryKey })
    },
  })
}

interface PartProps {
  readonly settings: SecuritySettings
  readonly onChange: (next: Partial<SecuritySettings>) => void
}

function SpendingLimits({ settings, onChange, daySpentSats }: PartProps & Pick<LimitsFormProps, 'daySpentSats'>) {
  const { t } = useTexts()
  const hasNoLimit = settings.payment_limit_sats === null || settings.day_limit_sats === null
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('wallet.security.paymentLimit')}
          description={t('wallet.security.paymentLimitHint')}
          unit={t('wallet.send.unit')}
          min={1}
          step={10_000}
          value={settings.payment_limit_sats}
          onValueChange={payment_limit_sats => onChange({ payment_limit_sats })}
        />
        <NumberField
          label={t('wallet.security.dayLimit')}
          description={t('wallet.security.dayLimitHint', { spent: formatExactSats(daySpentSats) })}
          unit={t('wallet.send.unit')}
          min={1}
          step={10_000}
          value={settings.day_limit_sats}
          onValueChange={day_limit_sats => onChange({ day_limit_sats })}
        />
      </div>
      {hasNoLimit && <Alert kind="warning">{t('wallet.security.noLimitRisk')}</Alert>}
    </>
  )
}

function SecondApproval({ settings, onChange, canBeApproved }: PartProps & Pick<LimitsFormProps, 'canBeApproved'>) {
  const { t } = useTexts()
  const canSwitch = canBeApproved || settings.second_approval
  return (
    <>
      <Switch
        label={t('wallet.security.secondApproval')}
        description={t(canSwitch ? 'wallet.security.secondApprovalHint' : 'wallet.security.secondOwnerMissing')}
        disabled={!canSwitch}
        checked={settings.second_approval}
        onCheckedChange={second_approval => onChange({ second_approval })}
      />
      {settings.second_approval && <Alert kind="info">{t('wallet.security.secondApprovalLimits')}</Alert>}
    </>
  )
}

function FeeCeilings({ settings, onChange }: PartProps) {
  const { t } = useTexts()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('wallet.security.feeRate')}
          unit="sat/vB"
          min={1}
          max={10_000}
          step={10}
          value={settings.highest_fee_rate}
          onValueChange={rate => onChange({ highest_fee_rate: rate ?? 0 })}
        />
        <NumberField
          label={t('wallet.security.feeShare')}
          unit="%"
          min={1}
          max={100}
          value={settings.highest_fee_percent}
          onValueChange={percent => onChange({ highest_fee_percent: percent ?? 0 })}
        />
      </div>
      <p className="-mt-2 text-caption text-muted">{t('wallet.security.feeShareHint')}</p>
    </>
  )
}
