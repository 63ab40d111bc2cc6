import { addDevice, removeTarget } from '@hornets/contract/admin/notifications/delivery'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { lazy } from '../../../ui/page/lazy.tsx'
import { QueryCard } from '../query-card.tsx'
import { deviceOf } from '../security/device.ts'
import { type PushDevice, readPushDevice, subscribe, unsubscribe } from './push-device.ts'
import { TargetRow } from './target-row.tsx'
import { useDelivery } from './use-delivery.ts'

const { Part: WebhookDialog } = lazy(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)

const pushDeviceKey = ['push_device']

export function TargetsCard() {
  const { t } = useTexts()
  const { query, show, readAgain } = useDelivery()
  const { data: device } = useQuery({ queryKey: pushDeviceKey, queryFn: readPushDevice, gcTime: 0 })
  const [isAdding, setAdding] = useState(false)
  const turnOn = useTurnOn()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: async ({ id, isHere }: { id: string; isHere: boolean }) => {
      const settings = await api.call(removeTarget, { params: { id } })
      if (isHere) await unsubscribe().catch(() => {})
      return settings
    },
    onSuccess: show,
    onError: error => toast.error(failureText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushDeviceKey }),
  })
  const hereOf = (digest: string | undefined) => digest !== undefined && digest === device?.digest
  return (
    <QueryCard title={t('profile.delivery.targets')} description={t('profile.delivery.targetsText')} query={query}>
      {({ targets, pushKey }) => (
        <>
          <ul className="-mx-4 border-line border-y">
            {targets.map(target => (
              <TargetRow
                key={target.id}
                target={target}
                isHere={hereOf(target.digest)}
                isRemoving={remove.isPending && remove.variables.id === target.id}
                onRemove={() => remove.mutate({ id: target.id, isHere: hereOf(target.digest) })}
                onTested={() => void readAgain()}
              />
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            {device && !targets.some(({ digest }) => hereOf(digest)) && (
              <ThisDevice device={device} isBusy={turnOn.isPending} onTurnOn={() => turnOn.mutate(pushKey)} />
            )}
            <Button icon={Webhook} onClick={() => setAdding(true)}>
              {t('profile.delivery.addWebhook')}
            </Button>
          </div>
          {isAdding && <WebhookDialog onClose={() => setAdding(false)} onAdded={show} />}
        </>
      )}
    </QueryCard>
  )
}

interface ThisDeviceProps {
  readonly device: PushDevice
  readonly isBusy: boolean
  readonly onTurnOn: () => void
}

/** Turns push on for this browser, or says why it cannot be. */
function ThisDevice({ device: { state }, isBusy, onTurnOn }: ThisDeviceProps) {
  const { t } = useTexts()
  if (state === 'on' || state === 'off')
    return (
      <Button icon={BellRing} variant="primary" loading={isBusy} onClick={onTurnOn}>
        {t('profile.delivery.turnOn')}
      </Button>
    )
  return <p className="basis-full text-muted text-small">{t(`profile.delivery.push.${state}`)}</p>
}

function useTurnOn() {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const { show } = useDelivery()
  return useMutation({
    mutationFn: async (pushKey: string) => {
      const subscription = await subscribe(pushKey)
      if (!subscription) return undefined
      const { browser, system } = deviceOf(navigator.userAgent)
      const name =
        browser && system
          ? t('profile.sessions.device', { browser, system })
          : (browser ?? system ?? t('profile.sessions.unknownDevice'))
      return api.call(addDevice, { body: { name, subscription } })
    },
    onSuccess: settings => {
      if (!settings) return void toast.error(t('profile.delivery.notGranted'))
      show(settings)
      toast.success(t('profile.delivery.turnedOn'))
    },
    onError: error => toast.error(t('profile.delivery.notTurnedOn'), { text: failureText(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushDeviceKey }),
  })
}
