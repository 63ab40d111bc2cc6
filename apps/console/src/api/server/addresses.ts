export interface Addresses {
  readonly admin: string
  readonly wallet: string
}

const addressesKey = 'addresses'
const { VITE_ADMIN_URL = '', VITE_WALLET_URL = '' } = import.meta.env as Readonly<Record<string, string | undefined>>

/** As entered on this device, else as the console was built. */
export function readAddresses(): Addresses {
  const entered = globalThis.localStorage?.getItem(addressesKey)
  return entered ? (JSON.parse(entered) as Addresses) : { admin: VITE_ADMIN_URL, wallet: VITE_WALLET_URL }
}

/** Stores entered addresses, checked by `checkAddress`; empty ones: this page's own server. */
export function keepAddresses(addresses: Addresses): void {
  localStorage.setItem(addressesKey, JSON.stringify(addresses))
}

/** Where a session belongs to. Empty: this page's own server. */
export const placeOfSession = (): string => Object.values(readAddresses()).join(' ').trim()

/** Whether the admin server passes calls on to the wallet; else they go to the wallet's own address. */
export const isWalletForwarded = (): boolean => readAddresses().wallet === ''

/** The address of a call. */
export function urlOf(path: string): string {
  const { admin, wallet } = readAddresses()
  if (wallet !== '' && path.startsWith('/wallet/')) return wallet + path.slice('/wallet'.length)
  return admin + path
}
