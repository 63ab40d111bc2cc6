import { listBitcoinRates } from '@hornets/contract/admin/rates'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../../accounts/sessions/sessions.ts'
import type { RatesService } from './rates-service.ts'

export function rateRoutes(serve: Serve<AdminSession>, rates: RatesService): void {
  serve(listBitcoinRates, () => rates.last30Days())
}
