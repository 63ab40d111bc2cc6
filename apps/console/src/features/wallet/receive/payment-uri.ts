/** The address as wallets scan it (BIP 21). */
export const paymentUri = (address: string) => `bitcoin:${address}`

/** Addresses count from one on the screen, from zero on the wire (WALLET-62). */
export const placeOf = (index: string | number) => Number(index) + 1
