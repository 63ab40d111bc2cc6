import { makeTransaction } from '@hornets/contract/wallet/spending'
import { useRefusal } from '../../../api/session/use-may.ts'

/** Why the user cannot act on the wallet, which only accepts owners. Undefined for an owner. */
export const useOwnerRefusal = (): string | undefined => useRefusal(makeTransaction)
