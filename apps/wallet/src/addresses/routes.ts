import { listAddresses, newAddress } from '@hornets/contract/wallet/addresses'
import { generateAddresses, giveSubscriberAddress } from '@hornets/contract/wallet/relay/relay-calls'
import type { Serve } from '@hornets/server/http/serve'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { Vault } from '../keys/vault.ts'
import type { Session } from '../operators/tokens.ts'
import type { AddressBook } from './address-book.ts'
import type { AddressRow } from './address-store.ts'

interface AddressLabels {
  find(type: 'addr', ref: string): string | undefined
  saveWithin(tx: WalletTransaction, label: { type: 'addr'; ref: string; label: string }): void
}

interface AddressRouteParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly labels: AddressLabels
  readonly onGivenOut: () => void
}

export function addressRoutes(serve: Serve<Session>, parts: AddressRouteParts): void {
  const { database, vault, addresses, labels, onGivenOut } = parts

  serve(listAddresses, ({ query }) => {
    vault.wallet()
    return addresses
      .list(query)
      .map(({ idx, address, used, purpose }) => ({
        index: idx,
        address,
        used: used === 1,
        purpose: purpose === 'operator' || purpose === 'relay' ? purpose : 'restored',
        label: labels.find('addr', address),
      }))
  })

  serve(newAddress, ({ body }) => {
    vault.record.assertSearched()
    const given = database.transact(tx => {
      const [one] = addresses.giveOut(tx, 'operator', 1)
      if (!one) throw new Error('expected an address, got none')
      if (body.label) labels.saveWithin(tx, { type: 'addr', ref: one.address, label: body.label })
      return named(one)
    })
    onGivenOut()
    return given
  })

  serve(generateAddresses, ({ body }) => {
    vault.record.assertSearched()
    const given = database.transact(tx => addresses.reserve(tx, body.count))
    onGivenOut()
    return { addresses: given.map(named) }
  })

  serve(giveSubscriberAddress, async ({ body }) => {
    vault.record.assertSearched()
    const given = await addresses.giveTo(body.key, body.taken)
    onGivenOut()
    return { ...named(given), ...(given.branch === 2 && { account: 'subscribers' as const }) }
  })
}

const named = ({ idx, address }: AddressRow) => ({ index: idx, address })
