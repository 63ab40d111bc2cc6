import { shortenMiddle } from '../../../ui/text/shorten.ts'

/** Lengths of WALLET-30, WALLET-41 and CONST-09; the whole stands in the title and goes to the clipboard. */
const recipientChars = 65

/** The recipient while the amount is asked for. */
export const shortRecipient = (address: string) =>
  address.length > recipientChars ? `${address.slice(0, recipientChars)}…` : address

/** The recipient and the transaction on the result. */
export const resultRecipient = (address: string) => shortenMiddle(address, 45, 10)
export const resultTxid = (txid: string) => shortenMiddle(txid, 40, 10)
