import { getFees } from '@hornets/contract/wallet/fees'
import type { Serve } from '@hornets/server/http/serve'
import type { Session } from '../operators/tokens.ts'
import type { Fees } from './fees.ts'

export function feeRoutes(serve: Serve<Session>, fees: Fees): void {
  serve(getFees, () => fees.tiers())
}
