import { NeedsService } from '../operation/needs-service.ts'
import type { AdminParts } from './admin-parts.ts'
import type { CaseParts } from './case-parts.ts'
import type { Frame } from './frame.ts'
import type { HealthParts } from './health-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'

type Parts = AdminParts & SubscriptionParts & CaseParts & HealthParts

/** What those who run the relay look at. */
export function openOperationParts({ now }: Frame, parts: Parts) {
  const { refunds, payments } = parts.subscriptions
  return { needs: new NeedsService({ ...parts, refunds, payments, now }) }
}
