import { makeTransaction } from '@hornets/contract/wallet/spending'
import { useRefusal } from '../../api/session/use-may.ts'

/** Why who is signed in may not act on the wallet: it takes sign-ins of owners alone. Undefined for an owner. */
export const useOwnerRefusal = (): string | undefined => useRefusal(makeTransaction)
