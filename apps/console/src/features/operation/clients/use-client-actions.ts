import { blockPubkey, unblockPubkey } from '@hornets/contract/admin/access'
import { putAccessEntries, removeAccessEntries } from '@hornets/contract/admin/access-lists'
import { type ConnectedClient, disconnectClient, listClients } from '@hornets/contract/admin/operation/clients'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { keyOf, staleOn } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { toast } from '../../../ui/overlays/toast.ts'

export const blockTimes = ['hour', 'day', 'week'] as const
type BlockTime = (typeof blockTimes)[number]

const hourMs = 3_600_000
const lengths: Readonly<Record<BlockTime, number>> = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs }
const endOf = (time: BlockTime) => new Date(Date.now() + lengths[time]).toISOString()

const params = { list: 'addresses' } as const

export function useClientActions({ id, address, pubkeys }: ConnectedClient) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const reason = t('operation.clients.reason')

  async function act(done: string, work: () => Promise<unknown>, undo?: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      const onClick = () => void undo?.().then(readAgain, error => toast.error(failureText(error)))
      toast.success(done, undo && { action: { label: t('operation.clients.undo'), onClick } })
    } catch (error) {
      toast.error(failureText(error))
    }
    await readAgain()
  }
  const readAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keyOf(listClients) }),
      queries.invalidateQueries(staleOn('access')),
    ])

  return {
    disconnect: () =>
      act(t('operation.clients.disconnected'), () => api.call(disconnectClient, { params: { id }, body: {} })),
    blockAddress: (time: BlockTime) =>
      act(
        t('operation.clients.blockedAddress', { address }),
        () =>
          api.call(putAccessEntries, {
            params,
            body: { entries: [{ value: address, reason, expires_at: endOf(time) }] },
          }),
        () => api.call(removeAccessEntries, { params, body: { values: [address] } }),
      ),
    blockKeys: (time: BlockTime) =>
      act(
        t('operation.clients.blockedKeys', { count: pubkeys.length }),
        () =>
          Promise.all(
            pubkeys.map(pubkey => api.call(blockPubkey, { body: { pubkey, reason, expires_at: endOf(time) } })),
          ),
        () => Promise.all(pubkeys.map(pubkey => api.call(unblockPubkey, { params: { pubkey } }))),
      ),
  }
}
