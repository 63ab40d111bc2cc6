import { getZaps } from '@hornets/contract/admin/subscriptions/zaps'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Switch } from '../../../ui/forms/switch.tsx'

interface ZapsSwitchProps {
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
  readonly disabled: boolean
}

/** Whether zaps to the relay's key count as payments. Below it is what prevents that. */
export function ZapsSwitch({ checked, onCheckedChange, disabled }: ZapsSwitchProps) {
  const { t } = useTexts()
  const { data, error } = useQuery(apiQuery(getZaps))
  const address = data?.lud16 ?? ''
  const ready = data?.checked_by === 'node' ? 'readyByNode' : 'ready'
  const found = data && t(`relaySettings.tiers.zaps.${data.state === 'ready' ? ready : data.state}`, { address })
  return (
    <Switch
      label={t('relaySettings.tiers.zaps.label')}
      description={found ?? t(`relaySettings.tiers.zaps.${error ? 'failed' : 'checking'}`)}
      checked={checked}
      onCheckedChange={onCheckedChange}
      // It can always be switched off.
      disabled={disabled || (!checked && data?.state !== 'ready')}
      className="mt-1 md:col-span-3"
    />
  )
}
