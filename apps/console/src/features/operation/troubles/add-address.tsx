import { getStatus } from '@hornets/contract/admin/live'
import { getSettings, relayInfo, saveSettings } from '@hornets/contract/admin/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { keyOf } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** Adds a name used by clients to the relay's own. Nothing for roles that cannot change settings. */
export function AddAddress({ name }: { readonly name: string }) {
  const { t } = useTexts()
  const client = useQueryClient()
  const may = useMay(saveSettings)
  const adding = useMutation({
    mutationFn: () => addAddress(name),
    onSuccess: () => {
      toast.success(t('troubles.added', { name }))
      return Promise.all([
        client.invalidateQueries({ queryKey: keyOf(getStatus) }),
        client.invalidateQueries({ queryKey: keyOf(getSettings, { params: { group: relayInfo.name } }) }),
      ])
    },
    onError: error => toast.error(failureText(error)),
  })
  if (!may) return null
  return (
    <button
      type="button"
      aria-disabled={adding.isPending}
      onClick={() => !adding.isPending && adding.mutate()}
      className="-mx-1 -my-1 min-h-6 px-1 font-semibold text-accent-text hover:underline aria-disabled:opacity-55"
    >
      {t('troubles.add', { name })}
    </button>
  )
}

async function addAddress(name: string): Promise<void> {
  const params = { group: relayInfo.name }
  const { relay_info: held } = (await api.call(getSettings, { params })) as { relay_info: { relayaddresses?: string } }
  const relayaddresses = [held.relayaddresses, addressOf(name)].filter(Boolean).join('\n')
  await api.call(saveSettings, { params, body: { relay_info: { relayaddresses } } })
}

/** A name with a port is the listener's own, without TLS; one without is a proxy's. */
const addressOf = (name: string) => (/:\d+$/.test(name) ? `ws://${name}` : `wss://${name}`)
