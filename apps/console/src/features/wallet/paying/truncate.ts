import { shortenMiddle } from '../../../ui/text/shorten.ts'

/** Lengths of WALLET-30, WALLET-41 and CONST-09; the tooltip and the clipboard have the whole. */
const recipientChars = 65

export const shortRecipient = (address: string) =>
  address.length > recipientChars ? `${address.slice(0, recipientChars)}…` : address

export const resultRecipient = (address: string) => shortenMiddle(address, 45, 10)
export const resultTxid = (txid: string) => shortenMiddle(txid, 40, 10)
