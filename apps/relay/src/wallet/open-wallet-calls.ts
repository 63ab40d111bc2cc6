import { wallet as walletGroup } from '@hornets/contract/admin/settings'
import type { Clock } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import type { Bus } from '../bus/bus.ts'
import type { Settings } from '../settings/settings.ts'
import { PaymentCalls } from './intentions/payment-calls.ts'
import { LightningCalls } from './lightning-calls.ts'
import { OperatorAnnouncer } from './operator-announcer.ts'
import { SubscriberAddresses } from './subscriber-addresses.ts'
import type { WalletService } from './wallet-service.ts'

interface Parts {
  readonly walletUrl: string
  readonly wayOut: WayOut
  readonly accounts: { owners(): Promise<string[]>; onChange(listener: () => void): () => void }
  readonly settings: Settings
  readonly wallet: WalletService
  readonly bus: Bus
  readonly now: Clock
  readonly logger: Logger
}

export function openWalletCalls({ accounts, settings, wallet, ...parts }: Parts) {
  const calling = { ...parts, apiKey: () => settings.get(walletGroup).api_key }
  const addresses = new SubscriberAddresses({ ...calling, onGiven: wallet.takeOwnAddress.bind(wallet) })
  wallet.onChange(() => addresses.heard())
  const announcer = new OperatorAnnouncer({
    ...calling,
    owners: accounts.owners.bind(accounts),
    known: wallet.known.bind(wallet),
    onAnnounced: () => addresses.heard(),
  })
  const lightning = new LightningCalls(calling)
  const paymentCalls = new PaymentCalls(calling)
  accounts.onChange(() => announcer.announce())
  settings.onChange(walletGroup, () => announcer.announce())
  return {
    addresses,
    lightning,
    paymentCalls,
    async close() {
      lightning.close()
      paymentCalls.close()
      await announcer.close()
      addresses.close()
    },
  }
}
