import type { SideKey } from '../keys/secrets/side-key.ts'
import type { Vault } from '../keys/vault.ts'
import type { ConnectionRow } from './lightning-store.ts'

/** Methods that move no money (NIP-47). Everything else may, also what is added to the protocol later. */
const harmless = new Set([
  'get_info',
  'get_balance',
  'get_budget',
  'list_transactions',
  'make_invoice',
  'lookup_invoice',
])

/** As the service itself says (`get_info`). One that does not say counts as one that pays. */
export function onlyReceives(methods: readonly string[] | null | undefined): boolean {
  return methods?.includes('make_invoice') === true && methods.every(method => harmless.has(method))
}

type Sealed = Pick<ConnectionRow, 'sealed' | 'sealed_by'>
type ConnectionAddress = Pick<ConnectionRow, 'service' | 'relay_url'>

interface ConnectionSealParts {
  readonly vault: Pick<Vault, 'sideKey' | 'state'>
  /** The server's own key. */
  readonly serverKey: SideKey
}

/** By the wallet's keys if it can pay; by the server's if it only receives, so that invoices work all day. */
export class ConnectionSeal {
  readonly #parts: ConnectionSealParts

  constructor(parts: ConnectionSealParts) {
    this.#parts = parts
  }

  /** Throws ApiError('wallet_locked') where the wallet's keys are needed. */
  seal(secret: Uint8Array, place: ConnectionAddress, sealed_by: ConnectionRow['sealed_by']): Sealed {
    return { sealed: this.#keyOf(sealed_by).seal(secret, aboutOf(place)), sealed_by }
  }

  canOpen({ sealed_by }: Pick<ConnectionRow, 'sealed_by'>): boolean {
    return sealed_by === 'server' || this.#parts.vault.state() === 'unlocked'
  }

  /** The caller overwrites the result. Throws if it cannot be opened. */
  open(row: Sealed & ConnectionAddress): Buffer {
    return this.#keyOf(row.sealed_by).open(row.sealed, aboutOf(row))
  }

  /** The same secret by the other key. Throws as both do. */
  reseal(row: Sealed & ConnectionAddress, sealedBy: ConnectionRow['sealed_by']): Sealed {
    const secret = this.open(row)
    try {
      return this.seal(secret, row, sealedBy)
    } finally {
      secret.fill(0)
    }
  }

  #keyOf(sealedBy: ConnectionRow['sealed_by']): SideKey {
    return sealedBy === 'server' ? this.#parts.serverKey : this.#parts.vault.sideKey()
  }
}

const aboutOf = ({ service, relay_url }: ConnectionAddress) => `hornets nwc ${service} ${relay_url}`
